"""Statistics that follow from counts of pairs alone."""

from abc import abstractmethod
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from tertium.core.arrays import Floats
from tertium.core.spec import option
from tertium.meta.cells import Cells
from tertium.meta.pair_counts import Counts, count_pairs
from tertium.meta.statistics._rank_statistic import RankStatistic
from tertium.meta.statistics._statistic import Drawing
from tertium.meta.swapped_pairs import SwappedRuns, SwappedSystems
from tertium.meta.swaps import SwappedCells, Swapping
from tertium.meta.tie_calibration import calibrate
from tertium.meta.vectors import Counted, Vectors, is_short
from tertium.meta.weighted_pairs import DrawnPairs

CALIBRATED = "calibrated"


@dataclass(frozen=True)
class PairStatistic(RankStatistic):
    """Base of statistics of pairs: a member defines `of_counts`."""

    counts_pairs: ClassVar[bool] = True

    drops_pairs: ClassVar[bool] = False
    """Whether pairs with close human scores do not count."""

    @abstractmethod
    def of_counts(self, counts: Counts) -> Floats:
        """Return the statistic from the numbers of pairs."""

    def values(self, vectors: Vectors) -> Floats:
        """Count pairs, and compute the statistic from the counts."""
        return self.of_counts(count_pairs(vectors, self.tie(vectors), self.apart(vectors)))

    def values_at(self, vectors: Vectors, epsilon: float) -> Floats:
        """Count pairs, where metric scores that differ by at most `epsilon` tie."""
        return self.of_counts(count_pairs(vectors, epsilon))

    def tie_before_calibration(self, vectors: Vectors) -> float:
        """Return the difference up to which scores of the metric tie before ties are calibrated."""
        return 0.0 if self.calibrates_ties else self.tie(vectors)

    def apart(self, vectors: Vectors) -> float:
        """Return by how much human scores must differ for a pair to count."""
        return 0.0

    def mean_of_counts(self, counts: Counts) -> Floats:
        """Return the average over vectors from their numbers of pairs: one for each replicate."""
        return self.mean(self.of_counts(counts), lambda: counts.pairs)

    def sizes(self, vectors: Vectors) -> Counted:
        """Return the number of pairs."""
        return vectors.pairs

    def swapping(self, swapped: SwappedCells) -> Swapping | None:
        """Count pairs of systems once if whole systems are swapped; sort long vectors once."""
        if swapped.swap == "systems" and self._counts_by_systems(swapped.cells.layout):
            return SwappedSystems.of(self, swapped)
        short = is_short(len(swapped.cells.vectors(0).gold))
        if short or self.drops_pairs or self.calibrates_ties:
            return None
        return SwappedRuns.of(self, swapped)

    def drawing(self, cells: Cells) -> Drawing | None:
        """Count pairs of systems once."""
        return DrawnPairs.of(self, cells) if self._counts_by_systems(cells.layout) else None

    def _counts_by_systems(self, layout: str) -> bool:
        """Whether pairs of outputs can be counted once for each pair of systems.

        Vectors of single systems have no such pairs. To calibrate ties, all differences between
        cells of one vector are kept, and those of a whole table are too many.
        """
        return layout == "item" or (layout == "none" and not self.calibrates_ties)


@dataclass(frozen=True)
class TieStatistic(PairStatistic):
    """Base of statistics that reward a metric for ties where human scores tie."""

    rewards_ties: ClassVar[bool] = True

    epsilon: float | str = option(
        0.0,
        "Metric scores that differ by at most this tie; `calibrated` uses the smallest difference"
        " between two scores at which the statistic is highest, or 0.",
        choices=(CALIBRATED,),
        minimum=0,
        maximum=10**12,
    )

    @property
    def calibrates_ties(self) -> bool:
        """Whether epsilon is calibrated."""
        return self.epsilon == CALIBRATED

    @property
    def has_fixed_ties(self) -> bool:
        """Whether epsilon is a number above 0."""
        return self.epsilon not in (0, CALIBRATED)

    def values(self, vectors: Vectors) -> Floats:
        """Calibrate ties for each replicate, if they are calibrated."""
        if not self.calibrates_ties:
            return super().values(vectors)
        replicates = max(vectors.gold.shape[2], vectors.metric.shape[2])
        alone = [vectors.replicate(number) for number in range(replicates)]
        return np.hstack([self.of_counts(count_pairs(one, calibrate(one))) for one in alone])

    def tie(self, vectors: Vectors) -> float:
        """Return its epsilon."""
        if self.calibrates_ties:
            return calibrate(vectors)
        return float(self.epsilon) + self.noise(vectors.metric) if self.epsilon else 0.0
