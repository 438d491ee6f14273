"""Exact confidence limits of the share of yes.

The share of yes among n independent answers has the exact limits of Clopper and Pearson 1934.
Answers of one segment, such as repeats, are not independent, nor are those of one document if whole
documents are tested. Korn and Graubard 1998 therefore replace n by the effective number of answers:
n divided by the design effect, which is the variance of the share over segments, divided by its
variance if all answers were independent. With one answer per segment the limits are those of the
number of yes among n. They hold for these annotators: annotators are not resampled.

Reference: Korn and Graubard 1998, Confidence intervals for proportions with small expected number
of positive counts estimated from survey data.
"""

import numpy as np

from tertium.core.intervals import Interval
from tertium.human.groups import grouped
from tertium.human.segments import JudgedSegments
from tertium.human.settings import RankSettings
from tertium.inference.binomial import clopper_pearson


def share_limits(judged: JudgedSegments, settings: RankSettings) -> list[Interval]:
    """Confidence limits of the share of yes of each system."""
    if not settings.trials:
        return [Interval.undefined()] * len(judged.systems)
    shares = judged.system_scores(judged.values, settings.average)
    weights = judged.weights(settings.average)
    weights = weights / judged.system_sums(weights)[judged.system]
    blocks = grouped(
        judged.system, judged.documents if settings.level == "document" else judged.ratings.item
    )
    deviations = blocks.sums(weights * (judged.values - shares[judged.system]))
    owners = judged.system[blocks.first]
    squares = np.bincount(owners, deviations**2, len(shares))
    columns = (shares, judged.system_sums(judged.ratings.count), np.bincount(owners), squares)
    limits = []
    for share, answers, units, total in zip(*(part.tolist() for part in columns), strict=True):
        number = effective_answers(share, answers, units, total, settings.confidence_level)
        limits.append(clopper_pearson(share * number, number, settings.confidence_level))
    return limits


def effective_answers(
    share: float, answers: float, units: int, squares: float, confidence_level: float
) -> float:
    """Number of independent answers that would estimate the share as precisely.

    Args:
        share: The share of yes.
        answers: Number of answers.
        units: Number of segments or documents.
        squares: Sum over the units of the squared deviation of each: the weighted sum of its
            answers minus the share, with weights that sum to 1 over all units.
        confidence_level: Confidence level of the limits.
    """
    from scipy.special import stdtrit

    if units == answers:
        return answers
    if units == 1 or share in (0, 1):
        return units  # Equal answers show no variance, so each unit counts as one answer.
    variance = squares * units / (units - 1)
    independent = share * (1 - share) / (answers - 1)
    tail = (1 - confidence_level) / 2
    # Few units estimate the variance less precisely than many answers would.
    precision = (stdtrit(answers - 1, tail) / stdtrit(units - 1, tail)) ** 2
    if variance <= independent * precision:
        return answers
    return float(answers * independent * precision / variance)
