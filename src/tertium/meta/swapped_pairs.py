"""Fast differences of statistics of pairs after two metrics swapped scores."""

from dataclasses import dataclass
from typing import Any

import numpy as np

from tertium.core.arrays import Floats, Weights
from tertium.kernels.concordance import concordance
from tertium.meta.pair_counts import Counts, counts_from_kernel, tied_pairs
from tertium.meta.swaps import SwappedCells
from tertium.meta.vectors import Counted
from tertium.meta.weighted_pairs import PairRule, Sides, WeightedPairs


@dataclass(frozen=True)
class SwappedVector:
    """Counts the pairs of one long vector when two metrics swap scores of some cells.

    All scores of both metrics are sorted once, so the scores that a metric has after swapping are
    already in order.
    """

    cells: Counted
    sides: Counted
    values: Floats
    ranks: Counted
    classes: int
    tie: float

    @classmethod
    def of(cls, gold: Floats, first: Floats, second: Floats, tie: float = 0.0) -> "SwappedVector":
        """Sort the rounded scores of both metrics."""
        both = np.concatenate([first, second])
        order = np.argsort(both, kind="stable")
        cells = (order % len(gold)).astype(np.int32)
        sides = (order >= len(gold)).astype(np.uint8)
        values, ranks = np.unique(gold, return_inverse=True)
        return cls(cells, sides, both[order], ranks.astype(np.int32), len(values), tie)

    def __call__(self, masks: Counted) -> tuple[Counts, Counts]:
        """Counts of both metrics for each replicate, given a 1 where a cell is swapped."""
        rows = concordance(
            self.cells,
            self.sides,
            self.values,
            self.tie,
            self.ranks,
            self.classes,
            np.ascontiguousarray(masks, dtype=np.uint8).reshape(-1),
        )
        sides = np.asarray(rows).reshape(-1, 2, 3).astype(np.int64).transpose(1, 2, 0)[:, :, None]
        ties = tied_pairs(self.ranks)
        first, second = (counts_from_kernel(len(self.ranks), ties, *side) for side in sides)
        return first, second


@dataclass(frozen=True, eq=False)
class SwappedRuns:
    """Differences of a statistic of pairs on long vectors, whose scores are sorted once.

    Attributes:
        rule: How the statistic counts pairs.
        vectors: Counts the pairs of each vector.
        unit_of_cell: For each vector the units of its cells.
        units: Number of units.
    """

    rule: PairRule
    vectors: tuple[SwappedVector, ...]
    unit_of_cell: tuple[Any, ...]
    units: int

    @classmethod
    def of(cls, rule: PairRule, swapped: SwappedCells) -> "SwappedRuns":
        """Sort the scores of each vector that has any."""
        cells = swapped.cells
        one, two = cells.vectors(0), cells.vectors(1)
        units = cells.arranged(swapped.unit_of_cell)[..., 0]
        vectors, of_cells = [], []
        for number in np.flatnonzero(one.present[..., 0].any(axis=0)):
            present = one.present[:, number, 0]
            scores = (table[present, number, 0] for table in (one.gold, one.metric, two.metric))
            vectors.append(SwappedVector.of(*scores))
            of_cells.append(units[present, number])
        return cls(rule, tuple(vectors), tuple(of_cells), swapped.units)

    def __call__(self, masks: Weights) -> Floats:
        """Return one difference for each replicate."""
        narrow = masks.astype(np.uint8)
        counted = [
            vector(narrow[:, units])
            for vector, units in zip(self.vectors, self.unit_of_cell, strict=True)
        ]

        def agreement(side: int) -> Floats:
            of_side = [both[side] for both in counted]
            counts = Counts(*(np.concatenate(part) for part in zip(*of_side, strict=True)))
            return self.rule.mean_of_counts(counts)

        return agreement(0) - agreement(1)


@dataclass(frozen=True, eq=False)
class SwappedSystems:
    """Differences of a statistic of pairs if whole systems are swapped.

    Of two systems, neither, one or both are swapped; pairs of their outputs are counted for each
    case.

    Attributes:
        pairs: Counts of pairs where both systems have their own scores, both have the other
            metric's, only the first has its own, and only the second.
        units: Number of systems.
    """

    pairs: WeightedPairs
    units: int

    @classmethod
    def of(cls, rule: PairRule, swapped: SwappedCells) -> "SwappedSystems":
        """Count pairs of systems that have any score."""
        cells = swapped.cells.of_systems(swapped.cells.present.any(axis=1))
        sides = [Sides(0, 0), Sides(1, 1), Sides(0, 1), Sides(1, 0)]
        return cls(WeightedPairs.of(rule, cells, sides), swapped.units)

    def __call__(self, masks: Weights) -> Floats:
        """Return one difference for each replicate."""
        first, second = (masks[:, systems].astype(np.float32) for systems in self.pairs.systems)
        own, other = (1 - first) * (1 - second), first * second
        only_second, only_first = (1 - first) * second, first * (1 - second)
        one = self.pairs(np.hstack([own, other, only_second, only_first]))
        difference: Floats = one - self.pairs(np.hstack([other, own, only_first, only_second]))
        return difference
