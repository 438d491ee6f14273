"""Coverage: how often does the confidence interval of a score contain the true score?

Small test sets are drawn with replacement from the test set, whose score is the true score. Koehn
(2004) reports that bootstrap intervals of 300 sentences contain the true BLEU as often as they
should; this module measures it for other systems, metrics and sizes.
"""

import math
from dataclasses import dataclass

import numpy as np

from tertium.comparison.calibrate import COVERAGE, LIMITS, check_size, share_of
from tertium.comparison.calibration_result import Coverage, CoveredScore
from tertium.comparison.settings import CalibrateSettings
from tertium.core import executor
from tertium.core.arrays import TOLERANCE, Floats
from tertium.core.resampling import SMALL_TEST_SETS, generator
from tertium.core.sample import Sample
from tertium.core.study_sample import StudySample
from tertium.core.version import VERSION
from tertium.inference import intervals

# Kinds of intervals; "element" differs from "percentile" by less than one sample.
METHODS = ("percentile", "bca")


def measure_coverage(collected: StudySample, settings: CalibrateSettings) -> Coverage:
    """Measure how often 95 % intervals on small test sets contain the score of the whole."""
    check_size(collected.sample, settings)
    task = _SmallTestSets(collected.sample, settings)
    return _result(collected, settings, executor.active().map(task, settings.replicates))


@dataclass(frozen=True)
class _SmallTestSets:
    """Draws small test sets by their number, each with its own random key."""

    sample: Sample
    settings: CalibrateSettings

    def __call__(self, number: int) -> Floats:
        """Whether intervals contain the score of the whole test set: (system, metric, method)."""
        random = generator(self.settings.seed, SMALL_TEST_SETS, number)
        units = self.sample.units
        drawn = random.integers(0, units, self.settings.size or units)
        rows = {name: tuple(one[drawn] for one in runs) for name, runs in self.sample.rows.items()}
        small = Sample(self.sample.metrics, rows, self.sample.combine_runs)
        samples = small.bootstrap(self.settings.trials, int(random.integers(2**63))).systems
        jackknife, whole = small.jackknife(), self.sample.observed
        held = np.empty((*whole.shape, len(METHODS)))
        for s, m in np.ndindex(whole.shape):
            for number_of_method, method in enumerate(METHODS):
                low, high = intervals.interval(
                    samples[:, s, m],
                    COVERAGE,
                    method,
                    float(small.observed[s, m]),
                    lambda s=s, m=m: jackknife[:, s, m],  # type: ignore[misc]
                )
                tolerance = TOLERANCE * abs(whole[s, m])
                inside = low - tolerance <= whole[s, m] <= high + tolerance
                held[s, m, number_of_method] = math.nan if math.isnan(low) else inside
        return held


def _result(collected: StudySample, settings: CalibrateSettings, found: list[Floats]) -> Coverage:
    sample, held = collected.sample, np.stack(found)
    return Coverage(
        tertium=VERSION,
        settings=settings,
        size=settings.size or sample.units,
        confidence_level=COVERAGE,
        limits=LIMITS,
        data=collected.data,
        scores=tuple(
            CoveredScore(
                system=system,
                metric=str(metric),
                title=metric.title,
                digits=metric.digits,
                signature=collected.signatures[m][0],
                own_signature=collected.signatures[m][1],
                score=float(sample.observed[s, m]),
                intervals={
                    method: share_of(COVERAGE, held[:, s, m, number])
                    for number, method in enumerate(METHODS)
                },
            )
            for m, metric in enumerate(sample.metrics)
            for s, system in enumerate(sample.systems)
        ),
    )
