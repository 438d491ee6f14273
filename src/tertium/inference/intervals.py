"""Confidence intervals from bootstrap values."""

import math
from collections.abc import Callable

import numpy as np

from tertium.core.arrays import TOLERANCE, Floats
from tertium.core.errors import UnknownMember
from tertium.core.intervals import Interval

METHODS = ("percentile", "element", "bca")


def interval(
    values: Floats,
    confidence_level: float,
    method: str,
    observed: float,
    jackknife: Callable[[], Floats],
) -> Interval:
    """Interval of a statistic from its bootstrap values.

    Args:
        values: The statistic on each bootstrap sample; the interval is undefined if one is.
        confidence_level: Nominal coverage of the interval.
        method: One of `METHODS`.
        observed: The statistic on the sample itself.
        jackknife: Returns the statistic without each unit in turn; called only if needed.
    """
    if method == "percentile":
        return percentile(values, confidence_level)
    if method == "element":
        return element(values, confidence_level)
    if method == "bca":
        return bca(values, observed, jackknife(), confidence_level)
    raise UnknownMember("interval", method, METHODS)


def percentile(values: Floats, confidence_level: float) -> Interval:
    """Quantiles of the values, linear between neighbours (Efron 1981)."""
    return _quantiles(values, (1 - confidence_level) / 2, (1 + confidence_level) / 2)


def element(values: Floats, confidence_level: float) -> Interval:
    """Values at ranks 0.025 M and 0.975 M of M (Neubig's tutorial, Algorithm 4), rounded up."""
    if np.isnan(values).any():
        return Interval.undefined("a score is undefined")
    ascending = np.sort(values)

    def at(share: float) -> float:
        # (1 - 0.95) / 2 is 0.025 only up to rounding, which must not turn rank 25 into 26.
        rank = math.ceil(round(share * len(ascending), 9))
        return float(ascending[max(rank, 1) - 1])

    return Interval(at((1 - confidence_level) / 2), at((1 + confidence_level) / 2))


def bca(values: Floats, observed: float, jackknife: Floats, confidence_level: float) -> Interval:
    """Bias-corrected and accelerated interval (Efron 1987).

    The quantiles of the percentile interval are shifted by a bias correction (the share of values
    below the observed one, as a normal deviate) and by an acceleration (how the standard error
    changes with the parameter). Without bias and acceleration it is the percentile interval.
    """
    from statistics import NormalDist

    if np.isnan(np.hstack((values, observed, jackknife))).any():
        return Interval.undefined("a score is undefined")
    bias, acceleration = _bias(values, observed), _acceleration(jackknife)

    def moved(share: float) -> float:
        deviate = bias + NormalDist().inv_cdf(share)
        if acceleration * deviate >= 1:  # past the pole of the mapping, at infinity
            return float(deviate > 0)
        return NormalDist().cdf(bias + deviate / (1 - acceleration * deviate))

    return _quantiles(values, moved((1 - confidence_level) / 2), moved((1 + confidence_level) / 2))


def _quantiles(values: Floats, low: float, high: float) -> Interval:
    """Quantiles, linear between neighbours; sorting everything is faster than NumPy's selection."""
    ascending = np.sort(values)
    if np.isnan(ascending[-1]):
        return Interval.undefined("a score is undefined")
    place = np.array([low, high]) * (len(ascending) - 1)
    before = np.floor(place).astype(np.intp)
    after = np.minimum(before + 1, len(ascending) - 1)
    ends = ascending[before] + (ascending[after] - ascending[before]) * (place - before)
    return Interval(float(ends[0]), float(ends[1]))


def _bias(values: Floats, observed: float) -> float:
    """Share of values below the observed one, ties counted half, as a normal deviate.

    If all are on one side, half a value is counted on the other, so that it stays finite.
    """
    from statistics import NormalDist

    tolerance = TOLERANCE * max(np.abs(values).max(), abs(observed))
    ties = np.count_nonzero(np.abs(values - observed) <= tolerance)
    below = np.count_nonzero(values < observed - tolerance) + ties / 2
    share = min(max(below, 0.5), len(values) - 0.5) / len(values)
    return NormalDist().inv_cdf(share)


def _acceleration(jackknife: Floats) -> float:
    """Skewness of the jackknife (Efron and Tibshirani 1993, eq. 14.15); 0 if it is constant."""
    spread = np.ptp(jackknife)
    if spread <= TOLERANCE * np.abs(jackknife).max():
        return 0.0
    influence = (jackknife.mean() - jackknife) / spread
    return float((influence**3).sum() / (6 * (influence**2).sum() ** 1.5))
