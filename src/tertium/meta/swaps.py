"""Swapping of scores between two metrics, by masks of swapped units."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np

from tertium.core.arrays import Floats, Weights
from tertium.core.resampling import block_size
from tertium.meta.cells import Cells
from tertium.meta.vectors import Vectors

# Units that are swapped: all scores of a system, all scores of an item, or single scores.
UNITS = ("scores", "segments", "systems")


class Swapping(Protocol):
    """Turns masks of swapped units into differences between two metrics, one per replicate."""

    @property
    def units(self) -> int:
        """Number of units that can be swapped."""

    def __call__(self, masks: Weights) -> Floats:
        """Return one difference for each row of `masks`."""


@dataclass(frozen=True, eq=False)
class SwappedCells:
    """Cells whose scores two metrics swap, unit by unit.

    Attributes:
        cells: Scores, those of both metrics on one scale.
        swap: What a unit is, one of `UNITS`.
        unit_of_cell: The unit of each cell: (system, item); arbitrary where a cell is left out.
        units: Number of units.
    """

    cells: Cells
    swap: str
    unit_of_cell: Any
    units: int

    @classmethod
    def of(cls, cells: Cells, swap: str) -> "SwappedCells":
        """Number the units that have a score."""
        systems, items = cells.present.shape
        grid = {
            "scores": np.arange(systems * items).reshape(systems, items),
            "segments": np.broadcast_to(np.arange(items), (systems, items)),
            "systems": np.broadcast_to(np.arange(systems)[:, None], (systems, items)),
        }[swap]
        used, numbers = np.unique(grid[cells.present], return_inverse=True)
        unit_of_cell = np.zeros(grid.shape, np.intp)
        unit_of_cell[cells.present] = numbers
        return cls(cells.standardized(), swap, unit_of_cell, len(used))

    def swapped(self, masks: Weights) -> Any:
        """Whether each cell is swapped: (system, item, replicate)."""
        return np.ascontiguousarray(masks.T > 0)[self.unit_of_cell]


@dataclass(frozen=True, eq=False)
class SwappedScores:
    """Differences of any statistic after swapping, computed from the swapped scores.

    Attributes:
        average: Averages the statistic over vectors: one value for each replicate.
        swapped: The scores that are swapped.
    """

    average: Callable[[Vectors], Floats]
    swapped: SwappedCells

    @property
    def units(self) -> int:
        """Number of units."""
        return self.swapped.units

    def __call__(self, masks: Weights) -> Floats:
        """Return one difference for each replicate."""
        # A few replicates at a time, since there can be far more cells than units.
        step = block_size(max(1, self.swapped.unit_of_cell.size))
        parts = [self._differences(masks[at : at + step]) for at in range(0, len(masks), step)]
        return np.concatenate(parts)

    def _differences(self, masks: Weights) -> Floats:
        cells, mask = self.swapped.cells, self.swapped.swapped(masks)
        one, two = (metric[..., None] for metric in cells.metrics)
        vectors = cells.vectors(0)

        def agreement(kept: Floats, given: Floats) -> Floats:
            mixed = cells.arranged(np.where(mask, given, kept))
            return self.average(vectors._replace(metric=mixed))

        return agreement(one, two) - agreement(two, one)
