"""Pearson's correlation."""

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from tertium.core.arrays import Floats, Weights
from tertium.meta.statistics._arithmetic import pearson_correlation
from tertium.meta.statistics._statistic import Statistic
from tertium.meta.swaps import SwappedCells, SwappedScores, Swapping
from tertium.meta.vectors import Vectors, is_short

# Sums of squares that are a smaller share of the total than this have lost too many digits.
_CANCELLED = 1e-4


@dataclass(frozen=True)
class Pearson(Statistic):
    """Pearson's correlation: the covariance divided by the product of standard deviations."""

    title: ClassVar[str] = "Pearson's r"
    normal_theory: ClassVar[bool] = True
    enough_swapped_systems: ClassVar[int] = 25

    def values(self, vectors: Vectors) -> Floats:
        """Return the correlation of each vector."""
        return pearson_correlation(vectors.gold, vectors.metric, vectors.present)

    def swapping(self, swapped: SwappedCells) -> Swapping | None:
        """On a single long vector, only sums change."""
        length, vectors = swapped.cells.vectors(0).gold.shape[:2]
        if is_short(length) or vectors > 1:
            return None
        return SwappedMoments.of(SwappedScores(self.average, swapped))


@dataclass(frozen=True, eq=False)
class SwappedMoments:
    """Differences of Pearson's correlation on a single vector, from sums of swapped scores.

    The sums of the first metric after swapping are linear in the masks; the second metric has the
    rest of the total. If swapping leaves a metric nearly constant, sums cancel, and the correlation
    is computed from the scores.

    Attributes:
        scores: Computes differences from the scores.
        gains: By unit, the change of the first metric's sum of scores by a swap, of their squares,
            and of their products with human scores.
        kept: These sums before swapping.
        total: These sums of both metrics.
        size: Number of cells.
        spread: Sum of squared deviations of human scores.
    """

    scores: SwappedScores
    gains: Floats
    kept: Floats
    total: Floats
    size: int
    spread: float

    @classmethod
    def of(cls, scores: SwappedScores) -> "SwappedMoments":
        """Sum by unit."""
        cells = scores.swapped.cells
        gold = cells.gold[cells.present]
        gold = gold - gold.mean()
        one, two = (
            np.stack([known, known**2, known * gold], axis=1)
            for known in (metric[cells.present] for metric in cells.metrics)
        )
        units = scores.swapped.unit_of_cell[cells.present]
        gains: Floats = np.stack(
            [np.bincount(units, column) for column in (two - one).T], axis=1
        ).astype(np.float64)
        kept = one.sum(axis=0)
        return cls(scores, gains, kept, kept + two.sum(axis=0), len(gold), float(gold @ gold))

    @property
    def units(self) -> int:
        """Number of units."""
        return len(self.gains)

    def __call__(self, masks: Weights) -> Floats:
        """Return one difference for each replicate."""
        first = self.kept + masks.astype(np.float64) @ self.gains
        difference = self._correlation(first) - self._correlation(self.total - first)
        unclear = np.isnan(difference)
        if unclear.any():
            difference[unclear] = self.scores(masks[unclear])
        return difference

    def _correlation(self, sums: Floats) -> Floats:
        """One for each replicate, NaN where sums have cancelled."""
        scores, squares, products = sums.T
        deviations = squares - scores**2 / self.size
        deviations[deviations < _CANCELLED * self.total[1]] = np.nan
        correlation: Floats = np.clip(products / np.sqrt(self.spread * deviations), -1.0, 1.0)
        return correlation


STATISTIC = Pearson

CITATIONS = (
    """
@article{pearson-1895,
  author  = {Pearson, Karl},
  title   = {Note on Regression and Inheritance in the Case of Two Parents},
  journal = {Proceedings of the Royal Society of London},
  volume  = {58},
  pages   = {240--242},
  year    = {1895}
}
""",
)
