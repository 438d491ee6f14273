"""Coverage: how often does the interval of a score on a small test set hold the true score?

Small test sets are drawn from the test set at hand, with replacement, so that the whole of it plays
the part of all texts of this kind, and its score that of the true score. Koehn 2004 claimed that
bootstrap intervals of 300 sentences hold the true BLEU as often as they say (papers/000, section
1); this tries it on other systems, metrics and sizes.
"""

import math
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from tertium.api._sample import Collected, collect
from tertium.api.calibrate import COVERAGE, LIMITS, check_size, share_of
from tertium.core import executor, progress
from tertium.core.arrays import TOLERANCE, Floats
from tertium.core.calibration import Coverage, CoveredScore, Settings
from tertium.core.resampling import SMALL_TEST_SETS, generator
from tertium.core.sample import Sample
from tertium.core.spec import Value
from tertium.core.stats import Metric
from tertium.core.testset import TestSet
from tertium.core.version import VERSION
from tertium.inference import intervals

# Intervals that are tried; "element" differs from "percentile" by less than one sample.
METHODS = ("percentile", "bca")


def coverage(
    testset: TestSet | Iterable[TestSet],
    metrics: str | Metric | Iterable[str | Metric] | None = None,
    *,
    jobs: int | None = None,
    engine: str = "threads",
    advance: Callable[[float], None] | None = None,
    **settings: Value,
) -> Coverage:
    """See how often 95 % intervals of a score on a small test set hold the score of the whole.

    Args:
        testset: What `tertium.read` or `TestSet.of` gives, with one system or more.
        metrics: Metrics, as in "bleu,chrf"; by default BLEU, and any scores that are given.
        jobs: Number of workers; by default all cores.
        engine: What spreads the work: threads, processes, dask:ADDRESS, ray:ADDRESS.
        advance: Called with the share of the work done since the last call.
        settings: Any of `replicates`, `size`, `trials`, `seed`, `unit`, `statistic`; see
            `tertium.core.calibration.Settings`.

    Returns:
        The coverage of percentile and BCa intervals; print it, or take `.to_dict()`, `.to_frame()`.
    """
    chosen = Settings.of(settings)
    testsets = 1 if isinstance(testset, TestSet) else math.inf
    with (
        progress.phase(advance, 0.1, testsets) as step,
        executor.use(executor.Executor(jobs, step, engine)),
    ):
        collected = collect(testset, metrics, unit=chosen.unit, statistic=chosen.statistic)
    check_size(collected.sample, chosen)
    task = _SmallTestSets(collected.sample, chosen)
    with progress.phase(advance, 0.9, 1) as step:
        found = executor.Executor(jobs, step, engine).map(task, chosen.replicates)
    return _result(collected, chosen, found)


@dataclass(frozen=True)
class _SmallTestSets:
    """Draws small test sets by their number, each with a key of its own."""

    sample: Sample
    settings: Settings

    def __call__(self, number: int) -> Floats:
        """Whether intervals hold the score of the whole: (system, metric, method)."""
        import numpy as np

        random = generator(self.settings.seed, SMALL_TEST_SETS, number)
        units = self.sample.units
        drawn = random.integers(0, units, self.settings.size or units)
        rows = {name: tuple(one[drawn] for one in runs) for name, runs in self.sample.rows.items()}
        small = Sample(self.sample.metrics, rows, self.sample.statistic)
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


def _result(collected: Collected, settings: Settings, found: list[Floats]) -> Coverage:
    import numpy as np

    sample, held = collected.sample, np.stack(found)
    return Coverage(
        tertium=VERSION,
        settings=settings,
        size=settings.size or sample.units,
        level=COVERAGE,
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
