"""Names for the arrays that flow, and arithmetic on numbers and arrays alike.

NumPy takes a tenth of a second to import, as long as scoring a file takes. So what is computed
for one corpus works on plain numbers, and the same lines on arrays, of segments or resamples,
where NumPy is there already.
"""

import math
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]
    Weights = NDArray[Any]  # whole numbers, in as few bytes as hold them
    Number = Any  # float | Floats; their operators agree, but no type says so
    Rows = memoryview[float] | Floats
else:
    Floats = Weights = Number = Rows = Any

# Of the scale of values: what is equal in exact arithmetic counts as equal.
TOLERANCE = 1e-12

Buffer = Any  # anything with the buffer protocol: memoryview, bytes, array, NumPy array


def positive(value: Number) -> Any:
    """Whether a value is above 0; of arrays just True where it always is.

    Sums of many segments nearly always are, and that is quickly seen.
    """
    if isinstance(value, float):
        return value > 0
    return True if value.min(initial=math.inf) > 0 else value > 0


def where(condition: Any, yes: Number, no: Number) -> Number:
    """Give `yes` where the condition holds, else `no`; of arrays `yes` if it always does."""
    if condition is True:
        return yes
    if condition is False:
        return no
    import numpy as np

    return yes if condition.all() else np.where(condition, yes, no)


def divided(
    numerator: Number, denominator: Number, otherwise: Number, defined: Any = None
) -> Number:
    """Quotient, and `otherwise` where the denominator is 0.

    `defined` tells where it is not, if that is known.
    """
    if defined is None:
        defined = positive(denominator)
    if defined is False:
        return otherwise
    return where(defined, numerator / where(defined, denominator, 1.0), otherwise)


def log(value: Number) -> Number:
    """Natural logarithm; that of 0 is minus infinity."""
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
