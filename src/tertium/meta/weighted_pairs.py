"""Pairs of outputs, counted once for each pair of systems, and then weighted.

If whole systems are drawn or swapped, the order of a pair of outputs does not change, only how
often the pair occurs: systems that are drawn i and j times have i j pairs of each item. So pairs
are counted by pair of systems, and every replicate is a product of weights and counts. Ties are
calibrated the same way: differences are sorted once, and summed with other weights.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, Protocol

import numpy as np

from tertium.core.arrays import Floats, Weights
from tertium.meta.cells import Cells
from tertium.meta.pair_counts import Counts, counts_of, order_of
from tertium.meta.tie_calibration import ROUNDING
from tertium.meta.vectors import Counted, Vectors

# Numbers of pairs up to this are exact in single precision.
_EXACT = 2**24

# Cells compared, or differences summed up, at a time.
_AT_A_TIME = 2**21


class PairRule(Protocol):
    """How a statistic counts pairs: the interface of `PairStatistic` of `meta.statistics`."""

    @property
    def pair_credit(self) -> float | None:
        """By how much one more correct pair of N raises the value, times N."""

    @property
    def calibrates_ties(self) -> bool:
        """Whether the difference up to which metric scores tie is calibrated."""

    def tie_before_calibration(self, vectors: Vectors) -> float:
        """Difference up to which scores of the metric tie before ties are calibrated."""

    def apart(self, vectors: Vectors) -> float:
        """Difference of human scores that a pair must have to count."""

    def mean_of_counts(self, counts: Counts) -> Floats:
        """Average over vectors from their numbers of pairs: one for each replicate."""


class Sides(NamedTuple):
    """Numbers of the metrics whose scores the two systems of a pair have."""

    first: int
    second: int


@dataclass(frozen=True, eq=False)
class WeightedPairs:
    """Turns weights of pairs of systems into values of a statistic.

    Attributes:
        rule: How the statistic counts pairs.
        systems: The two systems of each pair; the same system twice for pairs of its own outputs.
        counts: Counts of each pair of systems, for all sides one after the other: (pair, vector).
        differences: Differences of metric scores, if ties are calibrated.
    """

    rule: PairRule
    systems: Any
    counts: Counts
    differences: "_Differences | None"

    @classmethod
    def of(cls, rule: PairRule, cells: Cells, sides: Sequence[Sides]) -> "WeightedPairs":
        """Count pairs of outputs; `cells.layout` is "item" or "none"."""
        pairs = np.triu_indices(len(cells.gold), 0 if cells.layout == "none" else 1)
        count = _by_item if cells.layout == "item" else _of_all
        parts = [count(rule, cells, side, pairs) for side in sides]
        counts = Counts(*(np.concatenate(part) for part in zip(*parts, strict=True)))
        differences = _Differences.of(cells, sides, pairs) if rule.calibrates_ties else None
        return cls(rule, np.stack(pairs), counts, differences)

    def __call__(self, weights: Weights) -> Floats:
        """Give one value for each replicate, from the weights of all pairs: (replicate, pair)."""
        fits = weights.sum(axis=1).max(initial=0) * self.counts.pairs.max(initial=0) < _EXACT
        kind = np.float32 if fits else np.float64
        narrow = np.ascontiguousarray(weights, dtype=kind)

        def summed(table: Counted) -> Counted:
            """(vector, replicate)."""
            return (narrow @ table.astype(kind)).T.astype(np.float64)

        counts = Counts(*map(summed, self.counts))
        plain = self.rule.mean_of_counts(counts)
        if self.differences is None:
            return plain
        assert self.rule.pair_credit is not None
        return plain + self.rule.pair_credit * self.differences.gained(weights, counts.pairs)


def _by_item(rule: PairRule, cells: Cells, sides: Sides, pairs: tuple[Any, Any]) -> Counts:
    """Outputs of the same item, compared one by one: (pair, item)."""
    one, two = cells.vectors(sides.first), cells.vectors(sides.second)
    tie, apart = max(map(rule.tie_before_calibration, (one, two))), rule.apart(one)
    found: list[list[Counted]] = []
    step = max(1, _AT_A_TIME // max(1, len(pairs[0])))
    for begin in range(0, cells.gold.shape[1], step):
        items = slice(begin, begin + step)
        gold, there = cells.gold[:, items], cells.present[:, items]
        counted = there[pairs[0]] & there[pairs[1]]
        if apart:
            counted &= np.abs(gold[pairs[0]] - gold[pairs[1]]) >= apart
        order = order_of(gold[pairs[0]], gold[pairs[1]], 0.0) * counted
        metrics = cells.metrics[sides.first], cells.metrics[sides.second]
        by_metric = order_of(metrics[0][pairs[0], items], metrics[1][pairs[1], items], tie)
        tied, tied_by_metric = (order == 0) & counted, (by_metric == 0) & counted
        found.append([order * by_metric, counted, tied, tied_by_metric, tied & tied_by_metric])
    return Counts(*(np.concatenate(part, axis=1) for part in zip(*found, strict=True)))


def _of_all(rule: PairRule, cells: Cells, sides: Sides, pairs: tuple[Any, Any]) -> Counts:
    """All outputs of two systems, beside those of either: (pair, 1)."""
    one, two = cells.vectors(sides.first), cells.vectors(sides.second)
    tie, apart = max(map(rule.tie_before_calibration, (one, two))), rule.apart(one)
    first, second = cells.metrics[sides.first], cells.metrics[sides.second]

    def counted(*parts: tuple[Floats, int]) -> Any:
        gold = [cells.gold[system, cells.present[system]] for _, system in parts]
        scores = [metric[system, cells.present[system]] for metric, system in parts]
        return np.array(counts_of(np.concatenate(gold), np.concatenate(scores), tie, apart))

    systems = range(len(cells.gold))
    own = [
        np.stack([counted((metric, system)) for system in systems]) for metric in (first, second)
    ]
    rows = [
        own[0][i] if i == j else counted((first, i), (second, j)) - own[0][i] - own[1][j]
        for i, j in zip(*pairs, strict=True)
    ]
    return Counts(*np.array(rows).reshape(-1, 5).T[..., None])


@dataclass(frozen=True, eq=False)
class _Differences:
    """Differences of metric scores where a tie changes the accuracy, in ascending order.

    Attributes:
        gains: Gain of a tie: 1 if human scores tie the pair, -1 if it was in the right order.
        pairs: The pair of systems of each difference.
        items: The item of each difference.
        ends: The last of each run of equal differences.
    """

    gains: Floats
    pairs: Any
    items: Any
    ends: Any

    @classmethod
    def of(cls, cells: Cells, sides: Sequence[Sides], systems: tuple[Any, Any]) -> "_Differences":
        """Take all pairs of outputs of the same item."""
        first, second = systems
        there = cells.present[first] & cells.present[second]
        order = order_of(cells.gold[first], cells.gold[second], 0.0)
        found = []
        for number, side in enumerate(sides):
            difference = cells.metrics[side.first][first] - cells.metrics[side.second][second]
            gain = np.where(order == 0, 1, np.where(order * difference > 0, -1, 0))
            pairs, items = np.nonzero(there & (gain != 0) & (difference != 0))
            places = pairs + number * len(first)
            found.append((np.abs(difference[pairs, items]), gain[pairs, items], places, items))
        sizes, gains, pairs, items = (np.concatenate(part) for part in zip(*found, strict=True))
        ascending = np.argsort(sizes, kind="stable")
        sizes = sizes[ascending]
        ends = np.flatnonzero(np.append(sizes[1:] != sizes[:-1], True)[: len(sizes)])
        return cls(
            gains[ascending].astype(np.float64),
            pairs[ascending].astype(np.int32),
            items[ascending].astype(np.int32),
            ends,
        )

    def gained(self, weights: Weights, sizes: Counted) -> Floats:
        """Return the gain in mean accuracy of vectors at the best threshold.

        Args:
            weights: Of the pairs of systems: (replicate, pair).
            sizes: Number of pairs of each vector: (vector, replicate).
        """
        found = np.zeros(len(weights))
        if not len(self.gains):
            return found
        largest = np.maximum(sizes.max(axis=0), 1)
        each = largest / np.maximum(sizes, 1)  # so that equal vectors have whole sums
        even = bool((each == 1).all())
        step = max(1, _AT_A_TIME // len(self.gains))
        for begin in range(0, len(weights), step):
            part = slice(begin, begin + step)
            change = weights[part].astype(np.float64)[:, self.pairs]
            change *= self.gains
            if not even:
                change *= each.T[part][:, self.items]
            reached = np.cumsum(change, axis=1, out=change)[:, self.ends]
            best = np.maximum(reached.max(axis=1), 0.0)
            # The smallest of equally good thresholds.
            near = reached >= best[:, None] - ROUNDING
            at = near.argmax(axis=1)
            chosen = np.take_along_axis(reached, at[:, None], axis=1)[:, 0]
            found[part] = np.where(best <= ROUNDING, 0.0, chosen)
        vectors = np.maximum((sizes > 0).sum(axis=0), 1)
        gained: Floats = found / largest / vectors
        return gained


@dataclass(frozen=True, eq=False)
class DrawnPairs:
    """Turns counts of drawn systems into values: two systems have i j pairs of each item.

    Attributes:
        pairs: Counts of the pairs of systems.
    """

    pairs: WeightedPairs

    @classmethod
    def of(cls, rule: PairRule, cells: Cells) -> "DrawnPairs":
        """Count the pairs of a single metric."""
        return cls(WeightedPairs.of(rule, cells, [Sides(0, 0)]))

    def __call__(self, counts: Weights) -> Floats:
        """Return one value for each replicate."""
        first, second = self.pairs.systems
        return self.pairs(counts[:, first] * counts[:, second])
