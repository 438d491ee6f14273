"""Shares in percent: what simple diagnostics have in common."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from tertium.core.arrays import Number, divided
from tertium.core.spec import option
from tertium.core.stats import Metric
from tertium.core.testset import TestSet
from tertium.text.encoding import Tokenizer, tokenizer_advice, tokenizer_for


@dataclass(frozen=True)
class Percentage(Metric):
    """A share in percent: the first column divided by the second."""

    tok: str | None = option(
        None,
        "Tokenizer; none given means 13a, or the one made for Chinese, Japanese or Korean.",
        members="text.tokenizers",
        shared=True,
    )
    lc: bool = option(False, "Lower-case everything first.", shared=True)

    otherwise: ClassVar[float] = 0.0
    """Score of nothing at all."""

    def score(self, sums: Sequence[Number]) -> Number:
        """Share in percent."""
        part, whole = sums
        return 100 * divided(part, whole, self.otherwise)

    def tokenizer(self, testset: TestSet) -> Tokenizer:
        """How lines become words."""
        return tokenizer_for(testset, self.tok, lowercase=self.lc)

    def unsegmented_advice(self, testset: TestSet, script: str, tokenizers: Sequence[str]) -> str:
        """Name the tokenizers, unless one of them is used."""
        return tokenizer_advice(self.name, self.tokenizer(testset), tokenizers)

    def facts(self, testset: TestSet) -> dict[str, str]:
        """Tokenizer, which the target language may choose."""
        return {"tok": self.tokenizer(testset).signature}
