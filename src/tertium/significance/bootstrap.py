"""Bootstrap: would the difference be as large if only the choice of segments caused it?

H0: the systems are equally good on texts of this kind. Segments are drawn with replacement, the
same for both systems. The differences d of the samples are shifted by their expectation, so that
their mean is 0, and p is the share at least as large as the observed difference: d - E(d) >= D
one-sided (Graham et al. 2014, Figure 3), |d - E(d)| >= |D| two-sided (Figure 1).

If scores are means over units, E(d) is the observed difference D. Shifting by D keeps ties of
discrete scores exact, and p converges to the p-value of all possible samples. Otherwise, as for
BLEU, E(d) has no closed form, and the mean of the samples estimates it. `shift=sampled` always uses
this mean, as Figures 1 and 3 are printed.

Reference: Noreen 1989; Graham, Mathur and Baldwin 2014, section 3.1.
"""

from dataclasses import dataclass
from typing import ClassVar

from tertium.core.arrays import Floats
from tertium.core.sample import Pair, Sample
from tertium.core.spec import option
from tertium.significance._papers import GRAHAM_2014, NOREEN_1989
from tertium.significance._resampled import ResampledTest


@dataclass(frozen=True)
class Bootstrap(ResampledTest):
    """Shifts the differences of bootstrap samples to zero."""

    counted: ClassVar[str] = "shifted to zero gave a difference this large"

    shift: str = option(
        "expected",
        "Shift by the expected difference if it is known (for scores that are means over units), or"
        " always by the mean of the samples (sampled), as papers print it.",
        choices=("expected", "sampled"),
    )

    def expected(self, sample: Sample, pair: Pair, metric: int) -> float | None:
        """The observed difference, if scores are means over units."""
        if self.shift == "sampled" or not all(sample.is_mean(name, metric) for name in pair):
            return None
        return float(sample.improvement(pair, metric, sample.observed))

    def pseudo_statistics(self, differences: Floats, expected: float | None = None) -> Floats:
        """Shift the differences to a mean of 0, which simulates the null hypothesis."""
        return differences - (float(differences.mean()) if expected is None else expected)


TEST = Bootstrap

CITATIONS = (GRAHAM_2014, NOREEN_1989)
