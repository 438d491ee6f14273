"""Kendall's tau with ties."""

from dataclasses import dataclass
from typing import ClassVar

from tertium.core.arrays import Floats
from tertium.meta.pair_counts import Counts
from tertium.meta.statistics._arithmetic import ratio
from tertium.meta.statistics._pair_statistic import TieStatistic
from tertium.meta.statistics._papers import DEUTSCH_2023


@dataclass(frozen=True)
class TauWithTies(TieStatistic):
    """Kendall's tau with ties, tau-eq or tau-23: (C + T_hm - D - T_h - T_m) / N.

    Reference: Deutsch, Foster and Freitag 2023.
    """

    title: ClassVar[str] = "Kendall's tau with ties"
    pair_credit: ClassVar[float | None] = 2.0

    def of_counts(self, counts: Counts) -> Floats:
        """Pairs that are not ordered or tied alike count against the metric."""
        return ratio(2 * counts.agreeing - counts.pairs, counts.pairs)


STATISTIC = TauWithTies

CITATIONS = (DEUTSCH_2023,)
