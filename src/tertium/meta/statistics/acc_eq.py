"""Pairwise accuracy with ties."""

from dataclasses import dataclass
from typing import ClassVar

from tertium.core.arrays import Floats
from tertium.meta.pair_counts import Counts
from tertium.meta.statistics._arithmetic import ratio
from tertium.meta.statistics._pair_statistic import TieStatistic
from tertium.meta.statistics._papers import DEUTSCH_2023


@dataclass(frozen=True)
class AccuracyWithTies(TieStatistic):
    """Pairwise accuracy with ties, acc-eq or acc-23: (C + T_hm) / N (Deutsch et al. 2023)."""

    title: ClassVar[str] = "Pairwise accuracy with ties"
    lowest: ClassVar[float] = 0.0
    pair_credit: ClassVar[float | None] = 1.0

    def of_counts(self, counts: Counts) -> Floats:
        """Share of the pairs that human scores and metric order, or tie, alike."""
        return ratio(counts.agreeing, counts.pairs)


STATISTIC = AccuracyWithTies

CITATIONS = (DEUTSCH_2023,)
