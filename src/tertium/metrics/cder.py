"""CDER: edits per word of the reference, where a jump within the output is one edit.

Each word of the reference is matched, substituted, inserted or, for a jump of cost 1, found
anywhere else in the output; words of the output may be used several times or never. Edits and
lengths are summed over the corpus, then divided, in percent (Moses prints a fraction). Edits with
an empty reference count as 100. Lower is better.

Of several references, the one with the fewest edits is used, and edits are divided by the mean
length, as for TER; see `reference` and `length`. Moses uses the first reference.

Reference: Leusch et al. 2006. Scores equal those of Moses.

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
        """Name in tables."""
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
