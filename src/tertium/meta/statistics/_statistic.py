"""The base of all statistics between human scores and the scores of a metric."""

from abc import abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from tertium.core.arrays import TOLERANCE, Floats, Weights
from tertium.core.errors import UnknownMember
from tertium.core.spec import Member
from tertium.meta.cells import Cells
from tertium.meta.choices import AVERAGES
from tertium.meta.statistics._arithmetic import ratio
from tertium.meta.swaps import SwappedCells, Swapping
from tertium.meta.vectors import Counted, Vectors

# Turns counts of drawn systems into values of the statistic, one per replicate.
Drawing = Callable[[Weights], Floats]


@dataclass(frozen=True)
class Statistic(Member):
    """A statistic of meta-evaluation: a member of `meta/statistics`.

    A member defines `title` and `values`; the other attributes and methods have defaults, which are
    right for a statistic without ties, thresholds or special cases.
    """

    title: ClassVar[str] = ""
    """Name as papers print it."""

    lowest: ClassVar[float] = -1.0
    """The lowest value it can have."""

    highest: ClassVar[float] = 1.0
    """The highest value it can have."""

    counts_pairs: ClassVar[bool] = False
    """Whether its sample size counts pairs of outputs or systems, not scores."""

    weighted_by_size: ClassVar[bool] = False
    """Whether an average weights each vector by its sample size, and not all vectors equally."""

    needs_items: ClassVar[bool] = False
    """Whether it needs scores of segments or documents of each system, complete for all systems."""

    normal_theory: ClassVar[bool] = False
    """Whether Fisher's and Zou's intervals and Williams' test apply to its value on one vector."""

    enough_swapped_systems: ClassVar[int] = 0
    """Number of systems below which a test that swaps whole systems rejects a true null too often
    (docs/calibration.md)."""

    rewards_ties: ClassVar[bool] = False
    """Whether a metric is rewarded for ties where human scores tie, so that ties matter."""

    pair_credit: ClassVar[float | None] = None
    """By how much one more correct pair of N raises the value, times N; None if the value is not
    the number of correct pairs up to a scale, so that outcomes of pairs cannot be swapped."""

    @property
    def rounds(self) -> bool:
        """Whether scores are rounded first, so that scores equal in exact arithmetic tie."""
        return False

    @property
    def calibrates_ties(self) -> bool:
        """Whether the difference up to which metric scores tie is calibrated on the data."""
        return False

    @property
    def has_fixed_ties(self) -> bool:
        """Whether metric scores tie up to a fixed difference, which depends on their scale."""
        return False

    @abstractmethod
    def values(self, vectors: Vectors) -> Floats:
        """Return the statistic of each vector, NaN where it is undefined: (vector, replicate)."""

    def values_at(self, vectors: Vectors, epsilon: float) -> Floats:
        """Return the same where metric scores tie up to `epsilon`, for a statistic with ties."""
        raise NotImplementedError(f"{self.name} has no ties.")

    def tie(self, vectors: Vectors) -> float:
        """Return the difference up to which scores of the metric tie."""
        return 0.0

    def sizes(self, vectors: Vectors) -> Counted:
        """Return the number of scores or pairs that it rests on: (vector, replicate)."""
        return vectors.cells

    def normal_theory_applies(self, average: str) -> bool:
        """Whether its value, so averaged, is that of one vector with `normal_theory`."""
        return self.normal_theory and average == "none"

    def layout(self, average: str) -> str:
        """Return how vectors are taken from the table; refuse an average that makes no sense."""
        if average not in AVERAGES:
            raise UnknownMember("average", average, AVERAGES)
        return average

    def cells(self, gold: Floats, metrics: Sequence[Floats], average: str) -> Cells:
        """Prepare tables of scores, (system, item), for this statistic."""
        return Cells.of(
            gold,
            metrics,
            layout=self.layout(average),
            rounds=self.rounds,
            complete_items=self.needs_items,
        )

    def average(self, vectors: Vectors) -> Floats:
        """Return the mean over vectors where it is defined, NaN if there are none: (replicate)."""
        return self.mean(self.values(vectors), lambda: self.sizes(vectors))

    def mean(self, values: Floats, sizes: Callable[[], Counted]) -> Floats:
        """Average defined values: (vector, replicate) to one for each replicate."""
        if len(values) == 1:
            single: Floats = values[0]
            return single
        defined = ~np.isnan(values)
        weights = defined * sizes() if self.weighted_by_size else defined
        return ratio((np.where(defined, values, 0.0) * weights).sum(axis=0), weights.sum(axis=0))

    def reason(self, vectors: Vectors) -> str:
        """Say why it is undefined on all vectors."""
        if not vectors.present.any():
            return "no output has both scores"
        if vectors.cells.max() < 2:
            return "fewer than two outputs have both scores"
        for scores, whose in ((vectors.gold, "human scores"), (vectors.metric, "metric scores")):
            if all(
                _constant(column[present])
                for column, present in zip(scores[..., 0].T, vectors.present[..., 0].T, strict=True)
            ):
                return f"all {whose} are equal"
        return "on every vector all human scores or all metric scores are equal"

    def swapping(self, swapped: SwappedCells) -> Swapping | None:
        """Return a faster way to compute differences after swapping, if there is one.

        It must give the differences that recomputing the statistic from swapped scores gives.
        """
        return None

    def drawing(self, cells: Cells) -> Drawing | None:
        """Return a faster way to compute values of drawn systems, if there is one.

        It must give the values that recomputing the statistic from drawn systems gives.
        """
        return None


def _constant(scores: Floats) -> bool:
    return bool(np.ptp(scores) <= TOLERANCE * np.abs(scores).max()) if len(scores) else True
