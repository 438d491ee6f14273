"""Compare systems: from a sample to every number of the result."""

import math
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import chain, combinations, permutations

import numpy as np
from numpy.typing import NDArray

from tertium.comparison.cautions import cautions
from tertium.comparison.comparison_result import (
    Comparison,
    Distribution,
    MetricResult,
    PairResult,
    SystemScore,
    Tested,
)
from tertium.comparison.settings import CompareSettings
from tertium.comparison.verdicts import Wording
from tertium.core import wording
from tertium.core.arrays import Floats
from tertium.core.errors import UsageError, did_you_mean
from tertium.core.intervals import Interval
from tertium.core.resampling import FINGERPRINTS, generator
from tertium.core.sample import BootstrapScores, Pair, Sample
from tertium.core.study_sample import StudySample
from tertium.core.version import VERSION
from tertium.inference import corrections, intervals
from tertium.inference.clusters import clusters
from tertium.inference.verdicts import Improvement, alpha_of
from tertium.significance import Outcome, Test, default_tests, make_test, make_tests

_BINS = 60

# Most differences that a raised number of trials may hold at once: half a gigabyte.
_NUMBERS = 2**26


@dataclass(frozen=True)
class Study:
    """A comparison to be computed.

    Attributes:
        collected: The sample, and the data it comes from.
        settings: How systems are compared.
        tests: The significance tests; verdicts use the first.
        pairs: The pairs of systems that are compared.
    """

    collected: StudySample
    settings: CompareSettings
    tests: tuple[Test, ...]
    pairs: tuple[Pair, ...]

    @property
    def sample(self) -> Sample:
        """Rows of all systems."""
        return self.collected.sample

    @cached_property
    def full_samples(self) -> BootstrapScores:
        """Bootstrap samples for standard deviations."""
        return self.sample.bootstrap(self.settings.trials, self.settings.seed)

    @cached_property
    def sized_samples(self) -> BootstrapScores:
        """Bootstrap samples for intervals and wins, of the size that the settings ask for."""
        settings = self.settings
        return self.sample.bootstrap(settings.trials, settings.seed, settings.subsample)

    @cached_property
    def tolerance(self) -> Floats:
        """Largest difference that counts as 0, up to rounding: (pair, metric)."""
        return self.sample.tolerance(self.pairs)

    @cached_property
    def jackknife(self) -> Floats:
        """Scores with one unit left out at a time."""
        return self.sample.jackknife()

    def result(self) -> Comparison:
        """Compute the comparison."""
        import platform

        metrics = self._metrics()
        return Comparison(
            tertium=VERSION,
            versions={"numpy": np.__version__, "python": platform.python_version()},
            settings=self.settings,
            tests=tuple(str(test) for test in self.tests),
            data=self.collected.data,
            metrics=metrics,
            warnings=(
                *self.collected.warnings,
                *cautions(
                    self.sample,
                    self.settings,
                    self.tests,
                    metrics,
                    self.hypotheses,
                    None if self.collected.data.judgments else self.collected.data.documents,
                ),
            ),
        )

    def _metrics(self) -> tuple[MetricResult, ...]:
        tested = [self._tested(test) for test in self.tests]
        results = []
        for m, metric in enumerate(self.sample.metrics):
            signature, own_signature = self.collected.signatures[m]
            result = MetricResult(
                metric=str(metric),
                title=metric.title,
                digits=metric.digits,
                higher_is_better=metric.higher_is_better,
                signature=signature,
                own_signature=own_signature,
                systems=tuple(self._system(m, s) for s in range(len(self.sample.systems))),
                pairs=tuple(
                    self._pair(m, p, tuple(of_test[m][p] for of_test in tested))
                    for p in range(len(self.pairs))
                ),
            )
            results.append(_clustered(result) if self.settings.all_pairs else result)
        return tuple(results)

    def _system(self, m: int, s: int) -> SystemScore:
        name = self.sample.systems[s]
        runs = self.sample.run_scores(name)[:, m]
        return SystemScore(
            system=name,
            score=float(self.sample.observed[s, m]),
            interval=self._interval(
                self.sized_samples.systems[:, s, m],
                self.sample.observed[s, m],
                lambda: self.jackknife[:, s, m],
            ),
            runs=tuple(map(float, runs)),
            s_sel=float(
                _deviation(self.full_samples.outputs[:, self.sample.runs_of(name), m]).mean()
            ),
            s_opt=float(_deviation(runs)),
            s_total=self._total(name, m),
            cluster=None,
        )

    def _total(self, system: str, m: int) -> float:
        """Standard deviation due to both segments and runs."""
        if len(self.sample.rows[system]) < 2:
            return math.nan
        spread = make_test(
            "hierarchical-bootstrap", **self.settings.of_tests | {"alternative": "two-sided"}
        )
        scores: Floats = spread.scores(self.sample, system)  # type: ignore[attr-defined]
        return float(_deviation(scores[:, m]))

    def _pair(self, m: int, p: int, tested: tuple[Tested, ...]) -> PairResult:
        pair, sample = self.pairs[p], self.sample
        sign = sample.orientation[m]
        improved = float(sample.improvement(pair, m, sample.observed))
        resampled = sample.improvement(pair, m, self.sized_samples.systems)
        full = self.full_samples is self.sized_samples
        of_full = resampled if full else sample.improvement(pair, m, self.full_samples.systems)
        deviation = float(_deviation(of_full))
        tolerance = float(self.tolerance[p, m])
        wins, ties, losses = _shares(resampled, tolerance)
        interval = self._interval(
            sign * resampled,
            sign * improved,
            lambda: sign * sample.improvement(pair, m, self.jackknife),
        )
        return PairResult(
            system=pair.system,
            other=pair.other,
            difference=float(sign * improved),
            interval=interval,
            deviation=deviation,
            effect=(
                improved / (deviation * math.sqrt(sample.units))
                if deviation > tolerance
                else math.nan
            ),
            wins=wins,
            ties=ties,
            losses=losses,
            same=self._same(pair, m),
            tests=tested,
            verdict=self._verdict(
                m, pair, tested, improved, interval if sign > 0 else interval.reversed
            ),
        )

    @cached_property
    def _fingerprints(self) -> "list[dict[str, list[NDArray[np.int64]]]]":
        """Hashes of the statistics of each unit, by metric, system and run."""
        found = []
        for number, metric in enumerate(self.sample.metrics):
            columns = self.sample.columns_of(number)
            random = generator(0, FINGERPRINTS, 0)
            factors = random.integers(0, 2**62, len(metric.columns)) * 2 + 1
            # Adding 0.0 turns -0.0 into 0.0, so equal values hash equally; 64-bit sums wrap around.
            found.append(
                {
                    name: [(rows[:, columns] + 0.0).view(np.int64) @ factors for rows in runs]
                    for name, runs in self.sample.rows.items()
                }
            )
        return found

    def _same(self, pair: Pair, m: int) -> float:
        """Share of units on which all runs of both systems have the same statistics."""
        one, *others = [of_run for name in pair for of_run in self._fingerprints[m][name]]
        return float(np.mean(np.all([one == other for other in others], axis=0)))

    def _interval(
        self, values: Floats, observed: float, jackknife: Callable[[], Floats]
    ) -> Interval:
        settings = self.settings
        if self.sample.units == 1:
            return Interval.undefined(f"a single {settings.level} has no confidence interval")
        return intervals.interval(
            values, settings.confidence_level, settings.interval, float(observed), jackknife
        )

    def _verdict(
        self, m: int, pair: Pair, tested: tuple[Tested, ...], improved: float, interval: Interval
    ) -> str:
        metric = self.sample.metrics[m]
        neither = metric.higher_is_better is None
        improvement = Improvement(
            improved,
            interval,
            metric.title,
            digits=1 + metric.digits,
            words=("higher", "lower") if neither else ("better", "worse"),
        )
        several_runs = any(len(self.sample.rows[name]) > 1 for name in pair)
        words = Wording(self.settings, self.tests, self.hypotheses)
        return words.verdict(pair, improvement, tested, several_runs=several_runs)

    @property
    def hypotheses(self) -> int:
        """Number of comparisons that are corrected together."""
        return self.settings.hypotheses(len(self.pairs), len(self.sample.metrics))

    def _tested(self, test: Test) -> list[list[Tested]]:
        """Outcomes of a test, corrected for multiple comparisons: (metric, pair)."""
        found = test.run(self.sample, self.pairs)
        families = [[outcome.p for outcome in row] for row in found]
        if self.settings.family == "all":
            families = [list(chain.from_iterable(families))]
        method = self.settings.correction
        corrected = chain.from_iterable(corrections.corrected(one, method) for one in families)
        alpha = alpha_of(self.settings.confidence_level)
        return [
            [
                _of_outcome(test, outcome, next(corrected), alpha, float(self.tolerance[p, m]))
                for p, outcome in enumerate(row)
            ]
            for m, row in enumerate(found)
        ]


def _of_outcome(
    test: Test, outcome: Outcome, corrected: float, alpha: float, tolerance: float
) -> Tested:
    return Tested(
        test=str(test),
        name=test.name,
        question=test.question,
        p=outcome.p,
        corrected=corrected,
        significant=corrected <= alpha,
        count=outcome.count,
        trials=len(outcome.pseudo_statistics),
        exact=outcome.exact,
        reason=outcome.reason,
        distribution=None if outcome.reason else _distribution(outcome, tolerance),
    )


def _distribution(outcome: Outcome, tolerance: float) -> Distribution:
    values = outcome.pseudo_statistics
    if np.ptp(values) <= 2 * tolerance:  # all values are equal up to rounding
        values = np.full_like(values, values[0])
    low, high = float(values.min()), float(values.max())
    if low == high:
        low, high = low - 0.5, high + 0.5
    bins = ((values - low) * (_BINS / (high - low))).astype(np.intp)
    counts = np.bincount(np.minimum(bins, _BINS - 1), minlength=_BINS)
    return Distribution(low, high, tuple(counts.tolist()), float(outcome.cutoff))


def _shares(improvements: Floats, tolerance: float) -> tuple[float, float, float]:
    """Shares of wins, ties and losses; NaN if they are undefined."""
    if np.isnan(improvements).any():
        return math.nan, math.nan, math.nan
    count = len(improvements)
    wins = np.count_nonzero(improvements > tolerance)
    losses = np.count_nonzero(improvements < -tolerance)
    return wins / count, (count - wins - losses) / count, losses / count


def _deviation(values: Floats) -> Floats:
    """Standard deviation over the first axis; NaN for a single value."""
    if len(values) < 2:
        return np.full(values.shape[1:], np.nan)
    spread: Floats = np.std(values, axis=0, ddof=1)
    return spread


def _clustered(result: MetricResult) -> MetricResult:
    """Add the cluster of each system: all above are significantly better than all below."""
    if result.higher_is_better is None:
        return result
    ranked = [one.system for one in result.ranked]
    numbers = dict(
        zip(
            ranked,
            clusters([[result.winner(a, b) == a for b in ranked] for a in ranked]),
            strict=True,
        )
    )
    return replace(
        result,
        systems=tuple(replace(one, cluster=numbers[one.system]) for one in result.systems),
    )


def study_of(
    collected: StudySample,
    settings: CompareSettings,
    test: str | Test | Iterable[str | Test] | None,
    *,
    enough_trials: bool,
) -> Study:
    """Prepare a comparison.

    Args:
        collected: The sample, and the data it comes from.
        settings: How systems are compared.
        test: Significance tests; the default depends on the number of runs.
        enough_trials: Whether to raise the number of trials if the correction needs more.
    """
    sample = collected.sample
    settings = _with_baseline(settings, sample)
    pairs = _pairs(settings, sample)
    if enough_trials:
        trials = _enough_trials(settings, len(pairs), len(sample.metrics))
        settings = replace(settings, trials=trials)
    chosen = test or default_tests(map(len, sample.rows.values()))
    return Study(collected, settings, tuple(make_tests(chosen, **settings.of_tests)), pairs)


def _with_baseline(settings: CompareSettings, sample: Sample) -> CompareSettings:
    """Check that there are two systems, and fill in the baseline."""
    if len(sample.rows) < 2:
        raise UsageError(
            "A comparison needs two systems, but there is only one.",
            hint=f"Add another system, or use `{wording.call('score', confidence=True)}`.",
        )
    if settings.baseline is None:
        return (
            settings if settings.all_pairs else replace(settings, baseline=next(iter(sample.rows)))
        )
    if settings.baseline not in sample.rows:
        raise UsageError(
            f"The baseline {settings.baseline!r} is not among the systems."
            f"{did_you_mean(settings.baseline, sample.rows)}",
            hint=f"Systems: {', '.join(sample.rows)}.",
        )
    return settings


def _enough_trials(settings: CompareSettings, pairs: int, metrics: int) -> int:
    """Number of trials that the correction for multiple comparisons needs."""
    if settings.p_value == "plain":
        return settings.trials
    return corrections.enough_trials(
        settings.trials,
        1 - settings.confidence_level,
        settings.hypotheses(pairs, metrics),
        settings.correction,
        most=_NUMBERS // (pairs * metrics),
    )


def _pairs(settings: CompareSettings, sample: Sample) -> tuple[Pair, ...]:
    """Pairs of systems to compare; all pairs of one-sided tests, in both directions."""
    if settings.all_pairs:
        both = combinations if settings.alternative == "two-sided" else permutations
        return tuple(Pair(*names) for names in both(sample.systems, 2))
    assert settings.baseline is not None
    return tuple(
        Pair(name, settings.baseline) for name in sample.systems if name != settings.baseline
    )
