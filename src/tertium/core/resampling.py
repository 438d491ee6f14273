"""Resampling of units: segments, or whole documents.

Replicates are drawn in blocks. The size of a block depends only on the number of units, and each
block has its own random generator, keyed by seed, purpose and block number. Results are therefore
identical for any number of workers. Only the weights of the current blocks are in memory.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import ClassVar, Protocol

import numpy as np

from tertium.core import executor, wording
from tertium.core.arrays import Floats, Weights
from tertium.core.errors import UsageError
from tertium.core.formatting import counted

# The purpose is part of the key: different uses of one seed draw different numbers.
BOOTSTRAP, SWAPS, SHUFFLES, RUNS, NULL_PAIRS, STUDIES, ANNOTATORS, JUDGMENTS = range(1, 9)
MATCHES, SIGNS, POPULATION, POPULATION_SAMPLES, HUMAN_SCORES, HYBRIDS = range(9, 15)
FOLDS, STARTS, HELD_OUT, FINGERPRINTS = range(15, 19)
SMALL_TEST_SETS, SEGMENTS, REHEARSAL, ORDERS = 19, 20, 21, 22


# Units drawn at a time: they fit into the cache of a processor.
_DRAWN = 2**16


def block_size(units: int) -> int:
    """Number of replicates per block: enough work for one product, with bounded memory."""
    return max(1, min(256, 2**21 // units))


def generator(seed: int, purpose: int, block: int) -> np.random.Generator:
    """Make the random generator of one block."""
    if not 0 <= seed < 2**64:
        raise wording.bad_option("seed", "between 0 and 2^64 - 1", seed)
    key = np.array([seed, purpose << 48 | block], dtype=np.uint64)
    return np.random.Generator(np.random.Philox(key=key))


class Draws(Protocol):
    """A way to draw replicates."""

    @property
    def units(self) -> int:
        """Number of units to draw from."""

    def block(self, seed: int, begin: int, end: int) -> Weights:
        """Weights of the replicates from `begin`, where a block begins, to `end`."""


@dataclass(frozen=True)
class Bootstrap:
    """How often each unit is drawn, with replacement (Koehn 2004)."""

    purpose: ClassVar[int] = BOOTSTRAP

    units: int
    size: int

    def block(self, seed: int, begin: int, end: int) -> Weights:
        """One row of counts per replicate."""
        random = generator(seed, BOOTSTRAP, begin // block_size(self.units))
        return counts(random, end - begin, self.units, self.size)


@dataclass(frozen=True)
class Swaps:
    """Whether each unit is swapped between two systems, with probability 1/2."""

    units: int

    def block(self, seed: int, begin: int, end: int) -> Weights:
        """One row of 0 and 1 per replicate."""
        random = generator(seed, SWAPS, begin // block_size(self.units))
        return coins(random, (end - begin, self.units))


@dataclass(frozen=True)
class AllSwaps:
    """All 2^N ways to swap N units between two systems, starting with no swap."""

    units: int

    def block(self, seed: int, begin: int, end: int) -> Weights:
        """One row of 0 and 1 per labelling: its number in binary."""
        numbers = np.arange(begin, end)[:, None]
        return (numbers >> np.arange(self.units) & 1).astype(np.float32)


@dataclass(frozen=True)
class Shuffles:
    """A random order of several outputs for each unit."""

    units: int
    pool: int

    def block(self, seed: int, begin: int, end: int) -> Weights:
        """Number of an output for each replicate, unit and place."""
        random = generator(seed, SHUFFLES, begin // block_size(self.units))
        numbers = np.arange(self.pool, dtype=np.min_scalar_type(self.pool))
        orders = np.tile(numbers, (end - begin, self.units, 1))
        step = max(1, _DRAWN // self.units)
        for first in range(0, len(orders), step):
            part = orders[first : first + step]
            for last in range(self.pool - 1, 0, -1):  # Fisher and Yates
                other = random.integers(0, last + 1, size=(len(part), self.units, 1))
                taken = np.take_along_axis(part, other, axis=2)
                np.put_along_axis(part, other, part[:, :, last : last + 1], axis=2)
                part[:, :, last : last + 1] = taken
        return orders


def counts(random: np.random.Generator, rows: int, units: int, size: int) -> Weights:
    """How often each unit occurs among `size` draws with replacement, for each row."""
    weights = np.empty((rows, units), np.float32)
    step = max(1, _DRAWN // size)
    begins = np.arange(step)[:, None] * units
    narrow = np.min_scalar_type(units - 1)  # few random bits: drawing them takes most of the time
    for first in range(0, rows, step):
        part = weights[first : first + step]
        drawn = random.integers(0, units, size=(len(part), size), dtype=narrow)
        places = begins[: len(part)] + drawn
        part[:] = np.bincount(places.ravel(), minlength=part.size).reshape(part.shape)
    return weights


def coins(random: np.random.Generator, shape: tuple[int, int]) -> Weights:
    """Draw 0 or 1 with equal probability, in single precision for matrix products."""
    return bits(random, shape).astype(np.float32)


def bits(random: np.random.Generator, shape: tuple[int, int]) -> Weights:
    """Draw 0 or 1 with equal probability, from one random bit each."""
    rows, columns = shape
    width = -(-columns // 8)
    drawn = np.frombuffer(random.bytes(rows * width), dtype=np.uint8).reshape(rows, width)
    return np.unpackbits(drawn, axis=1, count=columns)


def replicates(draws: Draws, trials: int, seed: int, reduce: Callable[[Weights], Floats]) -> Floats:
    """Apply `reduce` to the weights of all replicates, and return the results in order.

    Args:
        draws: How replicates are drawn.
        trials: Number of replicates.
        seed: The same seed gives the same replicates.
        reduce: Turns the weights of some replicates into an array with one item for each.
    """
    if trials < 1:
        raise wording.bad_option("trials", "at least 1", trials)
    generator(seed, 0, 0)  # refuse a bad seed here, not in a worker
    task = _Blocks(draws, trials, seed, reduce)
    # The memory layout is the same for all engines, because NumPy adds up in the order of memory.
    together: Floats = np.empty(0)
    end = 0
    with executor.active().results(task, len(task)) as blocks:
        for block in blocks:
            if not end:
                check_memory(trials, block[0].size)
                together = np.empty((*block.shape[1:], trials))
            begin, end = end, end + len(block)
            together[..., begin:end] = np.moveaxis(block, 0, -1)
    return np.moveaxis(together, -1, 0)


def check_memory(trials: int, numbers: int) -> None:
    """Refuse a number of replicates that does not fit into the memory of the machine."""
    import os

    try:
        memory = os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    except (AttributeError, OSError, ValueError):  # not on every system
        return
    needed = 8 * trials * numbers
    if needed > memory:
        raise UsageError(
            f"{counted(trials, 'trial')} with {counted(numbers, 'number')} each need"
            f" {needed / 1e9:,.1f} GB of memory; this machine has {memory / 1e9:,.1f} GB.",
            hint=f"Use at most {counted(memory // (8 * numbers), 'trial')}.",
        )


@cache
def _keep_freed_memory() -> None:
    """Keep the memory that a block frees for the next block.

    The C library of Linux returns large arrays to the system at once, and the system clears every
    page of the next array. It stops doing so after an array of nearly 32 MB was freed.
    """
    np.empty(31 << 20, np.uint8)


@dataclass(frozen=True)
class _Blocks:
    draws: Draws
    trials: int
    seed: int
    reduce: Callable[[Weights], Floats]

    def __len__(self) -> int:
        return -(-self.trials // block_size(self.draws.units))

    def __call__(self, number: int) -> Floats:
        _keep_freed_memory()
        size = block_size(self.draws.units)
        begin = number * size
        end = min(begin + size, self.trials)
        return self.reduce(self.draws.block(self.seed, begin, end))
