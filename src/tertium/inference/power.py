"""Planning: how many units a comparison needs."""

import math
from collections.abc import Sequence
from statistics import NormalDist

import numpy as np

from tertium.core.arrays import Floats


def needed_size(
    size: int, deviation: float, difference: float, *, power: float, alpha: float
) -> float:
    """Number of units at which a two-sided test detects a difference, by normal theory.

    The standard deviation of a mean falls with the square root of the number of units; the
    difference must exceed it by the deviate of the test and that of the power together. The chance
    to reject on the wrong side is left out.

    Args:
        size: Number of units at hand.
        deviation: Standard deviation of the difference, at that size.
        difference: What is to be detected; no size is enough for none.
        power: Probability to detect it.
        alpha: Level of the test.
    """
    if difference == 0:
        return math.inf
    normal = NormalDist()
    deviates = normal.inv_cdf(1 - alpha / 2) + normal.inv_cdf(power)
    return size * (max(deviates, 0) * deviation / difference) ** 2


def size_of(
    sizes: Sequence[float], detected: Sequence[int], studies: Sequence[int], power: float
) -> float:
    """Size at which simulated studies reach a power.

    By normal theory, the power is a probit curve over the square root of the size, which is fitted
    to the studies (maximum likelihood).

    Args:
        sizes: Sizes at which studies were simulated.
        detected: At each size, in how many studies the difference was detected.
        studies: At each size, how many there were.
        power: Probability to detect the difference.

    Returns:
        The size. Where detection does not rise with the size: infinity if fewer than the wanted
        share are detected, and NaN if more are, or if there is one size only.
    """
    if len(set(sizes)) < 2:
        return math.nan
    intercept, slope = _probit_curve(sizes, detected, studies)
    if slope <= 0:
        return math.inf if sum(detected) < power * sum(studies) else math.nan
    return max(0.0, (NormalDist().inv_cdf(power) - intercept) / slope) ** 2


def _probit_curve(
    sizes: Sequence[float], detected: Sequence[int], studies: Sequence[int]
) -> tuple[float, float]:
    """Intercept and slope over the square root of the size; (0, 0) if all or none are detected."""
    from scipy.optimize import minimize
    from scipy.special import log_ndtr

    total = sum(studies)
    if sum(detected) in (0, total):
        return 0.0, 0.0
    scale = math.sqrt(max(sizes))
    roots = np.sqrt(sizes) / scale
    hits = np.divide(detected, total)
    misses = np.divide(studies, total) - hits
    # Where a step fits perfectly the slope has no bound; so small a penalty gives it one, and
    # changes nothing else.
    penalty = 1e-9

    def loss(curve: Floats) -> tuple[float, Floats]:
        deviates = curve[0] + curve[1] * roots
        log_hit, log_miss = log_ndtr(deviates), log_ndtr(-deviates)
        log_density = -(deviates**2) / 2 - math.log(2 * math.pi) / 2
        gradient = misses * np.exp(log_density - log_miss) - hits * np.exp(log_density - log_hit)
        value = penalty * curve[1] ** 2 - hits @ log_hit - misses @ log_miss
        return value, np.array([gradient.sum(), gradient @ roots + 2 * penalty * curve[1]])

    intercept, slope = minimize(loss, np.zeros(2), jac=True, options={"gtol": 1e-10}).x
    return float(intercept), float(slope) / scale


def two_sample_power(size: int, deviation: float, difference: float, alpha: float) -> float:
    """Power of a two-sided t-test of two samples, left out the chance to reject on the wrong side.

    Args:
        size: Number of values in each sample.
        deviation: Standard deviation of a single value.
        difference: Difference of the means.
        alpha: Level of the test.
    """
    from scipy.special import nctdtr, stdtrit

    if deviation == 0:
        return float(difference > 0)
    degrees = 2 * size - 2
    shift = difference / deviation * math.sqrt(size / 2)
    return float(1 - nctdtr(degrees, shift, stdtrit(degrees, 1 - alpha / 2)))
