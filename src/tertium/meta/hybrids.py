"""Hybrid super-sampling: thousands of systems made of a few.

A hybrid takes each of its segments from one of two systems, by a coin; all pairs of systems make as
many hybrids, but for one. Of n systems and m segments there are n (n - 1) / 2 * 2^m. Its score
under a metric comes from the summed statistics of the outputs it is made of, and that of people
from their judgments, by the same sums. Or, `mix="all"`, each segment is taken from any system.

Reference: Graham and Liu 2016, Achieving accurate conclusions in evaluation of automatic machine
translation metrics, section 3.1.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations, pairwise
from typing import TYPE_CHECKING, ClassVar

from tertium.core.arrays import TOLERANCE, Floats, Number, Rows, Weights, divided
from tertium.core.errors import UnknownMember, UsageError
from tertium.core.plain import counted
from tertium.core.records import Defect, Defects, empty, repeated, unknown
from tertium.core.resampling import HYBRIDS, bits, block_size, generator, replicates
from tertium.core.sample import Sample
from tertium.core.spec import option
from tertium.core.stats import LayerMetric
from tertium.core.sums import EXACT
from tertium.core.testset import TestSet
from tertium.inference.correlations import fisher, zou

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

MIXES = ("pairs", "all")


@dataclass(frozen=True)
class Mean(LayerMetric):
    """Mean of numbers that segments have: of scores, as of a "pseudo document", or of judgments."""

    name: ClassVar[str] = "mean"

    numbers: str = option("", "What they are.")

    @property
    def title(self) -> str:
        """What it is the mean of."""
        return self.numbers

    @property
    def columns(self) -> tuple[str, ...]:
        """Sum and number."""
        return ("sum", "number")

    def output_rows(self, testset: TestSet, system: str, run: int) -> Rows:
        """Refuse: the numbers are not those of a test set."""
        raise UsageError(f"{self} has no texts to score.")

    def score(self, sums: Sequence[Number]) -> Number:
        """Mean; undefined of no numbers."""
        total, number = sums
        return divided(total, number, math.nan)


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
        import numpy as np

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
        import numpy as np

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
        import numpy as np

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


@dataclass(frozen=True)
class Correlated:
    """How a metric correlates with people over a sample of systems.

    Attributes:
        metric: Its name.
        rank: Its place by r, from 1; the same where r is, but for rounding.
        r: Pearson's correlation.
        low: Lower limit of Fisher's interval.
        high: Upper limit.
        reason: Why r or its interval is undefined, where it is.
    """

    metric: str
    rank: int
    r: float
    low: float
    high: float
    reason: str


@dataclass(frozen=True)
class Advantage:
    """By how much the correlation of a metric is higher than that of another, which ranks below.

    Attributes:
        metric: The one that ranks higher.
        other: The other.
        value: Difference of both correlations.
        low: Lower limit of Zou's interval.
        high: Upper limit.
        reason: Why the interval is undefined, where it is.
    """

    metric: str
    other: str
    value: float
    low: float
    high: float
    reason: str

    @property
    def significant(self) -> bool:
        """Whether the interval excludes zero."""
        return self.low > 0 or self.high < 0


@dataclass(frozen=True)
class Standing:
    """What a sample of systems says of metrics.

    Attributes:
        systems: Number of systems that the correlations are over.
        left_out: How many more have no score under some metric, or none of people.
        metrics: The metrics, from the highest correlation to the lowest; by name where it is the
            same.
        advantages: All pairs of metrics, the better one first, in the order of their ranks.
    """

    systems: int
    left_out: int
    metrics: tuple[Correlated, ...]
    advantages: tuple[Advantage, ...]

    def defects(self) -> Defects:
        """Each metric is there once, with its advantage over the next."""
        yield from empty(self, "metrics")
        yield from repeated("metrics", self.order)
        pairs = {(one.metric, one.other) for one in self.advantages}
        for number, pair in enumerate(pairwise(self.order)):
            if pair not in pairs:
                yield Defect("advantages", f"That of metrics[{number}] over the next is missing.")
        for number, one in enumerate(self.advantages):
            for name in ("metric", "other"):
                place = f"advantages[{number}].{name}"
                yield from unknown(place, getattr(one, name), self.order, "metrics")

    @cached_property
    def order(self) -> tuple[str, ...]:
        """Names of the metrics, from the highest correlation to the lowest."""
        return tuple(one.metric for one in self.metrics)

    def of(self, metric: str) -> Correlated:
        """What it says of one metric."""
        return self.metrics[self._place(metric)]

    def places(self, metric: str) -> range:
        """Places that a metric may have: several where others have its rank, none without r."""
        one = self.of(metric)
        tied = sum(other.rank == one.rank for other in self.metrics)
        return range(0) if math.isnan(one.r) else range(one.rank, one.rank + tied)

    def over_next(self, metric: str) -> Advantage | None:
        """Advantage over the next best metric; None for the last."""
        place = self._place(metric)
        if place + 1 == len(self.order):
            return None
        below = self.order[place + 1]
        return next(one for one in self.advantages if (one.metric, one.other) == (metric, below))

    def _place(self, metric: str) -> int:
        if metric not in self.order:
            raise UnknownMember("metric", metric, self.order)
        return self.order.index(metric)


def standing(names: Sequence[str], human: Floats, scores: Floats, level: float = 0.95) -> Standing:
    """Correlate metrics with people, and tell by how much each is better than each other.

    Args:
        names: Names of the metrics.
        human: Score that people gave each system.
        scores: Scores of metrics, of which more is better: (system, metric).
        level: Level of the intervals.
    """
    import numpy as np

    table = np.column_stack([human, scores])
    complete = np.isfinite(table).all(axis=1)
    count = int(complete.sum())
    matrix = pearson_matrix(table[complete])
    places = dict(zip(names, range(1, len(names) + 1), strict=True))
    ranks = _ranks({name: float(matrix[0, place]) for name, place in places.items()})
    order = sorted(names, key=lambda name: (ranks[name], name))
    metrics = []
    for name in order:
        r = float(matrix[0, places[name]])
        interval = fisher(r, count, level)
        reason = interval.reason
        if math.isnan(r):
            alike = "people score" if math.isnan(matrix[0, 0]) else "the metric scores"
            reason = f"{alike} all alike" if count > 1 else f"{counted(count, 'system')}, not two"
        metrics.append(Correlated(name, ranks[name], r, interval.low, interval.high, reason))
    advantages = []
    for one, other in combinations(order, 2):
        first, second = places[one], places[other]
        r12, r13, r23 = matrix[0, first], matrix[0, second], matrix[first, second]
        found = zou(float(r12), float(r13), float(r23), count, level)
        advantages.append(
            Advantage(one, other, float(r12 - r13), found.low, found.high, found.reason)
        )
    return Standing(count, len(table) - count, tuple(metrics), tuple(advantages))


def _ranks(correlations: Mapping[str, float]) -> dict[str, int]:
    """Places from the highest to the lowest, the same for equal ones; the undefined come last."""
    known = {name: -2.0 if math.isnan(r) else r for name, r in correlations.items()}
    ranks: dict[str, int] = {}
    rank, before = 1, math.inf
    for place, name in enumerate(sorted(known, key=lambda name: -known[name]), 1):
        if known[name] < before - TOLERANCE:
            rank = place
        ranks[name], before = rank, known[name]
    return ranks


def pearson_matrix(table: Floats) -> Floats:
    """Pearson's correlations of all columns; undefined for those that are all the same."""
    import numpy as np

    if len(table) < 2:
        return np.full((table.shape[1],) * 2, np.nan)
    centred = table - table.mean(axis=0)
    spread = np.sqrt((centred**2).sum(axis=0))
    constant = np.ptp(table, axis=0) <= TOLERANCE * np.abs(table).max(axis=0)
    unit = centred / np.where(constant, np.nan, spread)
    matrix: Floats = unit.T @ unit
    # On a line r is 1, whatever rounding leaves of it.
    return np.where(np.abs(matrix) > 1 - TOLERANCE, np.sign(matrix), matrix)
