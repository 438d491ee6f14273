"""CDER: edits for each word of the reference, where jumping within the output is one edit.

The cheapest way through the reference, word by word: each is matched, substituted, inserted or,
for 1, found anywhere else in the output; words of the output may be used several times or never.
Edits and lengths are summed over the corpus, then divided, in percent (Moses gives a hundredth of
it). Edits without any word to divide by make 100. Lower is better.

With several references the one with the fewest edits counts, and the mean length divides, as for
TER. `reference` and `length` choose otherwise. Moses takes the first reference.

Reference: Leusch et al. 2006; numbers as Moses'.

Example:
    >>> tertium.cder(["The cat sat on a mat."], ["The cat sat on the mat."])
    Score(system: CDER = 16.7)
"""

from dataclasses import dataclass

from tertium.core.arrays import Buffer, Rows
from tertium.kernels import Encoded, cder_statistics
from tertium.metrics._error_rate import WordErrorRate


@dataclass(frozen=True)
class Cder(WordErrorRate):
    """Cover disjoint error rate of a corpus or a segment."""

    @property
    def title(self) -> str:
        """Name as papers print it."""
        return "CDER"

    def against(self, outputs: Encoded, segment_of_output: Buffer, reference: Encoded) -> Rows:
        """Edits with jumps, and length."""
        return cder_statistics(outputs, segment_of_output, reference)


METRIC = Cder

CITATIONS = (
    """
@inproceedings{leusch-2006,
  author    = {Leusch, Gregor and Ueffing, Nicola and Ney, Hermann},
  title     = {{CDER}: Efficient {MT} Evaluation Using Block Movements},
  booktitle = {Proceedings of the 11th Conference of the European Chapter of the ACL},
  pages     = {241--248},
  year      = {2006}
}
""",
)
