"""Resampling of segments.

Replicates come in blocks whose size depends on the number of segments alone, each block with a
generator of its own keyed by seed, purpose and block number, so that a result is the same bit
for bit however the blocks are spread.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from tertium.core import executor
from tertium.core.arrays import Floats
from tertium.core.errors import ParameterError

if TYPE_CHECKING:
    import numpy as np

# A purpose is part of the key, so that different uses of one seed draw different numbers.
BOOTSTRAP = 1


def block_size(segments: int) -> int:
    """Replicates per block: enough work for one product, and bounded memory."""
    return max(1, min(256, 2**21 // segments))


def generator(seed: int, purpose: int, block: int) -> "np.random.Generator":
    """Give the random numbers of one block."""
    import numpy as np

    if not 0 <= seed < 2**64:
        raise ParameterError.bad_value("resampling", "seed", "between 0 and 2^64 - 1", seed)
    key = np.array([seed, purpose << 48 | block], dtype=np.uint64)
    return np.random.Generator(np.random.Philox(key=key))


def bootstrap_sums(rows: Sequence[Floats], samples: int, seed: int) -> list[Floats]:
    """Summed statistics of bootstrap samples of the segments (Koehn 2004).

    Args:
        rows: Statistics of some systems, one row per segment; all see the same draws.
        samples: Number of bootstrap samples.
        seed: Any number; the same seed gives the same samples.

    Returns:
        For each system its sums, one row per sample.
    """
    import numpy as np

    if samples < 1:
        raise ParameterError.bad_value("resampling", "samples", "at least 1", samples)
    segments = len(rows[0])
    size = block_size(segments)
    sums = [np.empty((samples, one.shape[1])) for one in rows]

    def draw(begin: int, end: int) -> None:
        random = generator(seed, BOOTSTRAP, begin // size)
        drawn = random.integers(0, segments, size=(end - begin, segments))
        drawn += np.arange(end - begin)[:, None] * segments
        counts = np.bincount(drawn.ravel(), minlength=(end - begin) * segments)
        weights = counts.reshape(end - begin, segments).astype(np.float64)
        for total, one in zip(sums, rows, strict=True):
            total[begin:end] = weights @ one

    executor.active().spread(samples, size, draw)
    return sums
