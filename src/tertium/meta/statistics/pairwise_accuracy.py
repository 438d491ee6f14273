"""Pairwise accuracy."""

from dataclasses import dataclass
from typing import ClassVar

from tertium.core.arrays import Floats
from tertium.meta.pair_counts import Counts
from tertium.meta.statistics._arithmetic import ratio
from tertium.meta.statistics._pair_statistic import PairStatistic


@dataclass(frozen=True)
class PairwiseAccuracy(PairStatistic):
    """Share of the pairs of all vectors that a metric orders, or ties, as human scores do.

    Reference: Kocmi et al. 2021.
    """

    title: ClassVar[str] = "Pairwise accuracy"
    lowest: ClassVar[float] = 0.0
    weighted_by_size: ClassVar[bool] = True
    pair_credit: ClassVar[float | None] = 1.0

    def of_counts(self, counts: Counts) -> Floats:
        """(C + T_hm) / N."""
        return ratio(counts.agreeing, counts.pairs)


STATISTIC = PairwiseAccuracy

CITATIONS = (
    """
@inproceedings{kocmi-2021,
  author    = {Kocmi, Tom and Federmann, Christian and Grundkiewicz, Roman and
               Junczys-Dowmunt, Marcin and Matsushita, Hitokazu and Menezes, Arul},
  title     = {To Ship or Not to Ship: An Extensive Evaluation of Automatic Metrics for Machine
               Translation},
  booktitle = {Proceedings of the Sixth Conference on Machine Translation},
  pages     = {478--494},
  year      = {2021}
}
""",
)
