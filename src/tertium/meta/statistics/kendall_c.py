"""Kendall's tau-c (Stuart)."""

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from tertium.core.arrays import Floats
from tertium.meta.pair_counts import count_pairs
from tertium.meta.statistics._arithmetic import ratio
from tertium.meta.statistics._rank_statistic import RankStatistic
from tertium.meta.vectors import Counted, Present, Vectors


@dataclass(frozen=True)
class KendallC(RankStatistic):
    """Kendall's tau-c: 2 (C - D) / (n^2 (m - 1) / m), m the smaller number of distinct values.

    If cells are drawn several times, 2 N n / (n - 1) replaces n^2, where n is the number of
    distinct cells and N the number of pairs of different cells. It equals n^2 if no cell is
    repeated, and a perfect metric without ties has 1 (Stuart 1953).
    """

    title: ClassVar[str] = "Kendall's tau-c"
    counts_pairs: ClassVar[bool] = True

    def values(self, vectors: Vectors) -> Floats:
        """Undefined if either has a single value."""
        counts = count_pairs(vectors, 0.0)
        distinct = np.minimum(
            _distinct(vectors.gold, vectors.present), _distinct(vectors.metric, vectors.present)
        )
        cells = vectors.cells - vectors.repeated
        squared = 2.0 * counts.pairs * cells / np.maximum(cells - 1, 1)
        tau = ratio(2.0 * counts.balance, squared * (distinct - 1) / np.maximum(distinct, 1))
        # Repeated cells in classes of unequal size can have more pairs than classes of equal size.
        return np.clip(tau, -1.0, 1.0, out=tau)

    def sizes(self, vectors: Vectors) -> Counted:
        """Return the number of pairs."""
        return vectors.pairs


def _distinct(scores: Floats, present: Present) -> Counted:
    """Number of distinct scores of each vector: (vector, replicate)."""
    ascending = np.sort(np.where(present, scores, np.inf), axis=0)
    new = np.isfinite(ascending)
    new[1:] &= ascending[1:] != ascending[:-1]
    return new.sum(axis=0)


STATISTIC = KendallC

CITATIONS = (
    """
@article{stuart-1953,
  author  = {Stuart, Alan},
  title   = {The Estimation and Comparison of Strengths of Association in Contingency Tables},
  journal = {Biometrika},
  volume  = {40},
  number  = {1/2},
  pages   = {105--110},
  year    = {1953}
}
""",
)
