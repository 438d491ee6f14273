"""Kendall's tau-b."""

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from tertium.core.arrays import Floats
from tertium.core.spec import option
from tertium.meta.pair_counts import Counts
from tertium.meta.statistics._arithmetic import ratio
from tertium.meta.statistics._pair_statistic import PairStatistic
from tertium.meta.vectors import Vectors


@dataclass(frozen=True)
class KendallB(PairStatistic):
    """Kendall's tau-b: (C - D) / sqrt((N - human ties) (N - metric ties)) (Kendall 1945)."""

    title: ClassVar[str] = "Kendall's tau-b"

    epsilon: float = option(
        0.0, "Metric scores that differ by at most this tie.", minimum=0, maximum=10**12
    )

    @property
    def has_fixed_ties(self) -> bool:
        """Whether epsilon is above 0."""
        return self.epsilon > 0

    def tie(self, vectors: Vectors) -> float:
        """Return its epsilon."""
        return self.epsilon + self.noise(vectors.metric) if self.epsilon else 0.0

    def of_counts(self, counts: Counts) -> Floats:
        """Undefined if either ties all pairs."""
        gold, metric = counts.pairs - counts.gold_ties, counts.pairs - counts.metric_ties
        tau = ratio(counts.balance, np.sqrt(gold) * np.sqrt(metric))
        return np.clip(tau, -1.0, 1.0, out=tau)


STATISTIC = KendallB

CITATIONS = (
    """
@article{kendall-1945,
  author  = {Kendall, Maurice G.},
  title   = {The Treatment of Ties in Ranking Problems},
  journal = {Biometrika},
  volume  = {33},
  number  = {3},
  pages   = {239--251},
  year    = {1945}
}
""",
)
