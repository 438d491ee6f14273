"""Precision of judgments by normal theory: deviations, interval widths, detectable differences."""

import math
from statistics import NormalDist

from tertium.core.arrays import Floats
from tertium.human.columns import Words


def pooled_deviation(values: Floats, systems: Words, weights: Floats) -> float:
    """Standard deviation of judgments within systems; NaN if no system has two.

    Differences between systems are no noise, so they do not count. With unequal weights it is the
    deviation of judgments of equal weight whose mean is as precise as the weighted mean.

    Args:
        values: The judgments.
        systems: The system of each.
        weights: The weight of each.
    """
    rows = [systems.is_(name) for name in systems.names]
    degrees = sum(int(own.sum()) - 1 for own in rows)
    if degrees < 1:
        return math.nan
    squares = 0.0
    for own in rows:
        relative = weights[own] / weights[own].mean()
        deviations = values[own] - (relative * values[own]).mean()
        squares += float(((relative * deviations) ** 2).sum())
    return math.sqrt(squares / degrees)


def effective_size(weights: Floats) -> float:
    """Number of judgments of equal weight that are as many as these (Kish 1965)."""
    return float(weights.sum() ** 2 / (weights**2).sum())


def interval_width(deviation: float, size: float, confidence_level: float) -> float:
    """Expected width of the confidence interval of a mean of judgments."""
    deviate = NormalDist().inv_cdf((1 + confidence_level) / 2)
    return 2 * deviate * deviation / math.sqrt(size) if size else math.nan


def detectable_share(size: int, *, power: float, alpha: float) -> float:
    """Share of wins over another system that a two-sided sign test detects with some power.

    Args:
        size: Number of comparisons of the two systems, without ties.
        power: Probability of detecting the share.
        alpha: Significance level of the test.
    """
    return 0.5 + detectable_difference(0.5, 2 * size, power=power, alpha=alpha)


def detectable_difference(deviation: float, size: float, *, power: float, alpha: float) -> float:
    """Difference of two means that a two-sided test detects with some power.

    Args:
        deviation: Standard deviation of judgments.
        size: Number of judgments of each system.
        power: Probability of detecting the difference.
        alpha: Significance level of the test.
    """
    normal = NormalDist()
    deviates = normal.inv_cdf(1 - alpha / 2) + normal.inv_cdf(power)
    return max(deviates, 0.0) * deviation * math.sqrt(2 / size) if size else math.nan
