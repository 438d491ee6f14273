"""Weighted sums of the rows of all outputs in one product, independent of the number of pairs.

Most statistics are counts. Whole numbers up to 2^24 and their sums are exact in single precision,
on every machine and in any order, and single precision needs half the time and memory.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from tertium.core.arrays import Floats, Weights

# All whole numbers below this are exact in single precision.
EXACT = 2**24

# Units summed at a time: few enough that sums of counts stay exact.
_UNITS = 2**13

# So few replicates are faster multiplied one by one; blocks are so small if units are many.
_FEW = 4


@dataclass(frozen=True, eq=False)
class Sums:
    """Turns weights of units into sums of the rows of some outputs.

    Args:
        matrix: Columns of statistics, identical columns only once: (column, unit).
        places: Row of the matrix that holds each column: (column, output).
    """

    matrix: Floats
    places: "NDArray[np.intp]"

    @classmethod
    def of(cls, outputs: Sequence[Floats]) -> "Sums":
        """Store rows of outputs, in single precision if they are counts."""
        from hashlib import blake2b

        units, columns = outputs[0].shape
        counts = all(_are_counts(rows) for rows in outputs)
        matrix = np.empty((len(outputs) * columns, units), np.float32 if counts else np.float64)
        places = np.empty((columns, len(outputs)), np.intp)
        known: dict[bytes, int] = {}
        for number, rows in enumerate(outputs):
            for column in range(columns):
                here = matrix[len(known)]
                here[:] = rows[:, column]
                # Lengths of references, for example, are the same for all outputs.
                places[column, number] = known.setdefault(blake2b(here).digest(), len(known))
        return cls(matrix[: len(known)], places)

    def __call__(self, weights: Weights) -> Floats:
        """Sums (output, replicate, column) for weights (replicate, unit).

        The sums of a column are contiguous in memory, because scores are computed by column.
        """
        total = np.zeros((len(self.matrix), len(weights)))
        for begin in range(0, weights.shape[1], _UNITS):
            units = slice(begin, begin + _UNITS)
            total += _product(self.matrix[:, units], weights[:, units].T)
        return np.moveaxis(total[self.places], 0, -1)

    @cached_property
    def own(self) -> "NDArray[np.intp]":
        """Numbers of the columns that are not the same for all outputs."""
        return np.flatnonzero((self.places != self.places[:, :1]).any(axis=1))

    @cached_property
    def unweighted(self) -> Floats:
        """Sums of all rows: (output, column)."""
        total: Floats = np.sum(self.matrix, axis=1, dtype=np.float64)
        return total[self.places].T


def _are_counts(rows: Floats) -> bool:
    return bool(((rows >= 0) & (rows < EXACT) & (rows == np.floor(rows))).all())


def _product(matrix: Floats, weights: Weights) -> Floats:
    """Product of some units; in double precision if sums of counts are too large for single."""
    product: Floats
    if weights.shape[1] < _FEW:
        product = np.stack([matrix @ replicate for replicate in weights.T], axis=1)
    else:
        product = matrix @ weights
    # Sums of counts only grow: if any partial sum was inexact, the final sum is too large.
    if product.dtype == np.float32 and product.max() >= EXACT:
        product = _product(matrix.astype(np.float64), weights)
    return product
