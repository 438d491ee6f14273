"""Corrections of p-values for the number of hypotheses tested together."""

import math
from collections.abc import Callable, Iterable, Sequence
from itertools import accumulate

from tertium.core.errors import UnknownMember


def _holm(ascending: Sequence[float]) -> Iterable[float]:
    """Step down from the smallest, compared with all hypotheses not yet rejected (Holm 1979)."""
    count = len(ascending)
    return accumulate((p * (count - rank) for rank, p in enumerate(ascending)), max)


def _benjamini_hochberg(ascending: Sequence[float]) -> Iterable[float]:
    """Step up from the largest: the share of false rejections (Benjamini and Hochberg 1995)."""
    count = len(ascending)
    ranked = zip(range(count, 0, -1), reversed(ascending), strict=True)
    return reversed([*accumulate((p * count / rank for rank, p in ranked), min)])


_ADJUSTMENTS: dict[str, Callable[[Sequence[float]], Iterable[float]]] = {
    "holm": _holm,
    "benjamini-hochberg": _benjamini_hochberg,
    "none": list,
}
METHODS = tuple(_ADJUSTMENTS)


def corrected(p_values: Sequence[float], method: str) -> list[float]:
    """Return corrected p-values, to be compared with alpha, in the same order.

    A p-value of NaN stays NaN: its hypothesis was not tested and does not count.
    """
    if method not in METHODS:
        raise UnknownMember("correction", method, METHODS)
    tested = [index for index, p in enumerate(p_values) if not math.isnan(p)]
    tested.sort(key=p_values.__getitem__)
    result = [math.nan] * len(p_values)
    adjusted = _ADJUSTMENTS[method]([p_values[index] for index in tested])
    for index, p in zip(tested, adjusted, strict=True):
        result[index] = min(p, 1.0)
    return result


def enough_trials(
    least: int, alpha: float, hypotheses: int, method: str, most: int | float = math.inf
) -> int:
    """Return a number of trials with which the smallest corrected p-value is significant.

    B trials cannot give a p-value below 1 / (B + 1). It should be at most half the smallest level,
    so that a single extreme trial does not hide a difference.

    Args:
        least: The number of trials, if it is enough.
        alpha: Significance level of all hypotheses together.
        hypotheses: Number of hypotheses.
        method: Correction, one of `METHODS`.
        most: Largest number of trials.
    """
    needed = 2 / smallest_level(alpha, hypotheses, method)
    if needed <= least:
        return least
    thousands = math.ceil(round(needed / 1000, 9))
    return int(max(least, min(1000 * thousands, most)))


def smallest_level(alpha: float, hypotheses: int, method: str) -> float:
    """Return the smallest level that an uncorrected p-value is compared with."""
    if method not in METHODS:
        raise UnknownMember("correction", method, METHODS)
    return alpha if method == "none" else alpha / max(hypotheses, 1)
