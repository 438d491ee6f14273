"""Calibration: the type I error rate of significance tests on the data at hand.

A 5 % test should reject a true null hypothesis 5 % of the time. Null pairs are made from the given
systems: each segment is swapped between two systems by the toss of a coin, so neither system is
better under any metric. With several training runs, all outputs of a segment are shuffled. Every
rejection is then a false positive.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from typing import NamedTuple

import numpy as np

from tertium.comparison.calibration_result import (
    CalibratedMetric,
    CalibratedTest,
    Calibration,
    Share,
    deviating,
)
from tertium.comparison.settings import CalibrateSettings
from tertium.core import executor, wording
from tertium.core.arrays import Floats
from tertium.core.errors import UsageError
from tertium.core.resampling import NULL_PAIRS, generator
from tertium.core.sample import Pair, Sample
from tertium.core.study_sample import StudySample
from tertium.core.version import VERSION
from tertium.inference.binomial import clopper_pearson
from tertium.inference.intervals import percentile
from tertium.significance import Test, all_tests, make_tests

# Nominal rates: of rejections, and of intervals that contain the true difference.
ALPHAS = (0.05, 0.01)
COVERAGE = 0.95

# Confidence level of observed rates; high, so that a sound test is rarely called unsound.
LIMITS = 0.99


def calibrate_tests(
    collected: StudySample,
    settings: CalibrateSettings,
    test: str | Test | Iterable[str | Test] | None = None,
) -> Calibration:
    """Measure how often significance tests reject a true null hypothesis.

    Args:
        collected: The sample, and the data it comes from; null pairs are made from all pairs of
            systems in turn.
        settings: How tests are calibrated.
        test: Significance tests; by default all that apply to these systems.
    """
    sample = collected.sample
    _check(sample)
    check_size(sample, settings)
    pairs = tuple(Pair(*names) for names in combinations(sample.systems, 2))
    made = make_tests(_able(sample, pairs) if test is None else test, trials=settings.trials)
    task = _NullPairs(sample, pairs, tuple(made), settings)
    return _result(collected, task, executor.active().map(task, settings.replicates))


def null_pair(
    sample: Sample, pair: Pair, random: "np.random.Generator", size: int | None = None
) -> Sample:
    """Make a null pair from two systems: neither is better.

    Args:
        sample: The sample of the pair.
        pair: The systems.
        random: Source of random numbers.
        size: Number of units, drawn without replacement; by default all.
    """
    kept = slice(None) if size is None else random.choice(sample.units, size, replace=False)
    pool = np.stack([rows[kept] for name in pair for rows in sample.rows[name]])
    places = np.tile(np.arange(len(pool))[:, None], pool.shape[1])
    order = random.permuted(places, axis=0)
    shuffled = np.take_along_axis(pool, order[:, :, None], axis=0)
    runs = len(sample.rows[pair.system])
    rows = {pair.system: tuple(shuffled[:runs]), pair.other: tuple(shuffled[runs:])}
    return Sample(sample.metrics, rows, sample.combine_runs)


class _Replicate(NamedTuple):
    """Outcomes of the tests of one null pair.

    Attributes:
        p: The p-values (test, metric).
        covered: Whether the interval of the difference contains 0, for each metric; NaN if
            undefined.
    """

    p: Floats
    covered: Floats


@dataclass(frozen=True)
class _NullPairs:
    """Makes and tests null pairs by their number, each with its own random key."""

    sample: Sample
    pairs: tuple[Pair, ...]
    tests: tuple[Test, ...]
    settings: CalibrateSettings

    def __call__(self, number: int) -> _Replicate:
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
        drawn = sample.bootstrap(self.settings.trials, seed).systems
        values = sample.improvements([pair], drawn)[:, 0]
        low, high = np.transpose([[*percentile(column, COVERAGE)] for column in values.T])
        (tolerance,) = sample.tolerance([pair])
        covered = (low <= tolerance) & (high >= -tolerance)
        return np.where(np.isnan(low), np.nan, covered)


def _check(sample: Sample) -> None:
    if len(sample.rows) < 2:
        raise UsageError(
            "There is only one system; null pairs are made from two.",
            hint="Add another system, or measure the coverage of the intervals of one score:"
            f" `{wording.call('coverage')}`.",
        )


def check_size(sample: Sample, settings: CalibrateSettings) -> None:
    """Check that the wanted size is not larger than the test set."""
    if settings.size is not None and settings.size > sample.units:
        wanted = f"at most {sample.units}, the number of {settings.level}s"
        raise settings.bad_value("size", wanted, settings.size)


def _able(sample: Sample, pairs: Sequence[Pair]) -> list[str]:
    """All tests that apply to some pair."""
    return [
        name
        for name, test in all_tests().items()
        if not all(test().reason_untestable(sample, pair) for pair in pairs)
    ]


def _result(collected: StudySample, task: _NullPairs, found: Sequence[_Replicate]) -> Calibration:
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


def _calibrated(test: Test, p: Floats) -> CalibratedTest:
    rejections = tuple(
        share_of(alpha, np.where(np.isnan(p), np.nan, p <= alpha)) for alpha in ALPHAS
    )
    return CalibratedTest(
        test=str(test),
        name=test.name,
        question=test.question,
        recommended=test.recommended,
        rejections=rejections,
        verdict=_verdict(test.name, rejections),
    )


def share_of(nominal: float, happened: Floats) -> Share:
    """Rate of an event among the cases in which it is defined."""
    pairs = int(np.count_nonzero(~np.isnan(happened)))
    count = int(np.nansum(happened))
    limits = clopper_pearson(count, pairs, LIMITS)
    return Share(nominal, count, pairs, count / pairs if pairs else np.nan, limits)


def _verdict(name: str, rejections: Sequence[Share]) -> str:
    """Say whether the nominal rates lie within the confidence intervals of the observed rates."""
    share = deviating(rejections)
    if share is None:
        return f"The type I error rate of {name} matches the nominal rate."
    if not share.pairs:
        return f"{name} does not apply to these systems."
    rate = f"{100 * share.value:.1f} % of true nulls instead of {100 * share.nominal:g} %"
    if share.is_above:
        return f"{name} rejects too often: {rate}."
    return f"{name} is conservative: it rejects {rate}."
