"""Paired bootstrap: in how many resampled test sets does the other system win?

Segments are drawn with replacement, the same for both systems, and p is the share of samples in
which the first system is worse (Graham et al. 2014, Figure 4; Koehn 2004); ties count half. The
two-sided p-value is twice the smaller of both sides. The test does not simulate the null
hypothesis, as `approximate-randomization` and `bootstrap` do. On few segments, and most of all with
discrete scores, it rejects a true null hypothesis too often.

`p_value=plain` is Figure 4 as printed: ties are not counted.

Reference: Koehn 2004; Graham, Mathur and Baldwin 2014, section 3.3; Neubig's tutorial on machine
translation, chapter 11, Algorithm 5.
"""

import math
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from tertium.core.arrays import Floats
from tertium.significance._papers import GRAHAM_2014
from tertium.significance._resampled import ResampledTest


@dataclass(frozen=True)
class PairedBootstrap(ResampledTest):
    """Counts the samples that the other system wins."""

    recommended: ClassVar[bool] = False
    counted: ClassVar[str] = "favoured the other system, ties counted half"

    def pseudo_statistics(self, differences: Floats, expected: float | None = None) -> Floats:
        """Use the differences unchanged."""
        return differences

    def count(self, pseudo: Floats, observed: float, tolerance: float) -> float:
        """Number of samples that contradict the alternative."""
        lost = np.count_nonzero(pseudo < -tolerance)
        won = np.count_nonzero(pseudo > tolerance)
        if not lost and not won:
            return float(len(pseudo))  # identical systems: no sample shows a difference
        ties = 0.0 if self.p_value == "plain" else (len(pseudo) - lost - won) / 2
        sides = {"greater": lost, "less": won, "two-sided": min(lost, won)}
        return float(sides[self.alternative] + ties)

    def p_of(self, count: float, trials: int, *, exact: bool = False) -> float:
        """The p-value; two-sided it is twice that of the smaller side."""
        sides = 2 if self.alternative == "two-sided" else 1
        return sides * super().p_of(count, trials, exact=exact)

    def tails(self, observed: float) -> tuple[float, float]:
        """The side of 0 that contradicts the alternative, or the observed difference."""
        lost = self.alternative == "greater" or (self.alternative == "two-sided" and observed > 0)
        return (0.0, math.inf) if lost else (-math.inf, 0.0)

    def cutoff(self, observed: float) -> float:
        """Differences are compared with 0."""
        return 0.0


TEST = PairedBootstrap

CITATIONS = (
    GRAHAM_2014,
    """
@inproceedings{koehn-2004,
  author    = {Koehn, Philipp},
  title     = {Statistical Significance Tests for Machine Translation Evaluation},
  booktitle = {Proceedings of the 2004 Conference on Empirical Methods in Natural Language
               Processing},
  pages     = {388--395},
  year      = {2004}
}
""",
)
