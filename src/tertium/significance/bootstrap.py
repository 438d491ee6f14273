"""Bootstrap: would the difference be as large if only the choice of test segments made it?

H0: the systems are equally good on texts of this kind. Segments are drawn with replacement, the
same for both systems; the differences d of the samples are shifted by their mean, so that they
scatter about 0, and p is the share at least as large as the observed one: d - mean(d) >= D
one-sided (Graham et al. 2014, Figure 3), |d - mean(d)| >= |D| two-sided (Figure 1).

Reference: Noreen 1989; Graham, Mathur and Baldwin 2014, section 3.1.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from tertium.core.arrays import Floats
from tertium.core.sample import Pair, Sample
from tertium.significance._test import Test


@dataclass(frozen=True)
class Bootstrap(Test):
    """Shifts the differences of bootstrap samples to zero."""

    name: ClassVar[str] = "bootstrap"

    def differences(self, sample: Sample, pairs: Sequence[Pair]) -> list[Floats]:
        """Differences of bootstrap samples."""
        scores = sample.bootstrap(self.trials, self.seed).systems
        return [sample.improvements([pair], scores)[:, 0] for pair in pairs]

    def cannot(self, sample: Sample, pair: Pair) -> str:
        """Say that one unit cannot be drawn in different ways."""
        return "a single unit cannot be resampled" if sample.units == 1 else ""

    def pseudo_statistics(self, differences: Floats) -> Floats:
        """Shift to zero, which simulates the null hypothesis."""
        return differences - float(differences.mean())


TEST = Bootstrap
