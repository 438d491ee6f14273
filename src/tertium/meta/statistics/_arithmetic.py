"""Arithmetic that several statistics share."""

import math
from typing import Any

import numpy as np

from tertium.core.arrays import TOLERANCE, Floats
from tertium.meta.vectors import Present


def ratio(numerator: Any, denominator: Any) -> Floats:
    """Quotient, NaN where the denominator is 0."""
    above, below = np.broadcast_arrays(
        np.asarray(numerator, np.float64), np.asarray(denominator, np.float64)
    )
    quotient = np.full(above.shape, math.nan)
    np.divide(above, below, out=quotient, where=below > 0)
    return quotient


def pearson_correlation(gold: Floats, metric: Floats, present: Present) -> Floats:
    """Pearson's correlation of each vector: (vector, replicate)."""
    count = present.sum(axis=0)
    complete = bool(present.all())

    def centre(scores: Floats) -> tuple[Floats, Floats, Present]:
        """Deviations from the mean, their sum of squares, and whether scores vary."""
        mean = scores.sum(axis=0) / np.maximum(count, 1)
        deviations = scores - mean
        if not complete:
            deviations *= present
        squares = np.einsum("lgr,lgr->gr", deviations, deviations)
        return deviations, squares, squares > TOLERANCE**2 * (squares + count * mean**2)

    x, x_squares, x_varies = centre(gold)
    y, y_squares, y_varies = centre(metric)
    if x.shape[2] == 1:
        product = np.einsum("lg,lgr->gr", x[..., 0], y)
    else:
        product = np.einsum("lgr,lgr->gr", x, np.broadcast_to(y, x.shape))
    defined = x_varies & y_varies & (count > 1)
    values = ratio(product, np.where(defined, np.sqrt(x_squares) * np.sqrt(y_squares), 0.0))
    bounded: Floats = np.clip(values, -1.0, 1.0)
    return bounded
