"""PER: position-independent error rate, word errors that ignore word order.

PER = max(words missing in the output, words missing in the reference) / length of the reference, in
percent, where repeated words count repeatedly. Both numbers are summed over the corpus first, as
Moses does, so extra words in one segment compensate missing words in another. Moses prints the
accuracy, 1 - PER / 100. An output with an empty reference counts as 100. Lower is better.

Of several references, the one with the fewest edits is used, and edits are divided by the mean
length, as for TER; see `reference` and `length`.

Reference: Tillmann et al. 1997. Scores equal those of Moses.

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

    denominator: ClassVar[str] = ""  # the maximum of two sums is not a sum

    @property
    def title(self) -> str:
        """Name in tables."""
        return "PER"

    @property
    def columns(self) -> tuple[str, ...]:
        """Words missing in the output, words missing in the reference, and length."""
        return ("missing", "extra", "reference_length")

    def against(self, outputs: Encoded, segment_of_output: Buffer, reference: Encoded) -> Rows:
        """Words of one text that the other lacks."""
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
