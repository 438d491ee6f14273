"""Hybrid super-sampling: thousands of hybrid systems made from a few systems.

A hybrid takes each segment from one of two systems, chosen at random. All pairs of systems have the
same number of hybrids, up to one. n systems and m segments have n (n - 1) / 2 * 2^m hybrids. The
metric score of a hybrid comes from the summed statistics of its segments, and its human score from
their judgments. With `mix="all"` each segment is taken from any of the systems.

Reference: Graham and Liu 2016, Achieving accurate conclusions in evaluation of automatic machine
translation metrics, section 3.1.
"""

import math
from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING

import numpy as np

from tertium.core.arrays import Floats, Weights
from tertium.core.resampling import HYBRIDS, bits, block_size, generator, replicates
from tertium.core.sample import Sample
from tertium.core.sums import EXACT

if TYPE_CHECKING:
    from numpy.typing import NDArray


@dataclass(frozen=True)
class Choices:
    """From which system each hybrid takes each segment.

    Attributes:
        units: Number of segments.
        systems: Number of systems.
        hybrids: Number of hybrids.
        mix: Whether a hybrid is made from "pairs" of systems, or from "all" systems.
        trial: Number of the super-sample, as several can have the same seed.
    """

    units: int
    systems: int
    hybrids: int
    mix: str = "pairs"
    trial: int = 0

    def block(self, seed: int, begin: int, end: int) -> Weights:
        """Return the number of a system for each hybrid and segment."""
        number = begin // block_size(self.units)
        random = generator(seed, HYBRIDS, self.trial << 32 | number)
        shape = end - begin, self.units
        narrow = np.min_scalar_type(self.systems - 1)
        if self.mix == "all":
            return random.integers(0, self.systems, size=shape, dtype=narrow)
        pairs = np.array(list(combinations(range(self.systems), 2)), dtype=narrow)
        of_hybrid = pairs[np.arange(begin, end) * len(pairs) // self.hybrids]
        first, other = of_hybrid[:, :1], of_hybrid[:, 1:]
        drawn: Weights = other ^ (bits(random, shape) * (first ^ other))  # faster than a choice
        return drawn


@dataclass(frozen=True, eq=False)
class HybridScores:
    """Turns choices into the scores of hybrids under all metrics of a sample.

    The sums of a hybrid are those of one of its systems, plus the differences of rows for segments
    from other systems. So a pair of systems takes one matrix product, and columns that are the same
    for all systems, such as counts of reference words, take none.

    Attributes:
        sample: The metrics.
        mix: Whether a hybrid is made from "pairs" of systems, or from "all" systems.
        sums: Summed statistics of each system: (system, column).
        parts: Columns in which systems differ, and the rows of each system in them: (system,
            column, unit). Counts are one part, in single precision where their sums are exact.
    """

    sample: Sample
    mix: str
    sums: Floats
    parts: tuple[tuple["NDArray[np.intp]", Weights], ...]

    @classmethod
    def of(cls, sample: Sample, mix: str = "pairs") -> "HybridScores":
        """Prepare systems with one output each."""
        rows = np.stack([sample.rows[name][0].T for name in sample.systems])
        sums = rows.sum(axis=-1)
        differing = (rows != rows[0]).any(axis=(0, 2))
        # Any sum of differences of counts lies between the sums of both.
        counts = (sums < EXACT).all(axis=0) & ((rows >= 0) & (rows == np.floor(rows))).all((0, 2))
        parts: list[tuple[NDArray[np.intp], Weights]] = []
        for chosen, precision in ((counts, np.float32), (~counts, np.float64)):
            columns = np.flatnonzero(chosen & differing)
            parts.append((columns, rows[:, columns].astype(precision)))
        return cls(sample.without_rows, mix, sums, tuple(parts))

    @property
    def units(self) -> int:
        """Number of segments."""
        return int(self.parts[0][1].shape[-1])

    def __call__(self, choices: Weights) -> Floats:
        """Return the scores: (hybrid, metric)."""
        lowest, highest = choices.min(axis=1), choices.max(axis=1)
        total = self.sums.T[:, lowest]  # columns first, which is how scores read them
        for low, high in sorted(set(zip(lowest.tolist(), highest.tolist(), strict=True))):
            same = np.flatnonzero((lowest == low) & (highest == high))
            chosen = choices[same]
            for other in (high,) if self.mix == "pairs" else range(low + 1, high + 1):
                taken = (chosen == other).T
                for columns, rows in self.parts:
                    added = (rows[other] - rows[low]) @ taken.astype(rows.dtype)
                    total[columns[:, None], same] += added
        return self.sample.scores(total.T)


def hybrid_scores(scores: HybridScores, hybrids: int, seed: int, trial: int = 0) -> Floats:
    """Scores of a sample of hybrids: (hybrid, metric)."""
    choices = Choices(scores.units, len(scores.sums), hybrids, scores.mix, trial)
    return replicates(choices, hybrids, seed, scores)


def population(systems: int, units: int, mix: str = "pairs") -> float:
    """Number of possible hybrids, as the logarithm to base 10 (Graham and Liu 2016, eq. 1)."""
    if mix == "all":
        return units * math.log10(systems)
    return math.log10(math.comb(systems, 2)) + units * math.log10(2)
