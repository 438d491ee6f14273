"""The base of tests that draw bootstrap samples."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from tertium.core.arrays import Floats
from tertium.core.sample import Pair, Sample
from tertium.significance._test import Test


@dataclass(frozen=True)
class ResampledTest(Test):
    """Draws units with replacement, the same units for both systems."""

    enough_units: ClassVar[int] = 100
    resamples: ClassVar[str] = "bootstrap samples"

    def differences(self, sample: Sample, pairs: Sequence[Pair]) -> list[Floats]:
        """Differences of bootstrap samples."""
        scores = sample.bootstrap(self.trials, self.seed).systems
        return [sample.improvements([pair], scores)[:, 0] for pair in pairs]

    def reason_untestable(self, sample: Sample, pair: Pair) -> str:
        """A single unit has only one bootstrap sample."""
        return "a single unit cannot be resampled" if sample.units == 1 else ""
