"""Tests of the difference of two systems that stay valid however often one looks.

An ordinary p-value holds for one look at a planned end. If you look after every judgment and stop
at the first p <= 0.05, you find a difference between equal systems far more often than 5 % of the
time. The tests here can be read after every judgment, and stopped at any time.

The judgments of a pair of systems are a stream of differences d in [-1, 1], the difference of two
scores divided by the range of the scale, in the order in which segments were drawn. A gambler who
bets that the first system is better starts with the capital K = 1 and stakes the share lambda of it
on each difference:

    K = product of (1 + lambda d),    lambda = S1 / (S2 + 1/16), at least 0 and at most 3/4

S1 and S2 are the sums of d and of d^2 over the earlier differences. If the mean of d is 0, no bet
wins on average, and K ever reaches 1 / a with a probability of at most a (Ville's inequality). The
same with -d is a bet on the second system. Both bets together give

    p = 2 / the largest K of both so far, at most 1

Reference: Waudby-Smith and Ramdas 2024, Estimating means of bounded random variables by betting.
"""

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from tertium.core.arrays import Floats
from tertium.core.errors import DataError, UsageError
from tertium.core.formatting import counted
from tertium.core.sample import Pair
from tertium.inference.corrections import corrected
from tertium.inference.verdicts import PValues, verdict

# Added to the sum of squares: it keeps the first bets small.
_PRIOR = 1 / 16

# Largest share of the capital that is staked, so that no difference can take all of it.
_LARGEST_BET = 3 / 4


class CapitalPaths(NamedTuple):
    """The capital of both bets after each difference, and the p-value.

    Attributes:
        first: Logarithm of the capital of the bet on the first system.
        second: Logarithm of the capital of the bet on the second system.
        p: p-value of the difference; it never rises.
    """

    first: Floats
    second: Floats
    p: Floats


def capital_paths(differences: Any) -> CapitalPaths:
    """Bet on streams of differences.

    Args:
        differences: Differences in [-1, 1]. The last axis is the order of a stream, all other axes
            are streams. A difference of 0 changes no number, so it can fill up shorter streams.
    """
    given = np.ascontiguousarray(differences, dtype=np.float64)
    _check_differences(given)
    first, second = _log_capitals(given)
    largest = np.maximum.accumulate(np.maximum(first, second), axis=-1)
    return CapitalPaths(first, second, _p_value(largest))


@dataclass
class SequentialTest:
    """The test of one pair of systems, which takes one difference after the other.

    All numbers are equal to those of `capital_paths`.

    Attributes:
        observations: Number of differences.
        weights: Sum of their weights.
        total: Sum of the weighted differences.
        squares: Sum of the squares of the weighted differences.
        first: Logarithm of the capital of the bet on the first system.
        second: Logarithm of the capital of the bet on the second system.
        largest_first: Largest value of `first` so far.
        largest_second: Largest value of `second` so far.
    """

    observations: int = 0
    weights: float = 0.0
    total: float = 0.0
    squares: float = 0.0
    first: float = 0.0
    second: float = 0.0
    largest_first: float = 0.0
    largest_second: float = 0.0

    @classmethod
    def of(cls, differences: Any, weights: Any = None) -> "SequentialTest":
        """Test a stream.

        Args:
            differences: Differences in [-1, 1], in the order drawn.
            weights: Weights above 0 and at most 1, as `pair_stream` returns them; by default 1.
        """
        values, of_values = _checked(differences, weights)
        if not len(values):
            return cls()
        weighted = of_values * values
        first, second = _log_capitals(weighted)
        # Cumulative sums add in the order of the stream, as `add` does.
        sums = [np.cumsum(column)[-1] for column in (of_values, weighted, weighted * weighted)]
        ends = [first[-1], second[-1], first.max(initial=0.0), second.max(initial=0.0)]
        return cls(len(values), *map(float, [*sums, *ends]))

    def add(self, difference: float, weight: float = 1.0) -> float:
        """Take the next difference, and return the p-value.

        Args:
            difference: The difference, in [-1, 1].
            weight: Weight of the segment, divided by the largest weight of all segments drawn.
        """
        _check_differences(np.array([difference]), self.observations)
        _check_weights(np.array([weight]), self.observations)
        weighted = weight * difference
        bet = self.total / (self.squares + _PRIOR)
        # The functions of NumPy, which may round differently from those of Python.
        self.first += float(np.log1p(min(max(bet, 0.0), _LARGEST_BET) * weighted))
        self.second += float(np.log1p(min(max(-bet, 0.0), _LARGEST_BET) * -weighted))
        self.largest_first = max(self.largest_first, self.first)
        self.largest_second = max(self.largest_second, self.second)
        self.observations += 1
        self.weights += weight
        self.total += weighted
        self.squares += weighted * weighted
        return self.p

    @property
    def log_capital(self) -> float:
        """Logarithm of the largest capital of both bets so far."""
        return max(self.largest_first, self.largest_second)

    @property
    def p(self) -> float:
        """p-value of the difference, valid at any time."""
        return float(_p_value(self.log_capital))

    @property
    def mean(self) -> float:
        """Weighted mean of the differences; NaN if there are none."""
        return self.total / self.weights if self.observations else math.nan


@dataclass(frozen=True)
class SequentialVerdict:
    """Which of two systems is significantly better, after any number of looks.

    Attributes:
        system: One system.
        other: The other.
        better: The system that is significantly better; None if the pair is undecided.
        observations: Number of differences used, of segments or of documents.
        difference: Weighted mean difference as a share of the scale; NaN if there is none.
        log_capital: Logarithm of the largest capital of both bets so far.
        p: p-value of the pair.
        corrected: Holm-corrected p-value, from which the verdict is made.
    """

    system: str
    other: str
    better: str | None
    observations: int
    difference: float
    log_capital: float
    p: float
    corrected: float


@dataclass(frozen=True)
class SequentialVerdicts:
    """Verdicts on all pairs of systems, which hold together at any time.

    Attributes:
        confidence_level: Confidence level: 0.95 stands for corrected p <= 0.05.
        pairs: A verdict for each pair.
        p_values: The Holm-corrected p-values, for tables and clusters: each is that of the system
            which the larger capital favours.
    """

    confidence_level: float
    pairs: tuple[SequentialVerdict, ...]
    p_values: PValues


def sequential_verdicts(
    tests: Mapping[Pair, SequentialTest], confidence_level: float = 0.95
) -> SequentialVerdicts:
    """Judge all pairs of systems; p-values are Holm-corrected for all of them.

    Args:
        tests: The test of each pair, once; systems keep the order in which pairs name them.
        confidence_level: Confidence level of all verdicts together.
    """
    systems = tuple(dict.fromkeys(name for pair in tests for name in pair))
    if len({frozenset(pair) for pair in tests}) < len(tests):
        raise UsageError("A pair of systems is given twice.")
    adjusted = corrected([test.p for test in tests.values()], "holm")
    matrix = [[math.nan] * len(systems) for _ in systems]
    pairs = []
    for (pair, test), p in zip(tests.items(), adjusted, strict=True):
        lead = test.largest_first - test.largest_second
        found = verdict(*pair, improvement=lead, p=p, confidence_level=confidence_level)
        row, column = map(systems.index, pair)
        if lead >= 0:
            matrix[row][column] = p
        if lead <= 0:
            matrix[column][row] = p
        pairs.append(
            SequentialVerdict(
                pair.system,
                pair.other,
                found.better,
                observations=test.observations,
                difference=test.mean,
                log_capital=test.log_capital,
                p=test.p,
                corrected=p,
            )
        )
    p_values = PValues(systems, tuple(map(tuple, matrix)))
    return SequentialVerdicts(confidence_level, tuple(pairs), p_values)


def _log_capitals(values: Floats) -> tuple[Floats, Floats]:
    """Logarithms of the capital of bets on a mean above 0 and below 0, along the last axis."""
    bets = _sums_before(values) / (_sums_before(values * values) + _PRIOR)
    above = np.log1p(np.clip(bets, 0.0, _LARGEST_BET) * values)
    below = np.log1p(np.clip(-bets, 0.0, _LARGEST_BET) * -values)
    return np.cumsum(above, axis=-1), np.cumsum(below, axis=-1)


def _sums_before(values: Floats) -> Floats:
    """Sum of the earlier values, along the last axis."""
    sums = np.zeros_like(values)
    np.cumsum(values[..., :-1], axis=-1, out=sums[..., 1:])
    return sums


def _p_value(log_capital: Any) -> Any:
    return np.minimum(1.0, 2 * np.exp(-log_capital))


def _checked(differences: Any, weights: Any) -> tuple[Floats, Floats]:
    """Check the differences and weights of a stream; weights are 1 by default."""
    values = np.array(differences, dtype=np.float64)
    of_values = np.ones(len(values)) if weights is None else np.array(weights, dtype=np.float64)
    _check_differences(values)
    _check_weights(of_values)
    if len(values) != len(of_values):
        numbers = counted(len(values), "difference"), counted(len(of_values), "weight")
        raise DataError(f"Each difference needs one weight; found {' and '.join(numbers)}.")
    return values, of_values


def _check_differences(given: Floats, before: int = 0) -> None:
    """Refuse a difference outside [-1, 1]; `before` is the number of earlier ones."""
    wrong = ~(np.abs(given) <= 1)
    if wrong.any():
        place = np.argwhere(wrong)[0]
        raise DataError(
            f"Difference {before + int(place[-1]) + 1:,} is {given[tuple(place)]:g}; differences"
            " must lie between -1 and 1.",
            hint="Divide differences of scores by the range of the scale; leave out missing ones"
            " and all behind them.",
        )


def _check_weights(given: Floats, before: int = 0) -> None:
    """Refuse a weight that is not above 0 and at most 1."""
    wrong = ~((given > 0) & (given <= 1))
    if wrong.any():
        place = int(np.argmax(wrong))
        raise DataError(
            f"Weight {before + place + 1:,} is {given[place]:g}; weights must be above 0 and at"
            " most 1.",
            hint="Divide weights by the largest weight of all segments drawn.",
        )
