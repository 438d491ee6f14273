"""Spearman's rank correlation."""

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from tertium.core.arrays import Floats
from tertium.meta.pair_counts import order_of
from tertium.meta.statistics._arithmetic import pearson_correlation
from tertium.meta.statistics._rank_statistic import RankStatistic
from tertium.meta.vectors import Present, Vectors, is_short


@dataclass(frozen=True)
class Spearman(RankStatistic):
    """Spearman's rho: Pearson's correlation of the ranks; tied scores have their mean rank."""

    title: ClassVar[str] = "Spearman's rho"

    def values(self, vectors: Vectors) -> Floats:
        """Return Pearson's correlation of the ranks of each vector."""
        gold, metric = (_ranks(scores, vectors.present) for scores in vectors[:2])
        return pearson_correlation(gold, metric, vectors.present)


def _ranks(scores: Floats, present: Present) -> Floats:
    """Ranks of the scores of each vector, 0 where they are missing.

    In short vectors the rank is the number of smaller scores minus the number of larger scores,
    which is twice the usual rank up to a constant.
    """
    if not is_short(len(scores)):
        from scipy.stats import rankdata

        shape = np.broadcast_shapes(scores.shape, present.shape)
        last = np.where(present, np.broadcast_to(scores, shape), np.inf)
        ranks: Floats = np.where(present, rankdata(last, axis=0), 0.0)
        return ranks
    balance = np.zeros(np.broadcast_shapes(scores.shape, present.shape), np.int8)
    complete = bool(present.all())
    for i in range(1, len(scores)):
        for j in range(i):
            order = order_of(scores[i], scores[j], 0.0)
            if not complete:
                order = order * (present[i] & present[j]).view(np.int8)
            balance[i] += order
            balance[j] -= order
    return balance.astype(np.float64)


STATISTIC = Spearman

CITATIONS = (
    """
@article{spearman-1904,
  author  = {Spearman, Charles},
  title   = {The Proof and Measurement of Association between Two Things},
  journal = {The American Journal of Psychology},
  volume  = {15},
  number  = {1},
  pages   = {72--101},
  year    = {1904}
}
""",
)
