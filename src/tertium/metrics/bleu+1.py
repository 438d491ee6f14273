"""BLEU+1: BLEU with one added to matches and totals of all orders above unigrams, for segments.

p_1 is plain, p_n = (m_n + 1) / (t_n + 1) for n = 2, 3 ..., with the usual brevity penalty; so an
order without a match does not make the score 0. It is `bleu(smooth=add-k)` under its own name.

Reference: Lin and Och 2004; numbers as sacreBLEU's.
"""

from dataclasses import dataclass
from typing import ClassVar

from tertium.metrics.bleu import Bleu


@dataclass(frozen=True)
class BleuPlusOne(Bleu):
    """BLEU+1 of a segment or a corpus."""

    name: ClassVar[str] = "bleu+1"
    citations: ClassVar[tuple[str, ...]] = ("lin-och-2004", "papineni-2002", "post-2018")

    # No longer parameters: they make the metric what it is.
    smooth: ClassVar[str] = "add-k"  # type: ignore[misc]
    smooth_value: ClassVar[float | None] = 1.0  # type: ignore[misc]

    @property
    def title(self) -> str:
        """Name as papers print it."""
        return "BLEU+1"


METRIC = BleuPlusOne
