"""Riezler and Maxwell's bootstrap: not recommended, only to show why.

It takes absolute differences of bootstrap samples before it shifts them by their mean, and counts
|d| - mean|d| >= |D|. All that falls below the mean is lost, so it is a one-sided test under a
two-sided name: it rejects a true null about twice as often as it says. sacreBLEU and Moses compute
it (with a strict >).

Reference: Riezler and Maxwell 2005; Graham, Mathur and Baldwin 2014, section 2.
"""

import math
from dataclasses import dataclass
from typing import ClassVar

from tertium.core.arrays import Floats
from tertium.significance._resampled import ResampledTest


@dataclass(frozen=True)
class RiezlerMaxwell(ResampledTest):
    """Takes absolute differences before shifting them."""

    name: ClassVar[str] = "riezler_maxwell"
    recommended: ClassVar[bool] = False
    flaw: ClassVar[str] = (
        "This test rejects a true null hypothesis about twice as often as its level says: rely on"
        " approximate_randomization or bootstrap."
    )
    counted: ClassVar[str] = "gave an absolute difference this far above their mean"
    alternatives: ClassVar[tuple[str, ...]] = ("two-sided",)
    citations: ClassVar[tuple[str, ...]] = ("graham-2014", "riezler-2005")

    def pseudo_statistics(self, differences: Floats, expected: float | None = None) -> Floats:
        """Shift absolute differences, which is what makes it wrong."""
        import numpy as np

        return np.abs(differences) - float(np.abs(differences).mean())

    def count(self, pseudo: Floats, observed: float, tolerance: float) -> float:
        """How many are at least as large as the observed difference, never mind its sign."""
        import numpy as np

        return float(np.count_nonzero(pseudo >= abs(observed) - tolerance))

    def tails(self, observed: float) -> tuple[float, float]:
        """The upper one alone."""
        return -math.inf, abs(observed)

    def cutoff(self, observed: float) -> float:
        """The size of the observed difference."""
        return abs(observed)


TEST = RiezlerMaxwell
