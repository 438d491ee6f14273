"""Power: how many units a comparison needs."""

import math
from collections.abc import Sequence
from statistics import NormalDist

import numpy as np

from tertium.core.arrays import Floats


def needed_size(
    size: int, deviation: float, difference: float, *, power: float, alpha: float
) -> float:
    """Number of units at which a two-sided test detects a difference, by normal approximation.

    The standard deviation of a mean falls with the square root of the number of units. The
    difference must be as large as that deviation times the sum of two normal deviates, of the test
    and of the power. The probability of rejecting on the wrong side is ignored.

    Args:
        size: Present number of units.
        deviation: Standard deviation of the difference, at that size.
        difference: The difference to detect; no size is enough for a difference of 0.
        power: Probability of detecting the difference.
        alpha: Significance level of the test.
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

    The power is modelled as a probit curve over the square root of the size, fitted to the studies
    by maximum likelihood.

    Args:
        sizes: Sizes at which studies were simulated.
        detected: Number of studies of each size that detected the difference.
        studies: Number of all studies of each size.
        power: Probability of detecting the difference.

    Returns:
        The size. If detection does not rise with the size: infinity if the power is below the
        wanted one, and NaN if it is above, or if there is only one size.
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
    # If a step function fits perfectly, the slope is unbounded; a tiny penalty bounds it.
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
    """Power of a two-sided two-sample t-test, ignoring rejections on the wrong side.

    Args:
        size: Number of values in each sample.
        deviation: Standard deviation of a single value.
        difference: Difference of the means.
        alpha: Significance level of the test.
    """
    from scipy.special import nctdtr, stdtrit

    if deviation == 0:
        return float(difference > 0)
    degrees = 2 * size - 2
    shift = difference / deviation * math.sqrt(size / 2)
    return float(1 - nctdtr(degrees, shift, stdtrit(degrees, 1 - alpha / 2)))
