"""Wilcoxon's rank tests, as R's `wilcox.test` computes them, and the combination of p-values.

A p-value is exact if samples have fewer than 50 values and no ties; otherwise it comes from the
normal distribution with corrections for ties and continuity. If all values are equal, the two-sided
p-value is undefined, and the one-sided p-value is 1.
"""

import math
from collections.abc import Sequence
from functools import cache
from typing import Any, NamedTuple

import numpy as np

from tertium.core.arrays import Floats
from tertium.core.errors import UnknownMember

ALTERNATIVES = ("two-sided", "greater", "less")

# From this size on, R uses the normal distribution.
_LARGE = 50

# Values that agree in this number of digits are tied.
DIGITS = 12


class RankTest(NamedTuple):
    """The outcome of a rank test.

    Attributes:
        statistic: Number of pairs in which the value of the first sample is larger, ties counted
            half; or the sum of the ranks of positive differences.
        p: The p-value.
        exact: Whether it is exact.
    """

    statistic: float
    p: float
    exact: bool


class RankTests(NamedTuple):
    """Rank-sum tests of all pairs of samples: matrices, with the first of the pair as row."""

    statistic: Floats
    p: Floats


def rank_sum(
    x: Any,
    y: Any,
    alternative: str = "two-sided",
    *,
    exact: bool | None = None,
    continuity: bool = True,
    digits: int | None = DIGITS,
) -> RankTest:
    """Test whether values of one sample tend to be larger than those of another.

    Wilcoxon's rank-sum test is the same as that of Mann and Whitney.

    Args:
        x: One sample.
        y: The other.
        alternative: "greater" if x has the larger values.
        exact: Whether to enumerate all orders; by default if samples are small. Impossible with
            ties.
        continuity: Whether the normal distribution is corrected for continuity.
        digits: As in `rounded`.
    """
    counts = _Counts.of([x, y], digits)
    p, was_exact = counts.p(0, 1, alternative, exact, continuity)
    return RankTest(float(counts.statistic[0, 1]), p, was_exact)


def rank_sums(
    samples: Sequence[Any], alternative: str = "greater", *, digits: int | None = DIGITS
) -> RankTests:
    """Rank-sum tests of all pairs of samples.

    The cost grows with the number of samples times the number of values, not with the pairs.

    Args:
        samples: Values of each sample.
        alternative: "greater" if the sample of the row has the larger values.
        digits: As in `rounded`.

    Returns:
        Statistics and p-values; NaN on the diagonal.
    """
    counts = _Counts.of(samples, digits)
    p = np.full(counts.statistic.shape, np.nan)
    for i, j in np.ndindex(p.shape):
        if i != j:
            p[i, j], _ = counts.p(i, j, alternative)
    return RankTests(counts.statistic, p)


def signed_rank(
    differences: Any,
    alternative: str = "two-sided",
    *,
    exact: bool | None = None,
    continuity: bool = True,
    digits: int | None = DIGITS,
) -> RankTest:
    """Test whether paired differences tend to be positive (Wilcoxon's signed-rank test).

    Differences of 0 are dropped; with them, or with ties, there is no exact p-value.

    Args:
        differences: One for each pair.
        alternative: "greater" if they tend to be positive.
        exact: Whether to enumerate all signs; by default if there are few differences.
        continuity: Whether the normal distribution is corrected for continuity.
        digits: As in `rounded`.
    """
    from scipy.stats import rankdata

    given = rounded(differences, digits)
    kept = given[given != 0]
    size = len(kept)
    ranks = rankdata(np.abs(kept))
    statistic = float(ranks[kept > 0].sum())
    _, ties = np.unique(ranks, return_counts=True)
    small = size < _LARGE if exact is None else exact
    if small and size == len(given) and (ties == 1).all() and size:
        return RankTest(statistic, _exact_p(_signed_rank_tails(size), statistic, alternative), True)
    variance = size * (size + 1) * (2 * size + 1) / 24 - (ties**3 - ties).sum() / 48
    excess = statistic - size * (size + 1) / 4
    return RankTest(statistic, _normal_p(excess, variance, alternative, continuity), False)


def stouffer(p_values: Sequence[float]) -> float:
    """Combine p-values of independent tests: the sum of their normal deviates (Stouffer 1949).

    P-values of NaN were not tested and do not count.
    """
    from scipy.special import ndtr, ndtri

    tested = np.array([p for p in p_values if not math.isnan(p)])
    if not tested.size:
        return math.nan
    return float(ndtr(ndtri(tested).sum() / math.sqrt(len(tested))))


def rounded(values: Any, digits: int | None = DIGITS) -> Floats:
    """Round to a number of digits of the largest value: means equal in exact arithmetic must tie.

    Values with fewer digits are unchanged. If `digits` is None, values are not rounded, as for
    numbers printed by another program.
    """
    given = np.asarray(values, dtype=np.float64)
    largest = np.abs(given).max(initial=0.0)
    if digits is None or largest == 0:
        return given
    places = digits - math.ceil(math.log10(largest))
    power = 10.0 ** min(abs(places), 300)  # exact where it matters, as a negative one is not
    return np.rint(given * power) / power if places >= 0 else np.rint(given / power) * power


class _Counts(NamedTuple):
    """Counts from which rank-sum tests of all pairs are computed.

    Attributes:
        sizes: Sizes of the samples.
        statistic: Number of pairs whose first value is larger, ties counted half.
        ties: Sum of t^3 - t over the distinct values of both samples; t is the number of times each
            occurs.
    """

    sizes: Any
    statistic: Floats
    ties: Floats

    @classmethod
    def of(cls, samples: Sequence[Any], digits: int | None) -> "_Counts":
        count = len(samples)
        sizes = np.array([len(sample) for sample in samples])
        values = np.concatenate([np.asarray(one, dtype=np.float64) for one in samples])
        values = rounded(values, digits)
        # Ascending order keeps memory access sequential.
        order = np.argsort(values)
        owners, ascending = np.repeat(np.arange(count), sizes)[order], values[order]
        numbers = np.cumsum(np.concatenate([[0], ascending[1:] != ascending[:-1]]))
        statistic, squares = np.empty((2, count, count))
        cubes = np.empty(count)
        for j in range(count):
            times = np.bincount(numbers[owners == j], minlength=numbers[-1] + 1).astype(float)
            below = np.cumsum(times) - times / 2
            statistic[:, j] = np.bincount(owners, below[numbers], count)
            squares[:, j] = np.bincount(owners, (times * times)[numbers], count)
            cubes[j] = times @ (times * times)
        # (a + b)^3 - (a + b) summed over values that one sample has a times and another b times
        alone = cubes - sizes
        ties = alone[:, None] + alone + 3 * (squares + squares.T)
        return cls(sizes, statistic, ties)

    def p(
        self, i: int, j: int, alternative: str, exact: bool | None = None, continuity: bool = True
    ) -> tuple[float, bool]:
        """The p-value of a pair, and whether it is exact."""
        one, other = int(self.sizes[i]), int(self.sizes[j])
        if not one or not other:
            return math.nan, False
        statistic, ties, total = float(self.statistic[i, j]), float(self.ties[i, j]), one + other
        small = max(one, other) < _LARGE if exact is None else exact
        if small and ties == 0:
            return _exact_p(_rank_sum_tails(one, other), statistic, alternative), True
        variance = one * other / 12 * (total + 1 - ties / (total * (total - 1)))
        return _normal_p(statistic - one * other / 2, variance, alternative, continuity), False


class _Tails(NamedTuple):
    """Probabilities that a statistic is at most, and at least, each of its values."""

    lower: Floats
    upper: Floats


@cache
def _rank_sum_tails(one: int, other: int) -> _Tails:
    """Tails if all choices of the ranks of the first sample are equally likely."""
    ways = np.zeros((one + 1, one * other + 1))  # by how many were chosen, and the statistic
    ways[0, 0] = 1
    for above in range(one + other):
        # A rank with `above` ranks below it; `chosen` of them belong to the same sample.
        for chosen in range(min(one, above + 1) - 1, -1, -1):
            gain = above - chosen
            if gain <= other:
                ways[chosen + 1, gain:] += ways[chosen, : one * other + 1 - gain]
    return _tails(ways[one])


@cache
def _signed_rank_tails(size: int) -> _Tails:
    """Tails if all signs of the ranks are equally likely."""
    ways = np.zeros(size * (size + 1) // 2 + 1)
    ways[0] = 1
    for rank in range(1, size + 1):
        ways[rank:] += ways[:-rank].copy()
    return _tails(ways)


def _tails(ways: Floats) -> _Tails:
    total = ways.sum()
    return _Tails(np.cumsum(ways) / total, np.cumsum(ways[::-1])[::-1] / total)


def _exact_p(tails: _Tails, statistic: float, alternative: str) -> float:
    at = int(statistic)
    lower, upper = float(tails.lower[at]), float(tails.upper[at])
    return _of_alternative(alternative, lower, upper, min(1.0, 2 * min(lower, upper)))


def _normal_p(excess: float, variance: float, alternative: str, continuity: bool) -> float:
    from scipy.special import ndtr

    # Towards the hypothesis: half a rank.
    correction = _of_alternative(alternative, -0.5, 0.5, math.copysign(0.5, excess))
    if alternative == "two-sided" and excess == 0:
        correction = 0.0
    numerator = excess - correction * continuity
    if variance > 0:
        deviate = numerator / math.sqrt(variance)
    else:
        deviate = math.copysign(math.inf, numerator) if numerator else math.nan
    return _of_alternative(
        alternative, float(ndtr(deviate)), float(ndtr(-deviate)), 2 * float(ndtr(-abs(deviate)))
    )


def _of_alternative(alternative: str, less: float, greater: float, two_sided: float) -> float:
    if alternative not in ALTERNATIVES:
        raise UnknownMember("alternative", alternative, ALTERNATIVES)
    return {"less": less, "greater": greater, "two-sided": two_sided}[alternative]
