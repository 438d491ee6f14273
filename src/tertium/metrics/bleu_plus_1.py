"""BLEU+1: BLEU with add-one smoothing of all orders above unigrams, for segments.

p_1 is not smoothed, p_n = (m_n + 1) / (t_n + 1) for n = 2, 3 ..., with the usual brevity penalty;
an order without matches does not make the score 0. The same as `bleu(smooth=add-k)`.

Reference: Lin and Och 2004. Scores equal sacreBLEU's.

Example:
    >>> tertium.bleu_plus_1(["The cat sat on a mat."], ["The cat sat on the mat."])
    Score(system: BLEU+1 = 59.2)
"""

from dataclasses import dataclass
from typing import ClassVar

from tertium.metrics._sacrebleu import POST_2018
from tertium.metrics.bleu import PAPINENI_2002, Bleu


@dataclass(frozen=True)
class BleuPlusOne(Bleu):
    """BLEU+1 of a segment or a corpus."""

    # Not parameters here: they define the metric.
    smooth: ClassVar[str] = "add-k"  # type: ignore[misc]
    smooth_value: ClassVar[float | None] = 1.0  # type: ignore[misc]

    @property
    def title(self) -> str:
        """Name in tables."""
        return "BLEU+1"


METRIC = BleuPlusOne

CITATIONS = (
    """
@inproceedings{lin-och-2004,
  author    = {Lin, Chin-Yew and Och, Franz Josef},
  title     = {{ORANGE}: a Method for Evaluating Automatic Evaluation Metrics for Machine
               Translation},
  booktitle = {COLING 2004: Proceedings of the 20th International Conference on Computational
               Linguistics},
  pages     = {501--507},
  year      = {2004}
}
""",
    PAPINENI_2002,
    POST_2018,
)
