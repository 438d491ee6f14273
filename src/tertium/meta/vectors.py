"""Vectors of human and metric scores, on which statistics of meta-evaluation are computed."""

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from tertium.core.arrays import Floats

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Present = NDArray[np.bool_]
else:
    Present = Any

Counted = Any  # whole numbers, or arrays of them

# Vectors up to this length are compared pair by pair, all vectors at once; longer ones are sorted.
SHORT = 40


class Vectors(NamedTuple):
    """Vectors of scores: (place in the vector, vector, replicate).

    Replicates are resampled scores. Replicates that share an array have an array with a single
    replicate. Where either score is missing, both are 0.

    Attributes:
        gold: Human scores.
        metric: Metric scores.
        present: Where both scores are present.
        copies: Pairs of a cell with itself, drawn twice, which do not count as pairs: (vector,
            replicate).
        repeated: Cells that the vector already contains: (vector, replicate).
    """

    gold: Floats
    metric: Floats
    present: Present
    copies: Any = 0
    repeated: Any = 0

    @property
    def cells(self) -> Counted:
        """Number of scores: (vector, replicate)."""
        return self.present.sum(axis=0)

    @property
    def pairs(self) -> Counted:
        """Number of pairs: (vector, replicate)."""
        return self.cells * (self.cells - 1) // 2 - self.copies

    def replicate(self, number: int) -> "Vectors":
        """Return a single replicate."""

        def alone(shared: Any) -> Any:
            own = np.ndim(shared) and shared.shape[-1] > 1
            return shared[..., number : number + 1] if own else shared

        return Vectors(*(alone(part) for part in self))


def is_short(length: int) -> bool:
    """Whether vectors of this length are compared pair by pair."""
    return length <= SHORT
