"""Shares in percent, the base of simple diagnostics."""

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
        "Tokenizer; by default 13a, or the tokenizer for Chinese, Japanese or Korean.",
        members="text.tokenizers",
        shared=True,
    )
    lc: bool = option(False, "Lower-case the texts first.", shared=True)

    otherwise: ClassVar[float] = 0.0
    """Score of an empty corpus."""

    def score(self, sums: Sequence[Number]) -> Number:
        """Share in percent."""
        part, whole = sums
        return 100 * divided(part, whole, self.otherwise)

    def tokenizer(self, testset: TestSet) -> Tokenizer:
        """The tokenizer of a test set."""
        return tokenizer_for(testset, self.tok, lowercase=self.lc)

    def unsegmented_advice(self, testset: TestSet, script: str, tokenizers: Sequence[str]) -> str:
        """Name the tokenizers, unless one of them is used."""
        return tokenizer_advice(self.name, self.tokenizer(testset), tokenizers)

    def facts(self, testset: TestSet) -> dict[str, str]:
        """Tokenizer, which may depend on the target language."""
        return {"tok": self.tokenizer(testset).signature}
