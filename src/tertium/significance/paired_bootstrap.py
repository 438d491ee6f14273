"""Paired bootstrap: in how many resampled test sets does the other system win?

Segments are drawn with replacement, the same for both systems, and p is the share of samples in
which the system that is asked to be better is worse (Graham et al. 2014, Figure 4; Koehn 2004);
ties count half. Two-sided p is twice the smaller of both sides. It makes no attempt to simulate the
null hypothesis: `approximate_randomization` and `bootstrap` do. On few segments, and most of all
with discrete scores, it rejects a true null hypothesis too often.

`p_value=plain` is Figure 4 as printed: strict, ties count for nothing.

Reference: Koehn 2004; Graham, Mathur and Baldwin 2014, section 3.3; papers/003, Algorithm 5.
"""

import math
from dataclasses import dataclass
from typing import ClassVar

from tertium.core.arrays import Floats
from tertium.significance._resampled import ResampledTest


@dataclass(frozen=True)
class PairedBootstrap(ResampledTest):
    """Counts the samples that the other system wins."""

    name: ClassVar[str] = "paired_bootstrap"
    recommended: ClassVar[bool] = False
    counted: ClassVar[str] = "favoured the other system, ties counted half"
    citations: ClassVar[tuple[str, ...]] = ("graham-2014", "koehn-2004")

    def pseudo_statistics(self, differences: Floats, expected: float | None = None) -> Floats:
        """Take the differences as they are."""
        return differences

    def count(self, pseudo: Floats, observed: float, tolerance: float) -> float:
        """How many samples speak against the alternative."""
        import numpy as np

        lost = np.count_nonzero(pseudo < -tolerance)
        won = np.count_nonzero(pseudo > tolerance)
        if not lost and not won:
            return float(len(pseudo))  # identical systems: nothing speaks for a difference
        ties = 0.0 if self.p_value == "plain" else (len(pseudo) - lost - won) / 2
        sides = {"greater": lost, "less": won, "two-sided": min(lost, won)}
        return float(sides[self.alternative] + ties)

    def p_of(self, count: float, trials: int, *, exact: bool = False) -> float:
        """Double the smaller of both sides where either is asked for."""
        sides = 2 if self.alternative == "two-sided" else 1
        return sides * super().p_of(count, trials, exact=exact)

    def tails(self, observed: float) -> tuple[float, float]:
        """The side of the origin that speaks against the alternative, or against what is seen."""
        lost = self.alternative == "greater" or (self.alternative == "two-sided" and observed > 0)
        return (0.0, math.inf) if lost else (-math.inf, 0.0)

    def cutoff(self, observed: float) -> float:
        """The line through the origin."""
        return 0.0


TEST = PairedBootstrap
