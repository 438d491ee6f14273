"""Riezler and Maxwell's bootstrap: not recommended, provided for comparison.

It takes absolute differences of bootstrap samples before it shifts them by their mean, and counts
|d| - mean|d| >= |D|. Differences below the mean are never counted, so that the test is one-sided
although it is called two-sided: its type I error rate is about twice the nominal level. sacreBLEU
and Moses compute it (with a strict >).

Reference: Riezler and Maxwell 2005; Graham, Mathur and Baldwin 2014, section 2.
"""

import math
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from tertium.core.arrays import Floats
from tertium.significance._papers import GRAHAM_2014, RIEZLER_2005
from tertium.significance._resampled import ResampledTest


@dataclass(frozen=True)
class RiezlerMaxwell(ResampledTest):
    """Takes absolute differences before it shifts them."""

    recommended: ClassVar[bool] = False
    flaw: ClassVar[str] = (
        "This test rejects a true null hypothesis about twice as often as its nominal level. Use"
        " approximate-randomization or bootstrap instead."
    )
    counted: ClassVar[str] = "gave an absolute difference this far above their mean"
    alternatives: ClassVar[tuple[str, ...]] = ("two-sided",)

    def pseudo_statistics(self, differences: Floats, expected: float | None = None) -> Floats:
        """Shift absolute differences, which is the mistake of this test."""
        return np.abs(differences) - float(np.abs(differences).mean())

    def count(self, pseudo: Floats, observed: float, tolerance: float) -> float:
        """Number of values at least as large as the absolute observed difference."""
        return float(np.count_nonzero(pseudo >= abs(observed) - tolerance))

    def tails(self, observed: float) -> tuple[float, float]:
        """The upper tail only."""
        return -math.inf, abs(observed)

    def cutoff(self, observed: float) -> float:
        """The absolute observed difference."""
        return abs(observed)


TEST = RiezlerMaxwell

CITATIONS = (GRAHAM_2014, RIEZLER_2005)
