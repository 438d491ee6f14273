"""Differences between two metrics after they swapped outcomes of pairs."""

from dataclasses import dataclass
from typing import Any

import numpy as np

from tertium.core.arrays import Floats, Weights
from tertium.core.errors import UsageError
from tertium.core.formatting import counted
from tertium.meta.cells import Cells
from tertium.meta.correlation import Correlation
from tertium.meta.pair_counts import differences
from tertium.meta.statistics import Statistic
from tertium.meta.vectors import Vectors

# The most pairs whose outcomes can be swapped: each takes a random bit for every trial.
_MOST_PAIRS = 2**24


@dataclass(frozen=True, eq=False)
class SwappedOutcomes:
    """Differences between two metrics after they swapped outcomes of pairs.

    Pairs on which both metrics are right or both are wrong change nothing; the other pairs are the
    units.

    Attributes:
        gains: Contribution of each unit to the difference, positive if the first metric is right.
    """

    gains: Floats

    @classmethod
    def of(
        cls, statistic: Statistic, cells: Cells, correlations: tuple[Correlation, Correlation]
    ) -> "SwappedOutcomes":
        """Compare all pairs, with separate ties for each metric."""
        one, two = cells.vectors(0), cells.vectors(1)
        pairs = one.pairs[:, 0]
        if pairs.sum() > _MOST_PAIRS:
            raise UsageError(
                f"Swapping the outcomes of {counted(pairs.sum(), 'pair')} takes too much memory.",
                hint="Average by item, or swap scores.",
            )
        right = [
            _right(statistic, vectors, correlation)
            for vectors, correlation in zip((one, two), correlations, strict=True)
        ]
        vector = np.concatenate([numbers for *_, numbers in differences(one)])
        with np.errstate(divide="ignore"):
            each = 1 / pairs / np.count_nonzero(pairs)
        weights = (
            np.full(len(vector), 1 / pairs.sum()) if statistic.weighted_by_size else each[vector]
        )
        gains = (right[0].astype(np.float64) - right[1]) * weights
        assert statistic.pair_credit is not None
        return cls(statistic.pair_credit * gains[gains != 0])

    @property
    def units(self) -> int:
        """Number of pairs on which the metrics differ."""
        return len(self.gains)

    def __call__(self, masks: Weights) -> Floats:
        """Return one difference for each replicate."""
        difference: Floats = self.gains.sum() - 2 * (masks.astype(np.float64) @ self.gains)
        return difference


def _right(statistic: Statistic, vectors: Vectors, correlation: Correlation) -> Any:
    """Whether the metric orders, or ties, each pair as human scores do."""
    epsilon = correlation.epsilon if statistic.calibrates_ties else statistic.tie(vectors)
    assert epsilon is not None
    return np.concatenate(
        [
            np.sign(difference) * (np.abs(difference) > epsilon) == order
            for difference, order, _ in differences(vectors)
        ]
    )
