"""Error rates: edits per 100 words of the reference."""

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from tertium.core.arrays import Buffer, Number, Rows, divided, where
from tertium.core.formatting import counted
from tertium.core.spec import option
from tertium.core.stats import Metric
from tertium.core.testset import TestSet
from tertium.kernels import Encoded
from tertium.metrics._references import smallest, stacked
from tertium.text.encoding import Tokenizer, encoded_output, encoded_references, tokenizer_advice


@dataclass(frozen=True)
class ErrorRate(Metric):
    """Edits over length, in percent; lower is better."""

    best: ClassVar[float | None] = 0.0
    denominator: ClassVar[str] = "reference_length"

    @property
    def higher_is_better(self) -> bool:
        """Edits are errors."""
        return False

    @property
    def columns(self) -> tuple[str, ...]:
        """Number of edits and length of the reference."""
        return ("edits", "reference_length")

    def edits(self, sums: Sequence[Number]) -> Number:
        """Number of edits."""
        return sums[0]

    def score(self, sums: Sequence[Number]) -> Number:
        """Edits per 100 words; 100 if there are edits but no words."""
        edits = self.edits(sums)
        return 100 * divided(edits, sums[-1], where(edits > 0, 1.0, 0.0))

    def details(self, sums: Sequence[float]) -> Mapping[str, Any]:
        """Edits and length."""
        return {"edits": int(self.edits(sums)), "reference_length": sums[-1]}

    def description(self, details: Mapping[str, Any]) -> str:
        """Edits and words."""
        words = counted(round(details["reference_length"]), "word")
        return f"{counted(details['edits'], 'edit')} for {words}"


@dataclass(frozen=True)
class WordErrorRate(ErrorRate):
    """Error rate against one reference, which is selected if there are several.

    By default several references are treated as for TER, so that the rates are comparable.
    """

    tok: str = option(
        "none",
        "Tokenizer; none splits on white space, as jiwer and Moses do.",
        members="text.tokenizers",
        shared=True,
    )
    lc: bool = option(False, "Lower-case the texts first.", shared=True)
    reference: str = option(
        "fewest-edits",
        "Reference to use, if there are several: the one with the fewest-edits (then the lowest"
        " rate) or with the lowest-rate (then the fewest edits).",
        choices=("fewest-edits", "lowest-rate"),
    )
    length: str = option(
        "mean",
        "Length to divide by: the mean of all references, or that of the selected reference.",
        choices=("mean", "chosen"),
    )

    @abstractmethod
    def against(self, outputs: Encoded, segment_of_output: Buffer, reference: Encoded) -> Rows:
        """Rows against one reference; its length comes last."""

    def rows(self, outputs: Sequence[str], segment_of_output: Buffer, testset: TestSet) -> Rows:
        """Statistics against the selected reference."""
        output = encoded_output(testset, outputs, self._tokenizer)
        rows = [
            self.against(output, segment_of_output, reference)
            for reference in encoded_references(testset, self._tokenizer)
        ]
        return rows[0] if len(rows) == 1 else self._chosen(rows, segment_of_output, testset)

    def unsegmented_advice(self, testset: TestSet, script: str, tokenizers: Sequence[str]) -> str:
        """Name the tokenizers, unless one of them is used."""
        if script == "Hangul":  # Korean separates its words by spaces
            return ""
        return tokenizer_advice(self.name, self._tokenizer, tokenizers)

    def facts(self, testset: TestSet) -> dict[str, str]:
        """Tokenizer, with the version of its library."""
        return {"tok": self._tokenizer.signature}

    @property
    def _tokenizer(self) -> Tokenizer:
        return Tokenizer(name=self.tok, lowercase=self.lc)

    def _chosen(
        self, per_reference: Sequence[Rows], segment_of_output: Buffer, testset: TestSet
    ) -> Rows:
        import numpy as np

        width = len(self.columns)
        rows, missing = stacked(per_reference, width, segment_of_output, testset)
        keys = self.edits(list(np.moveaxis(rows, -1, 0))), self.scores(rows)
        chosen = smallest(
            rows, missing, *(keys if self.reference == "fewest-edits" else keys[::-1])
        )
        if self.length == "mean":
            chosen[:, -1] = np.mean(rows[..., -1], axis=0, where=~missing)
        return chosen
