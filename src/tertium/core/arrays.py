"""Types of arrays, and arithmetic that works on numbers and on arrays.

Importing NumPy takes a tenth of a second, as long as scoring a file. The score of a corpus is
therefore computed with plain numbers. The same code works on arrays of segments or resamples, once
NumPy is loaded.
"""

import math
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]
    Weights = NDArray[Any]  # whole numbers, in the smallest sufficient type
    Number = Any  # float | Floats: no type describes what their operators share
    Rows = memoryview[float] | Floats
else:
    Floats = Weights = Number = Rows = Any

# Relative to the scale of values: values that are equal in exact arithmetic count as equal.
TOLERANCE = 1e-12

Buffer = Any  # anything with the buffer protocol: memoryview, bytes, array, NumPy array


def positive(value: Number) -> Any:
    """Whether a value is above 0; for an array a single True if all values are.

    Sums over many segments nearly always are, and one test for all is fast.
    """
    if isinstance(value, float):
        return value > 0
    return True if value.min(initial=math.inf) > 0 else value > 0


def where(condition: Any, yes: Number, no: Number) -> Number:
    """Return `yes` where the condition holds, else `no`; `yes` itself if it holds everywhere."""
    if condition is True:
        return yes
    if condition is False:
        return no
    import numpy as np

    return yes if condition.all() else np.where(condition, yes, no)


def divided(
    numerator: Number, denominator: Number, otherwise: Number, defined: Any = None
) -> Number:
    """Quotient, or `otherwise` where the denominator is 0.

    `defined` says where the denominator is not 0, if the caller knows it.
    """
    if defined is None:
        defined = positive(denominator)
    if defined is False:
        return otherwise
    return where(defined, numerator / where(defined, denominator, 1.0), otherwise)


def log(value: Number) -> Number:
    """Natural logarithm; minus infinity for 0."""
    if isinstance(value, float):
        return math.log(value) if value > 0 else -math.inf
    import numpy as np

    with np.errstate(divide="ignore"):
        return np.log(value)


def exp(value: Number) -> Number:
    """Exponential function."""
    if isinstance(value, float):
        return math.exp(value)
    import numpy as np

    return np.exp(value)
