"""Confidence intervals of Pearson's correlation, and tests of the difference of two.

A and B are two metrics, both compared with the same human scores of n systems: r12 and r13 are
their correlations with these, r23 is that of A with B. Intervals of single correlations do not test
their difference: Zou's interval and Williams' test do, and need r23.

Reference: Fisher 1915; Williams 1959; Zou 2007; Graham and Liu 2016.
"""

import math
from statistics import NormalDist
from typing import NamedTuple

from tertium.core.formatting import counted, is_or_are
from tertium.core.intervals import Interval

_ROUNDING = 1e-12

# Correlations whose matrix has a determinant below this cannot come from one sample.
_IMPOSSIBLE = -1e-12


class Difference(NamedTuple):
    """A test of the difference of two dependent correlations.

    Attributes:
        t: Williams' statistic; positive if the first correlation is higher.
        p: Its p-value.
        reason: Why it is undefined; empty if it is defined.
    """

    t: float
    p: float
    reason: str = ""


def fisher(r: float, n: int, confidence_level: float = 0.95) -> Interval:
    """Interval of a correlation by Fisher's r-to-z: tanh(atanh r -+ z / sqrt(n - 3))."""
    if math.isnan(r):
        return Interval.undefined("the correlation is undefined")
    if n <= 3:
        return Interval.undefined(
            f"{counted(n, 'pair')} {is_or_are(n)} too few, at least four are needed"
        )
    if _on_a_line(r):
        end = math.copysign(1.0, r)
        return Interval(end, end, "degenerate: all pairs lie on a line")
    width = NormalDist().inv_cdf((1 + confidence_level) / 2) / math.sqrt(n - 3)
    return Interval(math.tanh(math.atanh(r) - width), math.tanh(math.atanh(r) + width))


def symmetric(r: float, n: int, confidence_level: float = 0.95) -> Interval:
    """Interval r -+ z (1 - r^2) / sqrt(n - 1), as if r were normal, which it is not.

    "±" usually denotes this interval. It is cut at -1 and 1, and the reason then mentions it.
    """
    if math.isnan(r):
        return Interval.undefined("the correlation is undefined")
    if n <= 3:
        return Interval.undefined(
            f"{counted(n, 'pair')} {is_or_are(n)} too few, at least four are needed"
        )
    half = NormalDist().inv_cdf((1 + confidence_level) / 2) * (1 - r**2) / math.sqrt(n - 1)
    low, high = max(r - half, -1.0), min(r + half, 1.0)
    beyond = r - half < -1 or r + half > 1
    return Interval(low, high, "cut, as it exceeds 1" if beyond else "")


def zou(r12: float, r13: float, r23: float, n: int, confidence_level: float = 0.95) -> Interval:
    """Interval of r12 - r13, from Fisher's intervals of both (Zou 2007, section on overlap)."""
    if any(map(math.isnan, (r12, r13, r23))):
        return Interval.undefined("a correlation is undefined")
    if _on_a_line(r12) or _on_a_line(r13):
        return Interval.undefined("a correlation of 1 leaves no interval to start from")
    one, two = fisher(r12, n, confidence_level), fisher(r13, n, confidence_level)
    if one.reason:
        return Interval.undefined(one.reason)
    left = 1 - r12**2 - r13**2 - r23**2
    shared = ((r23 - r12 * r13 / 2) * left + r23**3) / ((1 - r12**2) * (1 - r13**2))

    def reach(first: float, second: float) -> float:
        # Rounding can give a negative number if the metrics are nearly the same.
        return math.sqrt(max(0.0, first**2 + second**2 - 2 * shared * first * second))

    difference = r12 - r13
    return Interval(
        difference - reach(r12 - one.low, two.high - r13),
        difference + reach(one.high - r12, r13 - two.low),
    )


def williams(
    r12: float, r13: float, r23: float, n: int, alternative: str = "greater"
) -> Difference:
    """Williams' test of r12 against r13: t on n - 3 degrees of freedom (Williams 1959, eq. 7).

    Args:
        r12: Correlation of the first metric with human scores.
        r13: Correlation of the second metric with human scores.
        r23: Correlation of the two metrics.
        n: Number of complete pairs.
        alternative: "greater" if the first is higher, "less" if it is lower, "two-sided" if they
            differ.
    """
    if any(map(math.isnan, (r12, r13, r23))):
        return _untested("a correlation is undefined")
    if n <= 3:
        return _untested(f"{counted(n, 'pair')} {is_or_are(n)} too few, at least four are needed")
    determinant = 1 - r12**2 - r13**2 - r23**2 + 2 * r12 * r13 * r23
    if determinant < _IMPOSSIBLE:
        return _untested("no sample can have these three correlations")
    spread = 2 * (n - 1) / (n - 3) * determinant + ((r12 + r13) / 2) ** 2 * (1 - r23) ** 3
    if r23 <= -1 + _ROUNDING:
        return _untested("one metric is the other with its sign flipped")
    if spread <= 0 or r23 >= 1 - _ROUNDING:
        return _untested("the metrics give the same scores")
    t = (r12 - r13) * math.sqrt((n - 1) * (1 + r23) / spread)
    return Difference(t, _tail(t, n - 3, alternative))


def _on_a_line(r: float) -> bool:
    """Whether a correlation is 1 or -1 up to rounding."""
    return abs(r) >= 1 - _ROUNDING


def _tail(t: float, freedom: int, alternative: str) -> float:
    from scipy.special import stdtr  # lighter to import than scipy.stats

    if alternative == "greater":
        return float(stdtr(freedom, -t))
    if alternative == "less":
        return float(stdtr(freedom, t))
    return 2 * float(stdtr(freedom, -abs(t)))


def _untested(reason: str) -> Difference:
    return Difference(math.nan, math.nan, reason)
