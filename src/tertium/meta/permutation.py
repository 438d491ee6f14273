"""Does one metric agree with people better than another? Would it, had they swapped scores?

H0: each score could as well be that of the other metric. Both metrics are brought to one scale
(mean 0, standard deviation 1); for every trial units are swapped between them with probability 1/2,
and p is the share of trials whose difference of the statistic is at least the observed one. A unit
is a single score (`scores`, the test PERM-BOTH of mt-metrics-eval), all scores of a segment
(`segments`), all scores of a system (`systems`), or, for accuracies with ties, what a metric says
of a pair of outputs (`pairs`), with the ties of each metric as they were calibrated. Where all ways
of swapping are no more than the trials, they are enumerated, and p has no Monte Carlo error.

What is swapped must be exchangeable. Scores of one system are not if metrics favour systems: then
only `systems` holds its level. Even so the test is not exact, as scores are standardized on the
very systems that are swapped: of few systems it rejects too often (docs/calibration.md).

Pairs of one segment share outputs, but `pairs` swaps each by itself and rejects too often: on 400
tables without a difference (6 systems, 20 segments) in 16 % at the level of 10 %, `scores` in 9 %.

Reference: Noreen 1989; Deutsch, Dror and Roth 2021; Deutsch, Foster and Freitag 2023 (pairs).
"""

import math
from dataclasses import dataclass
from typing import Any, Protocol

from tertium.core.arrays import TOLERANCE, Floats, Weights
from tertium.core.errors import UnknownMember, UsageError
from tertium.core.plain import counted
from tertium.core.resampling import AllSwaps, Draws, Swaps, block_size, replicates
from tertium.meta.correlation import (
    CALIBRATED,
    AccuracyWithTies,
    Cells,
    Correlation,
    Flipped,
    KendallLike,
    OfPairs,
    PairwiseAccuracy,
    Pearson,
    Signs,
    SoftPairwiseAccuracy,
    Statistic,
    TauWithTies,
    averaged,
    correlate,
    mean,
    of_systems,
)
from tertium.meta.pairs import SHORT, Counts, SwappedPairs, Vectors, differences
from tertium.meta.weighted_pairs import Sides, WeightedPairs, countable
from tertium.significance.approximate_randomization import ApproximateRandomization

SWAPPED = ("scores", "segments", "systems", "pairs")

# Sums of squares that are a smaller share of the total than this have lost too many digits.
_CANCELLED = 1e-4

# Pairs whose outcomes can be swapped: each takes a random bit for every trial.
_MOST_PAIRS = 2**24


@dataclass(frozen=True, eq=False)
class Permutation:
    """A test of the difference of two metrics.

    Attributes:
        first: How well one metric agrees with people, on the cells that have all scores.
        second: How well the other does.
        difference: First minus second.
        p: The p-value; NaN where it is undefined.
        count: How many pseudo-statistics were counted.
        pseudo_statistics: Differences after swapping.
        exact: Whether these are all there are, not a sample.
        undefined: Trials left out, as the statistic is undefined after swapping.
        reason: Why p is undefined, where it is.
    """

    first: Correlation
    second: Correlation
    difference: float
    p: float
    count: float
    pseudo_statistics: Floats
    exact: bool = False
    undefined: int = 0
    reason: str = ""


def permutation_test(
    statistic: Statistic,
    gold: Floats,
    first: Floats,
    second: Floats,
    *,
    swap: str = "scores",
    average: str = "none",
    trials: int = 1000,
    seed: int = 12345,
    alternative: str = "two-sided",
    p_value: str = "plus-one",
) -> Permutation:
    """Test whether two metrics agree with people equally well.

    Args:
        statistic: How agreement is measured.
        gold: Scores of people: (system, item), NaN where there is none.
        first: Scores of a metric.
        second: Scores of another. Cells that lack one of the three are left out.
        swap: What is swapped, one of `SWAPPED`.
        average: As in `correlate`.
        trials: Number of trials.
        seed: Seed of what is drawn.
        alternative: "greater" asks whether the first agrees better.
        p_value: "plus-one" gives (c + 1) / (B + 1), "plain" c / B.
    """
    import numpy as np

    if swap not in SWAPPED:
        raise UnknownMember("way of swapping", swap, SWAPPED)
    test = ApproximateRandomization(
        trials=trials, seed=seed, alternative=alternative, p_value=p_value
    )
    _refuse(statistic, swap)
    cells = Cells.of(statistic, gold, [first, second], average)
    complete = np.isfinite(first) & np.isfinite(second)
    people = np.where(complete, gold, np.nan)
    one, two = (correlate(statistic, people, metric, average) for metric in (first, second))
    difference = one.value - two.value
    for found, which in ((one, "first"), (two, "second")):
        if found.reason:
            return _untested(one, two, f"of the {which} metric: {found.reason}")
    swapped: _Swapped
    if swap == "pairs":
        swapped = SwappedOutcomes.of(statistic, cells, (one, two))
    elif any(np.ptp(metric[cells.present]) == 0 for metric in cells.metrics):
        return _untested(one, two, "a metric gives the same score to all")
    else:
        swapped = _swapped_scores(statistic, cells, swap)
    exact = swapped.units <= trials.bit_length() - 1
    draws: Draws = AllSwaps(swapped.units) if exact else Swaps(swapped.units)
    if swapped.units:
        pseudo = replicates(draws, 2**swapped.units if exact else trials, seed, swapped)
    else:  # nothing could be swapped that would make a difference
        pseudo = np.array([difference])
    defined = pseudo[~np.isnan(pseudo)]
    if not len(defined):
        return _untested(one, two, "the statistic is undefined whatever is swapped")
    outcome = test.outcome(defined, difference, 2 * TOLERANCE, exact=exact)
    return Permutation(
        one,
        two,
        difference,
        outcome.p,
        outcome.count,
        defined,
        exact,
        len(pseudo) - len(defined),
        outcome.reason,
    )


def _refuse(statistic: Statistic, swap: str) -> None:
    """Refuse what has no meaning."""
    if swap == "pairs":
        if not isinstance(statistic, AccuracyWithTies | TauWithTies | PairwiseAccuracy):
            raise UsageError(
                f"Outcomes of pairs cannot be swapped under {statistic.name}.",
                hint="Take acc_eq, tau_eq or pairwise_accuracy, or swap scores.",
            )
    elif getattr(statistic, "epsilon", 0) not in (0, CALIBRATED):
        raise UsageError(
            f"The epsilon of {statistic} is in the scale of one metric, which swapping gives up.",
            hint="Swap pairs, or take epsilon=calibrated.",
        )


def _untested(first: Correlation, second: Correlation, reason: str) -> Permutation:
    import numpy as np

    difference = first.value - second.value
    return Permutation(first, second, difference, math.nan, math.nan, np.empty(0), reason=reason)


# --- Swapping scores ----------------------------------------------------------------------------


class _Swapped(Protocol):
    """Turns masks into differences between the metrics: one for each replicate."""

    @property
    def units(self) -> int:
        """Number of units that are swapped."""

    def __call__(self, masks: Weights) -> Floats: ...


def _swapped_scores(statistic: Statistic, cells: Cells, swap: str) -> _Swapped:
    """Choose how differences are computed: from sums, or sorted once, where vectors are long."""
    made = SwappedScores.of(statistic, cells.standardized(), swap)
    if isinstance(statistic, SoftPairwiseAccuracy):
        return SwappedSigns.of(made, statistic)
    whole = swap == "systems" and countable(statistic, made.cells.layout)
    if whole and isinstance(statistic, OfPairs):
        return SwappedSystems.of(made, statistic)
    length, vectors = made.cells.vectors(0).gold.shape[:2]
    if length <= SHORT:
        return made
    if isinstance(statistic, Pearson) and vectors == 1:
        return SwappedMoments.of(made)
    calibrated = getattr(statistic, "epsilon", 0) == CALIBRATED
    if isinstance(statistic, OfPairs) and not isinstance(statistic, KendallLike) and not calibrated:
        return SwappedRuns.of(made)
    return made


@dataclass(frozen=True, eq=False)
class SwappedScores:
    """Turns masks into differences between the metrics.

    Attributes:
        statistic: How agreement is measured.
        cells: Scores, those of both metrics in one scale.
        unit_of_cell: (system, item); anything where a cell is left out.
        units: Number of units.
    """

    statistic: Statistic
    cells: Cells
    unit_of_cell: Any
    units: int

    @classmethod
    def of(cls, statistic: Statistic, cells: Cells, swap: str) -> "SwappedScores":
        """Number the units; those without any score are none."""
        import numpy as np

        systems, items = cells.present.shape
        grid = {
            "scores": np.arange(systems * items).reshape(systems, items),
            "segments": np.broadcast_to(np.arange(items), (systems, items)),
            "systems": np.broadcast_to(np.arange(systems)[:, None], (systems, items)),
        }[swap]
        used, numbers = np.unique(grid[cells.present], return_inverse=True)
        unit_of_cell = np.zeros(grid.shape, np.intp)
        unit_of_cell[cells.present] = numbers
        return cls(statistic, cells, unit_of_cell, len(used))

    def __call__(self, masks: Weights) -> Floats:
        """Give one difference for each replicate."""
        import numpy as np

        # Some replicates at a time: units can be far fewer than cells.
        step = block_size(max(1, self.unit_of_cell.size))
        parts = [self._differences(masks[at : at + step]) for at in range(0, len(masks), step)]
        return np.concatenate(parts)

    def swapped(self, masks: Weights) -> Any:
        """Whether each cell is swapped: (system, item, replicate)."""
        import numpy as np

        return np.ascontiguousarray(masks.T > 0)[self.unit_of_cell]

    def _differences(self, masks: Weights) -> Floats:
        import numpy as np

        swapped = self.swapped(masks)
        one, two = (metric[..., None] for metric in self.cells.metrics)
        same = self.cells.vectors(0)

        def agreement(kept: Floats, given: Floats) -> Floats:
            mixed = self.cells.arranged(np.where(swapped, given, kept))
            return averaged(self.statistic, same._replace(metric=mixed))

        return agreement(one, two) - agreement(two, one)


@dataclass(frozen=True, eq=False)
class SwappedMoments:
    """The same for Pearson's correlation on a single long vector, which takes sums only.

    What the first metric has after swapping is linear in the masks, and what the second has is the
    rest of the total. Where swapping leaves a metric nearly constant, sums cancel out, and the
    correlation is computed from the scores.

    Attributes:
        scores: What is swapped.
        gains: By unit, what swapping adds to the first metric's sum of scores, of their squares,
            and of their products with the scores of people.
        kept: These sums before swapping.
        total: These sums of both metrics.
        size: Number of cells.
        spread: Sum of squares of the scores of people.
    """

    scores: SwappedScores
    gains: Floats
    kept: Floats
    total: Floats
    size: int
    spread: float

    @classmethod
    def of(cls, swapped: SwappedScores) -> "SwappedMoments":
        """Sum up by unit."""
        import numpy as np

        there = swapped.cells.present
        gold = swapped.cells.gold[there]
        gold = gold - gold.mean()
        one, two = (
            np.stack([scores, scores**2, scores * gold], axis=1)
            for scores in (metric[there] for metric in swapped.cells.metrics)
        )
        units = swapped.unit_of_cell[there]
        gains: Floats = np.stack(
            [np.bincount(units, column) for column in (two - one).T], axis=1
        ).astype(np.float64)
        kept = one.sum(axis=0)
        return cls(swapped, gains, kept, kept + two.sum(axis=0), len(gold), float(gold @ gold))

    @property
    def units(self) -> int:
        """Number of units."""
        return len(self.gains)

    def __call__(self, masks: Weights) -> Floats:
        """Give one difference for each replicate."""
        import numpy as np

        first = self.kept + masks.astype(np.float64) @ self.gains
        difference = self._correlation(first) - self._correlation(self.total - first)
        unclear = np.isnan(difference)
        if unclear.any():
            difference[unclear] = self.scores(masks[unclear])
        return difference

    def _correlation(self, sums: Floats) -> Floats:
        """One for each replicate, NaN where sums do not tell."""
        import numpy as np

        scores, squares, products = sums.T
        deviations = squares - scores**2 / self.size
        deviations[deviations < _CANCELLED * self.total[1]] = np.nan
        correlation: Floats = np.clip(products / np.sqrt(self.spread * deviations), -1.0, 1.0)
        return correlation


@dataclass(frozen=True, eq=False)
class SwappedSigns:
    """The same for soft pairwise accuracy: sums of the second metric are the rest of the total.

    Attributes:
        scores: What is swapped.
        signs: Those of the permutation tests of systems.
        gold: p-values by people.
        total: Sums of both metrics.
    """

    scores: SwappedScores
    signs: Signs
    gold: Floats
    total: Flipped

    @classmethod
    def of(cls, scores: SwappedScores, statistic: SoftPairwiseAccuracy) -> "SwappedSigns":
        """Sum up what does not change."""
        cells = scores.cells
        signs = statistic.signs(cells.gold.shape[1])
        both = Flipped.of((cells.metrics[0] + cells.metrics[1])[..., None], signs)
        return cls(scores, signs, Flipped.of(cells.gold[..., None], signs).p_values, both)

    @property
    def units(self) -> int:
        """Number of units."""
        return self.scores.units

    def __call__(self, masks: Weights) -> Floats:
        """Give one difference for each replicate."""
        import numpy as np

        step = block_size(self.scores.unit_of_cell.size)
        parts = [self._differences(masks[at : at + step]) for at in range(0, len(masks), step)]
        return np.concatenate(parts)

    def _differences(self, masks: Weights) -> Floats:
        import numpy as np

        one, two = (metric[..., None] for metric in self.scores.cells.metrics)
        first = Flipped.of(np.where(self.scores.swapped(masks), two, one), self.signs)
        second = Flipped(self.total.drawn - first.drawn, self.total.sums - first.sums, first.scale)
        farther, nearer = (np.abs(self.gold - one.p_values).mean(axis=0) for one in (second, first))
        difference: Floats = farther - nearer
        return difference


@dataclass(frozen=True, eq=False)
class SwappedRuns:
    """The same for statistics of pairs on long vectors, which are sorted once.

    Attributes:
        statistic: How agreement is measured.
        vectors: What counts the pairs of each vector.
        unit_of_cell: For each vector the units of its cells.
        units: Number of units.
    """

    statistic: OfPairs
    vectors: tuple[SwappedPairs, ...]
    unit_of_cell: tuple[Any, ...]
    units: int

    @classmethod
    def of(cls, swapped: SwappedScores) -> "SwappedRuns":
        """Sort the scores of each vector that has any."""
        import numpy as np

        cells = swapped.cells
        one, two = cells.vectors(0), cells.vectors(1)
        units = cells.arranged(swapped.unit_of_cell)[..., 0]
        made, of_cells = [], []
        for number in np.flatnonzero(one.present[..., 0].any(axis=0)):
            there = one.present[:, number, 0]
            scores = (table[there, number, 0] for table in (one.gold, one.metric, two.metric))
            made.append(SwappedPairs.of(*scores))
            of_cells.append(units[there, number])
        assert isinstance(swapped.statistic, OfPairs)
        return cls(swapped.statistic, tuple(made), tuple(of_cells), swapped.units)

    def __call__(self, masks: Weights) -> Floats:
        """Give one difference for each replicate."""
        import numpy as np

        narrow = masks.astype(np.uint8)
        counted = [
            vector(narrow[:, units])
            for vector, units in zip(self.vectors, self.unit_of_cell, strict=True)
        ]

        def agreement(side: int) -> Floats:
            of_side = [both[side] for both in counted]
            counts = Counts(*(np.concatenate(part) for part in zip(*of_side, strict=True)))
            return mean(self.statistic, self.statistic.of_counts(counts), lambda: counts.pairs)

        return agreement(0) - agreement(1)


@dataclass(frozen=True, eq=False)
class SwappedSystems:
    """The same for statistics of pairs where whole systems are swapped.

    Of two systems one, both or none are swapped, and pairs of their outputs are counted for each.

    Attributes:
        pairs: Counts of pairs where both systems have their own scores, both have the other
            metric's, only the first has its own, and only the second.
        units: Number of systems.
    """

    pairs: WeightedPairs
    units: int

    @classmethod
    def of(cls, swapped: SwappedScores, statistic: OfPairs) -> "SwappedSystems":
        """Count pairs of systems that have any score."""
        kept = swapped.cells.present.any(axis=1)
        cells = of_systems(swapped.cells, kept)
        sides = [Sides(0, 0), Sides(1, 1), Sides(0, 1), Sides(1, 0)]
        return cls(WeightedPairs.of(statistic, cells, sides), swapped.units)

    def __call__(self, masks: Weights) -> Floats:
        """Give one difference for each replicate."""
        import numpy as np

        first, second = (masks[:, systems].astype(np.float32) for systems in self.pairs.systems)
        own, other = (1 - first) * (1 - second), first * second
        mixed, turned = (1 - first) * second, first * (1 - second)
        one = self.pairs(np.hstack([own, other, mixed, turned]))
        difference: Floats = one - self.pairs(np.hstack([other, own, turned, mixed]))
        return difference


# --- Swapping what metrics say of pairs ---------------------------------------------------------


@dataclass(frozen=True, eq=False)
class SwappedOutcomes:
    """Turns masks into differences, where metrics swap what they say of pairs.

    Pairs on which both are right or both are wrong change nothing; those left are the units.

    Attributes:
        gains: What each such pair adds to the difference, positive where the first is right.
    """

    gains: Floats

    @classmethod
    def of(
        cls, statistic: Statistic, cells: Cells, found: tuple[Correlation, Correlation]
    ) -> "SwappedOutcomes":
        """Compare all pairs; ties are those of each metric by itself."""
        import numpy as np

        one, two = cells.vectors(0), cells.vectors(1)
        pairs = one.pairs[:, 0]
        if pairs.sum() > _MOST_PAIRS:
            raise UsageError(
                f"Swapping the outcomes of {counted(pairs.sum(), 'pair')} takes too much memory.",
                hint="Average by item, or swap scores.",
            )
        right = [
            _right(statistic, vectors, correlation)
            for vectors, correlation in zip((one, two), found, strict=True)
        ]
        vector = np.concatenate([numbers for *_, numbers in differences(one)])
        with np.errstate(divide="ignore"):
            each = 1 / pairs / np.count_nonzero(pairs)
        weights = np.full(len(vector), 1 / pairs.sum()) if statistic.micro else each[vector]
        gains = (right[0].astype(np.float64) - right[1]) * weights
        scale = 2 if isinstance(statistic, TauWithTies) else 1
        return cls(scale * gains[gains != 0])

    @property
    def units(self) -> int:
        """Number of pairs of which the metrics differ."""
        return len(self.gains)

    def __call__(self, masks: Weights) -> Floats:
        """Give one difference for each replicate."""
        import numpy as np

        difference: Floats = self.gains.sum() - 2 * (masks.astype(np.float64) @ self.gains)
        return difference


def _right(statistic: Statistic, vectors: Vectors, found: Correlation) -> Any:
    """Whether each pair is ordered, or tied, as people do."""
    import numpy as np

    assert isinstance(statistic, OfPairs)
    calibrated = getattr(statistic, "epsilon", 0.0) == CALIBRATED
    epsilon = found.epsilon if calibrated else statistic.tie(vectors)
    assert epsilon is not None
    return np.concatenate(
        [
            np.sign(difference) * (np.abs(difference) > epsilon) == order
            for difference, order, _ in differences(vectors)
        ]
    )
