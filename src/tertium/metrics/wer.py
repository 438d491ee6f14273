"""WER: word error rate, insertions, deletions and substitutions per word of the reference.

WER = edit distance (Levenshtein) of output and reference / length of the reference, in percent
(jiwer and Moses print a fraction). Distances and lengths are summed over the corpus, then divided;
edits with an empty reference count as 100. Lower is better.

Of several references, the one with the fewest edits is used, and edits are divided by the mean
length, as for TER, so TER is WER with shifts; see `reference` and `length`.

Reference: Levenshtein 1966; for several references Nießen et al. 2000. Scores equal jiwer's.

Example:
    >>> tertium.wer(["The cat sat on a mat."], ["The cat sat on the mat."])
    Score(system: WER = 16.7)
"""

from dataclasses import dataclass

from tertium.core.arrays import Buffer, Rows
from tertium.kernels import Encoded, wer_statistics
from tertium.metrics._error_rate import WordErrorRate


@dataclass(frozen=True)
class Wer(WordErrorRate):
    """Word error rate of a corpus or a segment."""

    @property
    def title(self) -> str:
        """Name in tables."""
        return "WER"

    def against(self, outputs: Encoded, segment_of_output: Buffer, reference: Encoded) -> Rows:
        """Edit distance and length."""
        return wer_statistics(outputs, segment_of_output, reference)


METRIC = Wer

CITATIONS = (
    """
@article{levenshtein-1966,
  author    = {Levenshtein, Vladimir I.},
  title     = {Binary Codes Capable of Correcting Deletions, Insertions and Reversals},
  journal   = {Soviet Physics Doklady},
  volume    = {10},
  number    = {8},
  pages     = {707--710},
  year      = {1966}
}
""",
    r"""
@inproceedings{niessen-2000,
  author    = {Nie{\ss}en, Sonja and Och, Franz Josef and Leusch, Gregor and Ney, Hermann},
  title     = {An Evaluation Tool for Machine Translation: Fast Evaluation for {MT} Research},
  booktitle = {Proceedings of the Second International Conference on Language Resources and
               Evaluation},
  year      = {2000}
}
""",
)
