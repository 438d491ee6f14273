"""Weighted sums of rows: those of all outputs in one product, however many pairs will need them.

Most statistics are counts. Whole numbers up to 2^24 are exact in single precision, which takes half
the time and memory, and so are their sums, on every machine and in whatever order they are taken.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from tertium.core.arrays import Floats, Weights

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

# Whole numbers below this all have a place in single precision.
EXACT = 2**24

# Units summed at a time: few enough that sums of counts stay exact.
_UNITS = 2**13

# Replicates that are faster multiplied one by one, as there are where units are many.
_FEW = 4


@dataclass(frozen=True, eq=False)
class Sums:
    """Turns weights of units into sums of the rows of some outputs.

    Args:
        matrix: Columns of statistics, those that outputs share only once: (column, unit).
        places: Where in the matrix the columns are: (column, output).
    """

    matrix: Floats
    places: "NDArray[np.intp]"

    @classmethod
    def of(cls, outputs: Sequence[Floats]) -> "Sums":
        """Take rows of outputs, in single precision if they are counts."""
        from hashlib import blake2b

        import numpy as np

        units, columns = outputs[0].shape
        counts = all(_are_counts(rows) for rows in outputs)
        matrix = np.empty((len(outputs) * columns, units), np.float32 if counts else np.float64)
        places = np.empty((columns, len(outputs)), np.intp)
        found: dict[bytes, int] = {}
        for number, rows in enumerate(outputs):
            for column in range(columns):
                here = matrix[len(found)]
                here[:] = rows[:, column]
                # What is counted in the references, for one, is the same for all outputs.
                places[column, number] = found.setdefault(blake2b(here).digest(), len(found))
        return cls(matrix[: len(found)], places)

    def __call__(self, weights: Weights) -> Floats:
        """Give (output, replicate, column) for weights (replicate, unit).

        In memory the sums of a column lie together, as scores are computed of them.
        """
        import numpy as np

        total = np.zeros((len(self.matrix), len(weights)))
        for begin in range(0, weights.shape[1], _UNITS):
            units = slice(begin, begin + _UNITS)
            total += _product(self.matrix[:, units], weights[:, units].T)
        return np.moveaxis(total[self.places], 0, -1)

    @cached_property
    def own(self) -> "NDArray[np.intp]":
        """Which columns are not the same for all outputs."""
        import numpy as np

        return np.flatnonzero((self.places != self.places[:, :1]).any(axis=1))

    @cached_property
    def unweighted(self) -> Floats:
        """Sums of all rows: (output, column)."""
        import numpy as np

        total: Floats = np.sum(self.matrix, axis=1, dtype=np.float64)
        return total[self.places].T


def _are_counts(rows: Floats) -> bool:
    import numpy as np

    return bool(((rows >= 0) & (rows < EXACT) & (rows == np.floor(rows))).all())


def _product(matrix: Floats, weights: Weights) -> Floats:
    """Product of a part; counts whose sums leave single precision are summed in double."""
    import numpy as np

    product: Floats
    if weights.shape[1] < _FEW:
        product = np.stack([matrix @ replicate for replicate in weights.T], axis=1)
    else:
        product = matrix @ weights
    # Counts only add up: had any sum on the way been inexact, the last one would show it.
    if product.dtype == np.float32 and product.max() >= EXACT:
        product = _product(matrix.astype(np.float64), weights)
    return product
