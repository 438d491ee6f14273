"""Calibrate: do the tests keep their promise on these data?

A test of level 5 % promises to reject at most 5 % of nulls that are true. Null pairs are made of
the systems at hand: every segment is swapped between two of them by a coin, so that neither is
better whatever the metric; of several runs, all outputs of a segment are shuffled. What a test
then rejects it rejects wrongly.
"""

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from typing import TYPE_CHECKING, NamedTuple

from tertium.api._sample import Collected, collect
from tertium.api._tests import tests_of
from tertium.core import comparison, executor, plugins, progress
from tertium.core.arrays import Floats
from tertium.core.calibration import (
    CalibratedMetric,
    CalibratedTest,
    Calibration,
    Settings,
    Share,
)
from tertium.core.errors import ParameterError, UsageError
from tertium.core.resampling import NULL_PAIRS, generator
from tertium.core.sample import Pair, Sample
from tertium.core.spec import Value
from tertium.core.stats import Metric
from tertium.core.testset import TestSet
from tertium.core.version import VERSION
from tertium.inference.binomial import clopper_pearson
from tertium.inference.intervals import percentile

if TYPE_CHECKING:
    import numpy as np

    from tertium.significance._test import Test

# What is promised: shares of rejections, and of intervals that hold the true difference.
LEVELS = (0.05, 0.01)
COVERAGE = 0.95

# Level of the exact limits of what was observed: a sound test is rarely called unsound.
LIMITS = 0.99


def calibrate(
    testset: TestSet | Iterable[TestSet],
    metrics: str | Metric | Iterable[str | Metric] | None = None,
    *,
    tests: "str | Test | Iterable[str | Test] | None" = None,
    jobs: int | None = None,
    engine: str = "threads",
    advance: Callable[[float], None] | None = None,
    **settings: Value,
) -> Calibration:
    """See how often tests of significance reject a null that is true.

    Args:
        testset: What `tertium.read` or `TestSet.of` gives, with two systems; of more, null pairs
            are made of all pairs in turn.
        metrics: Metrics, as in "bleu,chrf"; by default BLEU, and any scores that are given.
        tests: Tests of significance; by default all that can speak of these systems.
        jobs: Number of workers; by default all cores.
        engine: What spreads the work: threads, processes, dask:ADDRESS, ray:ADDRESS.
        advance: Called with the share of the work done since the last call.
        settings: Any of `replicates`, `size`, `trials`, `seed`, `unit`, `statistic`; see
            `tertium.core.calibration.Settings`.

    Returns:
        The calibration; print it, or take `.to_dict()`, `.to_frame()`, `.verdicts`.
    """
    chosen = Settings.of(settings)
    testsets = 1 if isinstance(testset, TestSet) else math.inf
    with (
        progress.phase(advance, 0.1, testsets) as step,
        executor.use(executor.Executor(jobs, step, engine)),
    ):
        collected = collect(testset, metrics, unit=chosen.unit, statistic=chosen.statistic)
    sample = collected.sample
    _check(sample)
    check_size(sample, chosen)
    shared = comparison.Settings(trials=chosen.trials)
    pairs = tuple(Pair(*names) for names in combinations(sample.systems, 2))
    made = tests_of(_able(sample, pairs) if tests is None else tests, shared)
    task = _NullPairs(sample, pairs, tuple(made), chosen)
    with progress.phase(advance, 0.9, 1) as step:
        found = executor.Executor(jobs, step, engine).map(task, chosen.replicates)
    return _result(collected, task, found)


def null_pair(
    sample: Sample, pair: Pair, random: "np.random.Generator", size: int | None = None
) -> Sample:
    """Make two systems of a pair of which neither is better.

    Args:
        sample: What the pair is part of.
        pair: The systems.
        random: Where the coins come from.
        size: Number of units, drawn without replacement; by default all.
    """
    import numpy as np

    kept = slice(None) if size is None else random.choice(sample.units, size, replace=False)
    pool = np.stack([rows[kept] for name in pair for rows in sample.rows[name]])
    places = np.tile(np.arange(len(pool))[:, None], pool.shape[1])
    order = random.permuted(places, axis=0)
    shuffled = np.take_along_axis(pool, order[:, :, None], axis=0)
    runs = len(sample.rows[pair.system])
    rows = {pair.system: tuple(shuffled[:runs]), pair.other: tuple(shuffled[runs:])}
    return Sample(sample.metrics, rows, sample.statistic)


class _Replicate(NamedTuple):
    """What was found for one null pair.

    Attributes:
        p: The p-values (test, metric).
        covered: Whether the interval of the difference holds 0, for each metric; NaN if undefined.
    """

    p: Floats
    covered: Floats


@dataclass(frozen=True)
class _NullPairs:
    """Makes null pairs by their number, each with a key of its own, and tests them."""

    sample: Sample
    pairs: tuple[Pair, ...]
    tests: "tuple[Test, ...]"
    settings: Settings

    def __call__(self, number: int) -> _Replicate:
        import numpy as np

        random = generator(self.settings.seed, NULL_PAIRS, number)
        pair = self.pairs[number % len(self.pairs)]
        sample = null_pair(self.sample, pair, random, self.settings.size)
        seed = int(random.integers(2**63))
        found = [replace(test, seed=seed).run(sample, [pair]) for test in self.tests]
        return _Replicate(
            np.array([[outcome.p for (outcome,) in of_test] for of_test in found]),
            self._covered(sample, pair, seed),
        )

    def _covered(self, sample: Sample, pair: Pair, seed: int) -> Floats:
        import numpy as np

        drawn = sample.bootstrap(self.settings.trials, seed).systems
        values = sample.improvements([pair], drawn)[:, 0]
        low, high = np.transpose([percentile(column, COVERAGE) for column in values.T])
        (tolerance,) = sample.tolerance([pair])
        covered = (low <= tolerance) & (high >= -tolerance)
        return np.where(np.isnan(low), np.nan, covered)


def _check(sample: Sample) -> None:
    if len(sample.rows) < 2:
        raise UsageError(
            "Only one system is given; null pairs are made of two.",
            hint="Name another output file, or try the intervals of one score: --coverage",
        )


def check_size(sample: Sample, settings: Settings) -> None:
    """See that there are as many units as the test sets drawn from them are to have."""
    if settings.size is not None and settings.size > sample.units:
        wanted = f"at most {sample.units}, the number of {settings.unit}s"
        raise ParameterError.bad_value(settings.name, "size", wanted, settings.size)


def _able(sample: Sample, pairs: Sequence[Pair]) -> list[str]:
    """All tests that can speak of some pair."""
    tests = {
        name: plugins.load("significance", name).TEST() for name in plugins.names("significance")
    }
    return [
        name for name, test in tests.items() if not all(test.cannot(sample, pair) for pair in pairs)
    ]


def _result(collected: Collected, task: _NullPairs, found: Sequence[_Replicate]) -> Calibration:
    import numpy as np

    sample, settings = task.sample, task.settings
    p = np.stack([one.p for one in found])
    covered = np.stack([one.covered for one in found])
    return Calibration(
        tertium=VERSION,
        settings=settings,
        systems=sample.systems,
        size=settings.size or sample.units,
        limits=LIMITS,
        data=collected.data,
        metrics=tuple(
            CalibratedMetric(
                metric=str(metric),
                title=metric.title,
                signature=signature,
                own_signature=own_signature,
                tests=tuple(_calibrated(test, p[:, t, m]) for t, test in enumerate(task.tests)),
                coverage=share_of(COVERAGE, covered[:, m]),
            )
            for m, (metric, (signature, own_signature)) in enumerate(
                zip(sample.metrics, collected.signatures, strict=True)
            )
        ),
    )


def _calibrated(test: "Test", p: Floats) -> CalibratedTest:
    import numpy as np

    rejections = tuple(
        share_of(level, np.where(np.isnan(p), np.nan, p <= level)) for level in LEVELS
    )
    return CalibratedTest(
        test=str(test),
        name=test.name,
        question=test.question,
        recommended=test.recommended,
        rejections=rejections,
        verdict=_verdict(test.name, rejections),
    )


def share_of(promised: float, happened: Floats) -> Share:
    """Give how often something happened, where it is defined."""
    import numpy as np

    pairs = int(np.count_nonzero(~np.isnan(happened)))
    count = int(np.nansum(happened))
    low, high = clopper_pearson(count, pairs, LIMITS)
    return Share(promised, count, pairs, count / pairs if pairs else np.nan, low, high)


def _verdict(name: str, rejections: Sequence[Share]) -> str:
    """Say whether the promises lie within the limits of what was observed."""
    for share in rejections:
        if not share.pairs:
            return f"{name} says nothing of these systems."
        rate = f"{100 * share.value:.1f} % of true nulls instead of {100 * share.promised:g} %"
        if share.low > share.promised:
            return f"{name} rejects too often: {rate}."
        if share.high < share.promised:
            return f"{name} is cautious: it rejects {rate}."
    return f"{name} keeps its promise."
