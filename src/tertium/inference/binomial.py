"""Exact confidence intervals and tests of a proportion."""

from tertium.core.intervals import Interval


def clopper_pearson(successes: float, trials: float, confidence_level: float = 0.95) -> Interval:
    """Exact confidence interval of a proportion; its coverage is at least the confidence level.

    The limits are the proportions that one-sided binomial tests at (1 - confidence_level) / 2 just
    do not reject (Clopper and Pearson 1934), computed as quantiles of the beta distribution.
    Without a success the lower limit is 0, without a failure the upper limit is 1. The numbers may
    be effective numbers of a sample that is not independent, which need not be whole.
    """
    from scipy.special import betaincinv

    tail = (1 - confidence_level) / 2
    failures = trials - successes
    low = betaincinv(successes, failures + 1, tail) if successes > 0 else 0.0
    high = betaincinv(successes + 1, failures, 1 - tail) if failures > 0 else 1.0
    return Interval(float(low), float(high))


def against_coin(successes: int, trials: int) -> float:
    """Two-sided exact p-value of a proportion against one half.

    The distribution is symmetric, so p is twice the smaller tail.
    """
    from scipy.special import bdtr

    fewer = min(successes, trials - successes)
    return min(1.0, 2 * float(bdtr(fewer, trials, 0.5)))
