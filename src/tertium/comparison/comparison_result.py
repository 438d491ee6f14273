"""Result of a comparison: all numbers, from which tables and charts are made."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar

from tertium.comparison.settings import CompareSettings
from tertium.core.errors import UsageError
from tertium.core.formatting import plain_table
from tertium.core.intervals import Interval
from tertium.core.notices import Notice, sentences
from tertium.core.records import Defect, Defects, empty, outside, repeated, undefined, unknown
from tertium.core.results import Row, StoredResult
from tertium.core.study_sample import Data
from tertium.significance import make_test

# Most additional digits that a metric shows.
_MOST_DIGITS = 20


@dataclass(frozen=True)
class SystemScore:
    """Score of a system under a metric.

    Attributes:
        system: Its name.
        score: Its score, over all runs.
        interval: Confidence interval of the score.
        runs: Scores of the runs.
        s_sel: Standard deviation due to the choice of test data (bootstrap, mean over runs).
        s_opt: Standard deviation due to training (between runs). NaN for a single run.
        s_total: Standard deviation due to both (bootstrap of segments and runs).
        cluster: Number of its cluster; None unless all pairs were compared.
    """

    system: str
    score: float
    interval: Interval
    runs: tuple[float, ...]
    s_sel: float
    s_opt: float
    s_total: float
    cluster: int | None


@dataclass(frozen=True)
class Distribution:
    """Histogram of pseudo-statistics, and the value they were compared with."""

    low: float
    high: float
    counts: tuple[int, ...]
    cutoff: float

    def defects(self) -> Defects:
        """Check that there are bins, between two finite ends."""
        yield from empty(self, "counts")
        yield from undefined(self, "low", "high")
        if min(self.counts) < 0:
            yield Defect("counts", "A count must not be negative.")
        if not math.isfinite(self.high - self.low) or self.low > self.high:
            yield Defect("high", f"Expected more than {self.low:g}, the lower end.")


@dataclass(frozen=True)
class Tested:
    """Outcome of a test for a pair under a metric.

    Attributes:
        test: The printed form of the test.
        name: Its name.
        question: What its verdict applies to.
        p: The p-value.
        corrected: The p-value, corrected for multiple comparisons.
        significant: Whether the corrected p-value is at most 1 - confidence_level.
        count: Number of pseudo-statistics at least as extreme as the observed difference.
        trials: Number of all pseudo-statistics.
        exact: Whether all possible pseudo-statistics were enumerated.
        reason: Why p is undefined; empty if it is defined.
        distribution: Histogram of the pseudo-statistics; positive if the system is better.
    """

    test: str
    name: str
    question: str
    p: float
    corrected: float
    significant: bool
    count: float
    trials: int
    exact: bool
    reason: str
    distribution: Distribution | None

    def defects(self) -> Defects:
        """Check that p-values are probabilities."""
        yield from outside(self, 0, 1, "p", "corrected")


@dataclass(frozen=True)
class PairResult:
    """A pair of systems under a metric.

    Attributes:
        system: The first system.
        other: The system it is compared with.
        difference: Score of the system minus score of the other.
        interval: Confidence interval of the difference.
        deviation: Bootstrap standard deviation of the difference.
        effect: Effect size: the difference divided by its standard deviation per unit; positive
            means better.
        wins: Share of bootstrap samples that the system wins.
        ties: Share of bootstrap samples with equal scores.
        losses: Share of bootstrap samples that the other system wins.
        same: Share of units with identical statistics.
        tests: Outcomes of the tests; the verdict uses the first.
        verdict: The result in words.
    """

    system: str
    other: str
    difference: float
    interval: Interval
    deviation: float
    effect: float
    wins: float
    ties: float
    losses: float
    same: float
    tests: tuple[Tested, ...]
    verdict: str

    def defects(self) -> Defects:
        """Check that shares lie between 0 and 1, and that there is a test."""
        yield from empty(self, "tests")
        yield from outside(self, 0, 1, "wins", "ties", "losses", "same")


@dataclass(frozen=True)
class MetricResult:
    """All systems and pairs under one metric."""

    metric: str
    title: str
    digits: int
    higher_is_better: bool | None
    signature: str
    own_signature: str
    systems: tuple[SystemScore, ...]
    pairs: tuple[PairResult, ...]

    def defects(self) -> Defects:
        """Check that pairs consist of systems of the metric."""
        yield from empty(self, "systems", "pairs")
        yield from outside(self, 0, _MOST_DIGITS, "digits")
        names = [one.system for one in self.systems]
        yield from repeated("systems", names)
        yield from repeated("pairs", [(one.system, one.other) for one in self.pairs])
        for number, pair in enumerate(self.pairs):
            yield from unknown(f"pairs[{number}].system", pair.system, names, "systems")
            yield from unknown(f"pairs[{number}].other", pair.other, names, "systems")
            if pair.system == pair.other:
                yield Defect(f"pairs[{number}].other", "A system is compared with itself.")

    def shown(self, value: float, digits: int = 1) -> str:
        """Format a value of the metric; metrics with small scores show more digits."""
        return f"{value:z.{digits + self.digits}f}"

    def shown_interval(self, interval: Interval, digits: int = 1) -> str:
        """Format an interval of values of the metric."""
        return f"[{self.shown(interval.low, digits)}, {self.shown(interval.high, digits)}]"

    @property
    def ranked(self) -> list[SystemScore]:
        """Systems from the best to the worst; systems with equal scores by name."""
        sign = 1 if self.higher_is_better is False else -1
        return sorted(self.systems, key=lambda one: (sign * one.score, one.system))

    def better(self, pair: PairResult) -> bool:
        """Whether the system of a pair scores better than the other."""
        return pair.difference < 0 if self.higher_is_better is False else pair.difference > 0

    def winner(self, system: str, other: str, test: int = 0) -> str | None:
        """The system of two that is significantly better by a test; None if neither is."""
        for pair in self.between(system, other):
            if pair.tests[test].significant:
                return pair.system if self.better(pair) else pair.other
        return None

    def between(self, system: str, other: str) -> Sequence[PairResult]:
        """Results for two systems; one-sided tests of all pairs have one for each direction."""
        return self._pairs_of.get(frozenset((system, other)), ())

    @cached_property
    def _pairs_of(self) -> dict[frozenset[str], list[PairResult]]:
        found: dict[frozenset[str], list[PairResult]] = {}
        for pair in self.pairs:
            found.setdefault(frozenset((pair.system, pair.other)), []).append(pair)
        return found


@dataclass(frozen=True, eq=False, repr=False)
class Comparison(StoredResult):
    """A comparison of systems, as a result file stores it."""

    result: ClassVar[str] = "compare"

    tertium: str
    versions: dict[str, str]
    settings: CompareSettings
    tests: tuple[str, ...]
    data: Data
    metrics: tuple[MetricResult, ...]
    warnings: tuple[Notice, ...]

    def defects(self) -> Defects:
        """Check that all metrics have the same systems and pairs, and all pairs the same tests."""
        yield from empty(self, "metrics", "tests")
        yield from repeated("metrics", [one.metric for one in self.metrics])
        yield from repeated("tests", self.tests)
        questions = []
        for number, test in enumerate(self.tests):
            try:
                questions.append(make_test(test).question)
            except UsageError as error:
                yield Defect(f"tests[{number}]", str(error))
        first = self.metrics[0]
        names = sorted(one.system for one in first.systems)
        pairs = [(one.system, one.other) for one in first.pairs]
        baseline = self.settings.baseline
        if baseline is not None or not self.settings.all_pairs:
            yield from unknown("settings.baseline", baseline, names, "systems")
        for i, metric in enumerate(self.metrics):
            if sorted(one.system for one in metric.systems) != names:
                yield Defect(f"metrics[{i}].systems", "They differ from those of the first metric.")
            if [(one.system, one.other) for one in metric.pairs] != pairs:
                yield Defect(f"metrics[{i}].pairs", "They differ from those of the first metric.")
            for j, pair in enumerate(metric.pairs):
                tests = [(one.test, one.question) for one in pair.tests]
                if tests != list(zip(self.tests, questions, strict=True)):
                    yield Defect(f"metrics[{i}].pairs[{j}].tests", "They differ from 'tests'.")

    @property
    def verdicts(self) -> list[str]:
        """One sentence for each pair and metric."""
        return [pair.verdict for metric in self.metrics for pair in metric.pairs]

    @property
    def signature(self) -> str:
        """Signature of the tests, in addition to the signatures of the metrics."""
        return "|".join(
            [
                *self.tests,
                str(self.settings),
                f"units:{self.data.units}",
                f"version:tertium-{self.tertium}",
            ]
        )

    def to_rows(self) -> list[Row]:
        """One row per metric, pair and test."""
        scores = {
            (metric.metric, one.system): one.score
            for metric in self.metrics
            for one in metric.systems
        }
        return [
            {
                "metric": metric.metric,
                "system": pair.system,
                "other": pair.other,
                "score": scores[metric.metric, pair.system],
                "other_score": scores[metric.metric, pair.other],
                "difference": pair.difference,
                "low": pair.interval.low,
                "high": pair.interval.high,
                "effect": pair.effect,
                "wins": pair.wins,
                "ties": pair.ties,
                "losses": pair.losses,
                "test": tested.name,
                "p": tested.p,
                "corrected": tested.corrected,
                "significant": tested.significant,
            }
            for metric in self.metrics
            for pair in metric.pairs
            for tested in pair.tests
        ]

    def __str__(self) -> str:
        parts = [self._table(metric) for metric in self.metrics]
        return "\n\n".join(
            [*parts, "\n".join([*self.verdicts, *sentences(self.warnings)]), self.signature]
        )

    def _table(self, metric: MetricResult) -> str:
        """Differences of all pairs under a metric."""
        rows = [
            [
                f"{pair.system} – {pair.other}",
                metric.shown(pair.difference, 2),
                metric.shown_interval(pair.interval, 2),
                *(f"{tested.corrected:.4f}" for tested in pair.tests),
            ]
            for pair in metric.pairs
        ]
        interval = f"{100 * self.settings.confidence_level:g} % CI"
        tests = [f"p ({test})" for test in self.tests]
        return plain_table([metric.title, "difference", interval, *tests], rows)
