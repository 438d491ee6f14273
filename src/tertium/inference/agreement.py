"""Coefficients of agreement beyond chance: kappa of Cohen and of Fleiss, alpha of Krippendorff.

All are 1 for perfect agreement and 0 for agreement by chance. They are undefined if all labels are
the same, since the agreement expected by chance is then perfect.
"""

import math
from typing import Any

import numpy as np

from tertium.core.arrays import Floats
from tertium.core.errors import UnknownMember, UsageError

WEIGHTS = ("none", "linear", "quadratic")
SCALES = ("nominal", "ordinal", "interval")


def cohen_kappa(one: Any, other: Any, weights: str = "none") -> float:
    """Agreement of two annotators on the same items (Cohen 1960; weighted, 1968).

    Args:
        one: Labels by one annotator.
        other: Labels by the other, of the same items.
        weights: Whether all disagreements count the same ("none"), or by the distance of the labels
            ("linear") or its square ("quadratic"), in steps of the labels that occur.
    """
    if weights not in WEIGHTS:
        raise UnknownMember("weighting of kappa", weights, WEIGHTS)
    if not len(one):
        return math.nan
    labels, codes = np.unique(np.concatenate([one, other]), return_inverse=True)
    first, second = np.split(codes.ravel(), 2)
    distance = np.abs(np.subtract.outer(np.arange(len(labels)), np.arange(len(labels))))
    weight = distance > 0 if weights == "none" else distance ** (1 + (weights == "quadratic"))
    expected = np.outer(*(np.bincount(side, minlength=len(labels)) for side in (first, second)))
    observed = weight[first, second].sum() / len(first)
    return _beyond_chance(observed, (weight * expected).sum() / len(first) ** 2)


def fleiss_kappa(table: Any) -> float:
    """Agreement of any annotators, if every item was labelled equally often (Fleiss 1971).

    Args:
        table: How often each item (row) was given each label (column).
    """
    counts = np.asarray(table, dtype=np.float64)
    sizes = counts.sum(axis=1)
    if not len(counts) or (sizes != sizes[0]).any() or sizes[0] < 2:
        raise UsageError("Fleiss' kappa needs the same number of labels, at least 2, of all items.")
    size = sizes[0]
    disagreeing = size**2 - (counts**2).sum(axis=1)
    shares = counts.sum(axis=0) / counts.sum()
    observed = float(disagreeing.mean()) / (size * (size - 1))
    return _beyond_chance(observed, 1 - float(shares @ shares))


def krippendorff_alpha(values: Any, units: Any, scale: str = "interval") -> float:
    """Agreement of any number of annotators, who each judged some items (Krippendorff 2011).

    alpha = 1 - D_o / D_e: the mean squared difference of values of the same unit over that of all
    values. Differences of ordinal values are those of their ranks, which equals Krippendorff's sum
    of the frequencies in between; nominal values are equal or different.

    Args:
        values: The value of each judgment.
        units: The number of the item of each judgment. An item judged once does not count.
        scale: Scale of the values: "nominal", "ordinal" or "interval".
    """
    if scale not in SCALES:
        raise UnknownMember("scale", scale, SCALES)
    numbers = np.unique(units, return_inverse=True)[1].ravel()
    paired = np.bincount(numbers)[numbers] > 1 if len(numbers) else np.zeros(0, dtype=np.bool_)
    given = np.asarray(values)[paired]
    if not len(given):
        return math.nan
    unit = np.unique(numbers[paired], return_inverse=True)[1].ravel()
    sizes = np.bincount(unit).astype(np.float64)
    if scale == "nominal":
        within = sizes**2 - _squared_counts(given, unit)
        everything = len(given) ** 2 - _squared_counts(given, np.zeros_like(unit)).sum()
    else:
        positions = _midranks(given) if scale == "ordinal" else given.astype(np.float64)
        # Subtracting the mean first avoids cancellation in the squares.
        positions = positions - positions.mean()
        squares = np.bincount(unit, positions**2)
        within = 2 * (sizes * squares - np.bincount(unit, positions) ** 2)
        everything = 2 * (len(given) * squares.sum() - positions.sum() ** 2)
    observed = float((within / (sizes - 1)).sum()) / len(given)
    return _beyond_chance(observed, float(everything) / (len(given) * (len(given) - 1)))


def _beyond_chance(observed: float, expected: float) -> float:
    """One minus the ratio of observed and expected disagreement."""
    return 1 - float(observed) / float(expected) if expected > 0 else math.nan


def _squared_counts(values: Any, units: Any) -> Floats:
    """Sum of the squared frequencies of values, for each item."""
    codes = np.unique(values, return_inverse=True)[1].ravel()
    width = int(codes.max()) + 1
    cells, times = np.unique(units * width + codes, return_counts=True)
    return np.bincount(cells // width, times.astype(np.float64) ** 2).astype(np.float64)


def _midranks(values: Any) -> Floats:
    from scipy.stats import rankdata

    ranks: Floats = rankdata(values)
    return ranks
