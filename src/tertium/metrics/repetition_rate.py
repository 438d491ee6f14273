"""Repetition rate: share of repeated n-grams within outputs, in percent.

rate = (n-grams - different n-grams) / n-grams, counted within each output and summed over the
corpus; n is 4 by default. It is near 0 in human text; high rates indicate outputs that loop.

Reference: Welleck et al. 2020 (seq-rep-n).

Example:
    >>> tertium.repetition_rate(["the cat and the cat and the cat"])
    Score(system: repetition = 40.0)
"""

from array import array
from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from tertium.core.arrays import Buffer, Rows
from tertium.core.limits import LONGEST_NGRAM
from tertium.core.spec import option
from tertium.core.testset import TestSet
from tertium.metrics._percentage import Percentage
from tertium.text.encoding import encoded_output


@dataclass(frozen=True)
class RepetitionRate(Percentage):
    """Share of repeated n-grams."""

    needs: ClassVar[tuple[str, ...]] = ()
    denominator: ClassVar[str] = "ngrams"

    order: int = option(4, "Length of the n-grams.", minimum=1, maximum=LONGEST_NGRAM)

    @property
    def title(self) -> str:
        """Name in tables."""
        return "repetition"

    @property
    def higher_is_better(self) -> bool:
        """Repetitions are errors."""
        return False

    @property
    def columns(self) -> tuple[str, ...]:
        """Repeated n-grams, and all."""
        return ("repeated", "ngrams")

    def rows(self, outputs: Sequence[str], segment_of_output: Buffer, testset: TestSet) -> Rows:
        """Counts of each output."""
        output = encoded_output(testset, outputs, self.tokenizer(testset))
        rows = array("d")
        for i in range(len(output)):
            words = output[i].tolist()
            ngrams = list(zip(*(words[k:] for k in range(self.order)), strict=False))
            rows.extend((len(ngrams) - len(set(ngrams)), len(ngrams)))
        return memoryview(rows)


METRIC = RepetitionRate

CITATIONS = (
    """
@inproceedings{welleck-2020,
  author    = {Welleck, Sean and Kulikov, Ilia and Roller, Stephen and Dinan, Emily and
               Cho, Kyunghyun and Weston, Jason},
  title     = {Neural Text Generation with Unlikelihood Training},
  booktitle = {International Conference on Learning Representations},
  year      = {2020}
}
""",
)
