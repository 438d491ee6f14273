"""Compare systems: is the difference real?"""

import math
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import chain, combinations, permutations
from typing import TYPE_CHECKING

from tertium.api._cautions import cautions
from tertium.api._sample import Collected, collect
from tertium.core import executor, plugins, progress
from tertium.core.arrays import Floats
from tertium.core.comparison import (
    Comparison,
    Distribution,
    MetricResult,
    PairResult,
    Settings,
    SystemScore,
    Tested,
)
from tertium.core.errors import UsageError, did_you_mean
from tertium.core.sample import BootstrapScores, Pair, Sample
from tertium.core.spec import Value, parse_call, split_list
from tertium.core.stats import Metric
from tertium.core.testset import TestSet
from tertium.core.version import VERSION
from tertium.inference import corrections, intervals
from tertium.inference.clusters import clusters
from tertium.inference.verdicts import Improvement, printed, sentence, verdict

if TYPE_CHECKING:
    from tertium.significance._test import Outcome, Test

_BINS = 60


def compare(
    testset: TestSet | Iterable[TestSet],
    metrics: str | Metric | Iterable[str | Metric] | None = None,
    *,
    tests: "str | Test | Iterable[str | Test] | None" = None,
    jobs: int | None = None,
    engine: str = "threads",
    advance: Callable[[float], None] | None = None,
    **settings: Value,
) -> Comparison:
    """Compare systems: scores, differences with intervals, tests, verdicts.

    Args:
        testset: What `tertium.read` or `TestSet.of` gives; or several with the same references.
        metrics: Metrics, as in "bleu,chrf"; by default BLEU, and any scores that are given.
        tests: Tests of significance, of which the first decides; by default approximate
            randomization, and for several runs a test of the training procedure too.
        jobs: Number of workers; by default all cores.
        engine: What spreads the work: threads, processes, dask:ADDRESS, ray:ADDRESS.
        advance: Called with the share of the work done since the last call.
        settings: Any of `baseline`, `all_pairs`, `trials`, `seed`, `alternative`, `level`,
            `correction`, `family`, `p_value`, `interval`, `subsample`, `unit`, `statistic`; see
            `tertium.core.comparison.Settings`.

    Returns:
        The comparison; print it, or take `.to_dict()`, `.to_frame()`, `.verdicts`.
    """
    chosen = Settings.of(settings)
    testsets = 1 if isinstance(testset, TestSet) else math.inf
    with (
        progress.phase(advance, 0.3, testsets) as step,
        executor.use(executor.Executor(jobs, step, engine)),
    ):
        collected = collect(testset, metrics, unit=chosen.unit, statistic=chosen.statistic)
    sample = collected.sample
    chosen = _with_baseline(chosen, sample)
    made = tests_of(tests or default_tests(sample), chosen)
    with (
        progress.phase(advance, 0.7, 1 + len(made)) as step,
        executor.use(executor.Executor(jobs, step, engine)),
    ):
        return _Study(collected, chosen, tuple(made), _pairs(chosen, sample)).result()


def require_better(result: Comparison, system: str) -> str:
    """Say why a system is not shown to be better than the baseline; empty if it is.

    It must be significantly better under every metric, by the first test, corrected.
    """
    baseline = result.settings.baseline
    names = [one.system for one in result.metrics[0].systems]
    if system not in names:
        raise UsageError(
            f"{system!r} is not among the systems.{did_you_mean(system, names)}",
            hint=f"Systems: {', '.join(names)}.",
        )
    if baseline is None or system == baseline:
        raise UsageError("What is required to be better needs a baseline other than itself.")
    for metric in result.metrics:
        if metric.winner(system, baseline) != system:
            return f"{system} is not shown to be better than {baseline} under {metric.title}."
    return ""


def tests_of(specs: "str | Test | Iterable[str | Test]", settings: Settings) -> "list[Test]":
    """Make tests of their printed forms; settings of the same names hold for all of them."""
    items: list[str | Test] = []
    for spec in [specs] if not isinstance(specs, Iterable) or isinstance(specs, str) else specs:
        items += split_list(spec) if isinstance(spec, str) else [spec]
    return list(dict.fromkeys(_test(item, settings) for item in items))


def default_tests(sample: Sample) -> list[str]:
    """Approximate randomization; for several runs also a test of the training procedure."""
    several = any(len(runs) > 1 for runs in sample.rows.values())
    return ["approximate_randomization", *(["run_permutation"] if several else [])]


def _test(spec: "str | Test", settings: Settings) -> "Test":
    # What the printed form leaves out is left to the settings, of a test that is given as one too:
    # a result holds the printed form, and can so be verified.
    name, arguments = parse_call(str(spec))
    made: type[Test] = plugins.load("significance", name).TEST
    shared = {p.name: getattr(settings, p.name) for p in made.parameters() if p.shared}
    return made.of(shared | arguments)


def _with_baseline(settings: Settings, sample: Sample) -> Settings:
    """See that there is something to compare, and settle with what."""
    if len(sample.rows) < 2:
        raise UsageError(
            "Only one system is given; a comparison needs two.",
            hint="Name another output file, or use: tertium score --confidence",
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


def _pairs(settings: Settings, sample: Sample) -> tuple[Pair, ...]:
    """What is compared with what; where sides are taken, both ways are asked."""
    if settings.all_pairs:
        both = combinations if settings.alternative == "two-sided" else permutations
        return tuple(Pair(*names) for names in both(sample.systems, 2))
    assert settings.baseline is not None
    return tuple(
        Pair(name, settings.baseline) for name in sample.systems if name != settings.baseline
    )


@dataclass(frozen=True)
class _Study:
    """A comparison in the making."""

    collected: Collected
    settings: Settings
    tests: "tuple[Test, ...]"
    pairs: tuple[Pair, ...]

    @property
    def sample(self) -> Sample:
        return self.collected.sample

    @cached_property
    def drawn(self) -> BootstrapScores:
        """Bootstrap samples for standard deviations."""
        return self.sample.bootstrap(self.settings.trials, self.settings.seed)

    @cached_property
    def sized(self) -> BootstrapScores:
        """Bootstrap samples for intervals and wins, of the size asked for."""
        settings = self.settings
        return self.sample.bootstrap(settings.trials, settings.seed, settings.subsample)

    @cached_property
    def jackknife(self) -> Floats:
        return self.sample.jackknife()

    def result(self) -> Comparison:
        import platform

        import numpy as np

        metrics = self._metrics()
        return Comparison(
            tertium=VERSION,
            versions={"numpy": np.__version__, "python": platform.python_version()},
            settings=self.settings,
            tests=tuple(str(test) for test in self.tests),
            data=self.collected.data,
            metrics=metrics,
            warnings=tuple(
                cautions(
                    self.sample,
                    self.settings,
                    metrics,
                    self.hypotheses,
                    self.collected.data.documents,
                )
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
        low, high = self._interval(
            self.sized.systems[:, s, m],
            self.sample.observed[s, m],
            lambda: self.jackknife[:, s, m],
        )
        return SystemScore(
            system=name,
            score=float(self.sample.observed[s, m]),
            low=low,
            high=high,
            runs=tuple(map(float, runs)),
            s_sel=float(_deviation(self.drawn.outputs[:, self.sample.runs_of(name), m]).mean()),
            s_opt=float(_deviation(runs)),
            s_total=self._total(name, m),
            cluster=None,
        )

    def _total(self, system: str, m: int) -> float:
        """Standard deviation when segments and runs both vary."""
        if len(self.sample.rows[system]) < 2:
            return math.nan
        spread = _test("hierarchical_bootstrap", replace(self.settings, alternative="two-sided"))
        scores: Floats = spread.scores(self.sample, system)  # type: ignore[attr-defined]
        return float(_deviation(scores[:, m]))

    def _pair(self, m: int, p: int, tested: tuple[Tested, ...]) -> PairResult:
        import numpy as np

        pair, sample = self.pairs[p], self.sample
        sign = sample.orientation[m]
        improved = float(sample.improvement(pair, m, sample.observed))
        deviation = float(_deviation(sample.improvement(pair, m, self.drawn.systems)))
        resampled = sample.improvement(pair, m, self.sized.systems)
        tolerance = float(sample.tolerance([pair])[0, m])
        wins, ties, losses = _shares(resampled, tolerance)
        low, high = self._interval(
            sign * resampled,
            sign * improved,
            lambda: sign * sample.improvement(pair, m, self.jackknife),
        )
        return PairResult(
            system=pair.system,
            other=pair.other,
            difference=float(sign * improved),
            low=low,
            high=high,
            deviation=deviation,
            effect=(
                improved / (deviation * math.sqrt(sample.units))
                if deviation > tolerance
                else math.nan
            ),
            wins=wins,
            ties=ties,
            losses=losses,
            same=_same(sample, pair, m),
            tests=tested,
            verdict=self._verdict(m, pair, tested[0], improved, sign * np.array([low, high])),
        )

    def _interval(
        self, values: Floats, observed: float, jackknife: Callable[[], Floats]
    ) -> tuple[float, float]:
        settings = self.settings
        if self.sample.units == 1:  # which tells nothing of how others would vary
            return math.nan, math.nan
        return intervals.interval(
            values, settings.level, settings.interval, float(observed), jackknife
        )

    def _verdict(self, m: int, pair: Pair, tested: Tested, improved: float, ends: Floats) -> str:
        metric, settings = self.sample.metrics[m], self.settings
        neither = metric.higher_is_better is None
        return sentence(
            verdict(
                pair.system,
                pair.other,
                improvement=improved,
                p=tested.corrected,
                level=settings.level,
            ),
            Improvement(
                improved,
                float(min(ends)),
                float(max(ends)),
                metric.title,
                digits=1 + metric.digits,
                words=("higher", "lower") if neither else ("better", "worse"),
            ),
            tested.reason or f"p = {printed(tested.corrected)}, {self._basis(tested)}",
            self.tests[0].alternative,
        )

    def _basis(self, tested: Tested) -> str:
        """What a p-value is, in words."""
        settings = self.settings
        words = [tested.name.replace("_", " ")]
        if self.tests[0].alternative != "two-sided":
            words.append("one-sided")
        if self.hypotheses > 1 and settings.correction != "none":
            method = settings.correction.replace("_", "-").title()
            words.append(f"{method} over {self.hypotheses} comparisons")
        return ", ".join(words)

    @property
    def hypotheses(self) -> int:
        """Number of comparisons that are corrected together."""
        metrics = len(self.sample.metrics) if self.settings.family == "all" else 1
        return len(self.pairs) * metrics

    def _tested(self, test: "Test") -> list[list[Tested]]:
        """What a test finds, corrected for the number of comparisons: by metric and pair."""
        found = test.run(self.sample, self.pairs)
        p = [[outcome.p for outcome in row] for row in found]
        families = [list(chain.from_iterable(p))] if self.settings.family == "all" else p
        method = self.settings.correction
        corrected = chain.from_iterable(corrections.corrected(one, method) for one in families)
        alpha = round(1 - self.settings.level, 12)
        tolerance = self.sample.tolerance(self.pairs)
        return [
            [
                _of_outcome(test, outcome, next(corrected), alpha, float(tolerance[p, m]))
                for p, outcome in enumerate(row)
            ]
            for m, row in enumerate(found)
        ]


def _of_outcome(
    test: "Test", outcome: "Outcome", corrected: float, alpha: float, tolerance: float
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


def _distribution(outcome: "Outcome", tolerance: float) -> Distribution:
    import numpy as np

    values = outcome.pseudo_statistics
    if np.ptp(values) <= 2 * tolerance:  # one value, which rounding blurs
        values = np.full_like(values, values[0])
    counts, edges = np.histogram(values, bins=_BINS)
    return Distribution(
        float(edges[0]), float(edges[-1]), tuple(map(int, counts)), float(outcome.cutoff)
    )


def _shares(improvements: Floats, tolerance: float) -> tuple[float, float, float]:
    """Shares of wins, ties and losses; NaN where they are undefined."""
    import numpy as np

    if np.isnan(improvements).any():
        return math.nan, math.nan, math.nan
    wins = float(np.mean(improvements > tolerance))
    losses = float(np.mean(improvements < -tolerance))
    return wins, float(np.mean(np.abs(improvements) <= tolerance)), losses


def _deviation(values: Floats) -> Floats:
    """Standard deviation over the first axis; NaN for a single value."""
    import numpy as np

    if len(values) < 2:
        return np.full(values.shape[1:], np.nan)
    spread: Floats = np.std(values, axis=0, ddof=1)
    return spread


def _same(sample: Sample, pair: Pair, m: int) -> float:
    """Share of units on which all runs of both systems have the same statistics."""
    import numpy as np

    begin = sum(len(metric.columns) for metric in sample.metrics[:m])
    columns = slice(begin, begin + len(sample.metrics[m].columns))
    one, *others = [rows[:, columns] for name in pair for rows in sample.rows[name]]
    return float(np.mean(np.all([(one == other).all(axis=1) for other in others], axis=0)))


def _clustered(result: MetricResult) -> MetricResult:
    """Say in which cluster each system is: all above beat all below."""
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
