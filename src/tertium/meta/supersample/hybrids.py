"""Hybrid super-sampling: thousands of systems made of a few.

A hybrid takes each of its segments from one of two systems, by a coin; all pairs of systems make as
many hybrids, but for one. Of n systems and m segments there are n (n - 1) / 2 * 2^m. Its score
under a metric comes from the summed statistics of the outputs it is made of, and that of people
from their judgments, by the same sums. Or, `mix="all"`, each segment is taken from any system.

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
    """Whose output each segment of each hybrid is.

    Attributes:
        units: Number of segments.
        systems: Number of systems.
        hybrids: Number of hybrids.
        mix: Whether a hybrid is made of "pairs" of systems, or of "all".
        replication: Which of several samples with the same seed.
    """

    units: int
    systems: int
    hybrids: int
    mix: str = "pairs"
    replication: int = 0

    def block(self, seed: int, begin: int, end: int) -> Weights:
        """For each hybrid and segment the number of a system."""
        number = begin // block_size(self.units)
        random = generator(seed, HYBRIDS, self.replication << 32 | number)
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

    A hybrid has the sums of one of its systems, but for the segments it takes from others: these
    add by how much their rows differ. So a pair takes one product, and what all systems share, as
    all that is counted in references, takes none.

    Attributes:
        sample: The metrics.
        mix: Whether a hybrid is made of "pairs" of systems, or of "all".
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
        """Take systems with one output each."""
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
        """Give (hybrid, metric)."""
        lowest, highest = choices.min(axis=1), choices.max(axis=1)
        total = self.sums.T[:, lowest]  # columns first: scores are computed of what lies together
        for low, high in sorted(set(zip(lowest.tolist(), highest.tolist(), strict=True))):
            made = np.flatnonzero((lowest == low) & (highest == high))
            chosen = choices[made]
            for other in (high,) if self.mix == "pairs" else range(low + 1, high + 1):
                taken = (chosen == other).T
                for columns, rows in self.parts:
                    added = (rows[other] - rows[low]) @ taken.astype(rows.dtype)
                    total[columns[:, None], made] += added
        return self.sample.scores(total.T)


def hybrid_scores(scores: HybridScores, hybrids: int, seed: int, replication: int = 0) -> Floats:
    """Scores of a sample of hybrids: (hybrid, metric)."""
    choices = Choices(scores.units, len(scores.sums), hybrids, scores.mix, replication)
    return replicates(choices, hybrids, seed, scores)


def population(systems: int, units: int, mix: str = "pairs") -> float:
    """How many hybrids there are, as the logarithm to base 10 (Graham and Liu 2016, eq. 1)."""
    if mix == "all":
        return units * math.log10(systems)
    return math.log10(math.comb(systems, 2)) + units * math.log10(2)
