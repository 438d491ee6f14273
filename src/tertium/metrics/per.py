"""PER: words that differ when their order is ignored, for each word of the reference.

PER = max(words that the output lacks, words that the reference lacks) / length of the reference,
in percent, where a word is there as often as it occurs. Both numbers are summed over the corpus
first, as Moses does: too many words in one segment make up for too few in another. Moses gives
the accuracy, 1 - PER / 100. Words without any in the reference make 100. Lower is better.

With several references the one with the fewest edits counts, and the mean length divides, as for
TER. `reference` and `length` choose otherwise.

Reference: Tillmann et al. 1997; numbers as Moses'.

Example:
    >>> tertium.per(["The cat sat on a mat."], ["The cat sat on the mat."])
    Score(system: PER = 16.7)
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from tertium.core.arrays import Buffer, Number, Rows, where
from tertium.kernels import Encoded, per_statistics
from tertium.metrics._error_rate import WordErrorRate


@dataclass(frozen=True)
class Per(WordErrorRate):
    """Position-independent error rate of a corpus or a segment."""

    denominator: ClassVar[str] = ""  # the larger of two sums is no sum

    @property
    def title(self) -> str:
        """Name as papers print it."""
        return "PER"

    @property
    def columns(self) -> tuple[str, ...]:
        """Words that the output lacks, words that the reference lacks, and length."""
        return ("missing", "extra", "reference_length")

    def against(self, outputs: Encoded, segment_of_output: Buffer, reference: Encoded) -> Rows:
        """Words that one has and the other lacks."""
        return per_statistics(outputs, segment_of_output, reference)

    def edits(self, sums: Sequence[Number]) -> Number:
        """A missing and an extra word are one substitution."""
        missing, extra, _ = sums
        return where(missing > extra, missing, extra)

    def details(self, sums: Sequence[float]) -> Mapping[str, Any]:
        """Words on either side, edits and length."""
        return {"missing": int(sums[0]), "extra": int(sums[1]), **super().details(sums)}


METRIC = Per

CITATIONS = (
    """
@inproceedings{tillmann-1997,
  author    = {Tillmann, Christoph and Vogel, Stephan and Ney, Hermann and Zubiaga, Alex and
               Sawaf, Hassan},
  title     = {Accelerated {DP} Based Search for Statistical Translation},
  booktitle = {Proceedings of Eurospeech 1997},
  pages     = {2667--2670},
  year      = {1997}
}
""",
)
