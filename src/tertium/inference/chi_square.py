"""Chi-square test of whether several proportions differ.

Reference: Pearson 1900; Yates 1934 for the correction for continuity, which R applies by default
to two proportions.
"""

import math
from collections.abc import Sequence
from typing import NamedTuple


class ChiSquare(NamedTuple):
    """A test of homogeneity.

    Attributes:
        statistic: Sum of (observed - expected)^2 / expected over successes and failures.
        freedom: Degrees of freedom: the number of proportions minus 1.
        p: The p-value.
        reason: Why it is undefined; empty if it is defined.
    """

    statistic: float
    freedom: int
    p: float
    reason: str = ""


def chi_square(
    successes: Sequence[int], trials: Sequence[int], *, yates: bool = False
) -> ChiSquare:
    """Test whether proportions are the same.

    Args:
        successes: Number of successes of each proportion.
        trials: Number of trials of each proportion.
        yates: Whether to correct for continuity, which is defined for two proportions only.
    """
    from scipy.special import chdtrc

    if yates and len(successes) != 2:
        raise ValueError("Yates' correction is for two proportions.")
    freedom = len(successes) - 1
    if freedom < 1:
        return ChiSquare(math.nan, freedom, math.nan, "there is only one proportion")
    share = sum(successes) / sum(trials)
    if share in (0, 1):
        reason = "all succeed" if share else "none succeeds"
        return ChiSquare(math.nan, freedom, math.nan, reason)
    cells = [
        (observed, expected)
        for hits, size in zip(successes, trials, strict=True)
        for observed, expected in ((hits, size * share), (size - hits, size * (1 - share)))
    ]
    # Like R, subtract no more than the smallest difference.
    less = min(0.5, *(abs(observed - expected) for observed, expected in cells)) if yates else 0.0
    statistic = sum(
        (abs(observed - expected) - less) ** 2 / expected for observed, expected in cells
    )
    return ChiSquare(statistic, freedom, float(chdtrc(freedom, statistic)))
