"""Exact confidence limits of the share of yes.

The share of yes among n independent answers has the exact limits of Clopper and Pearson 1934.
Answers of one segment, such as repeats, are not independent, nor are those of one document if whole
documents are tested. Korn and Graubard 1998 therefore replace n by the effective number of answers:
n divided by the design effect, which is the variance of the share over segments, divided by its
variance if all answers were independent. With one answer per segment the limits are those of the
number of yes among n. If segments have unequal weights, the variance is that of the weighted share.
The limits hold for these annotators: annotators are not resampled.

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
    units = np.bincount(owners).astype(np.float64)
    alike = 1 / np.bincount(owners, blocks.sums(weights) ** 2) if judged.weighted else units
    columns = (shares, judged.system_sums(judged.ratings.count), units, squares, alike)
    limits = []
    level = settings.confidence_level
    for share, answers, count, total, equal in zip(*(c.tolist() for c in columns), strict=True):
        number = effective_answers(share, answers, count, total, level, equal)
        limits.append(clopper_pearson(share * number, number, level))
    return limits


def effective_answers(
    share: float,
    answers: float,
    units: float,
    squares: float,
    confidence_level: float,
    equal_units: float | None = None,
) -> float:
    """Number of independent answers that would estimate the share as precisely.

    Args:
        share: The share of yes.
        answers: Number of answers.
        units: Number of segments or documents.
        squares: Sum over the units of the squared deviation of each: the weighted sum of its
            answers minus the share, with weights that sum to 1 over all units.
        confidence_level: Confidence level of the limits.
        equal_units: Number of units of equal weight that have the same sum of squared weights (Kish
            1965), if segments have unequal weights; by default the number of units.
    """
    from scipy.special import stdtrit

    equal_units = units if equal_units is None else equal_units
    if equal_units == answers:
        return answers
    if units == 1 or share in (0, 1):
        return equal_units  # Equal answers show no variance, so each unit counts as one answer.
    variance = squares * units / (units - 1)
    independent = share * (1 - share) / (answers - 1)
    tail = (1 - confidence_level) / 2
    # Few units estimate the variance less precisely than many answers would.
    precision = (stdtrit(answers - 1, tail) / stdtrit(units - 1, tail)) ** 2
    if variance <= independent * precision:
        return answers
    return float(answers * independent * precision / variance)
