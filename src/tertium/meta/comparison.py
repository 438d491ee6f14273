"""Metrics held against people: correlations with intervals, and which of two metrics is closer.

Intervals of single correlations do not tell whether two differ, however far apart they are: both
metrics scored the same systems. Differences have intervals and tests of their own (Graham and Liu
2016, sections 2.3 and 3).
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from math import comb
from pathlib import Path
from typing import ClassVar

from tertium.core import executor
from tertium.core.arrays import TOLERANCE, Floats
from tertium.core.errors import UnknownMember, UsageError
from tertium.core.limits import LARGEST_SEED, MOST_TRIALS
from tertium.core.plain import counted, is_or_are, plain_table
from tertium.core.progress import Advance, part_of
from tertium.core.records import Defect, Defects, empty, repeated, to_plain, unknown
from tertium.core.resampling import HUMAN_SCORES, block_size, counts, generator
from tertium.core.results import Row, StoredResult
from tertium.core.spec import Spec, option
from tertium.core.version import VERSION
from tertium.inference import corrections, intervals
from tertium.inference.correlations import Interval, fisher, symmetric, williams, zou
from tertium.inference.verdicts import alpha_of
from tertium.meta.bootstrap import BootstrapInterval, SharedDraws
from tertium.meta.correlation import (
    AVERAGES,
    TIES,
    Correlation,
    Pearson,
    SoftPairwiseAccuracy,
    Statistic,
    correlate,
    unknown_statistic,
)
from tertium.meta.permutation import permutation_test
from tertium.meta.scores import LEVELS, ScoreTable

INTERVALS = ("auto", "fisher", "bootstrap", "bca", "human", "symmetric", "none")
TESTS = ("auto", "williams", "scores", "segments", "systems", "pairs", "bootstrap")


@dataclass(frozen=True)
class CorrelationSettings(Spec):
    """How metrics are correlated with people."""

    name: ClassVar[str] = "correlate"

    unit: str = option("system", "What is scored: systems, documents or segments.", choices=LEVELS)
    average: str = option(
        "none",
        "Take all scores as one sample, or average over those of each item (document or segment)"
        " or each system.",
        choices=AVERAGES,
    )
    interval: str = option(
        "auto",
        "Intervals: Fisher's, for Pearson's r; or from a bootstrap over systems, as percentiles or"
        " BCa; for contrast human, as WMT had it, which shows only how sure human scores are, and"
        " symmetric, as if r were normal.",
        choices=INTERVALS,
    )
    level: float = option(
        0.95, "Level of intervals, and of verdicts: 0.95 stands for p <= 0.05.", above=0, below=1
    )
    absolute: bool = option(
        False, "Hide signs, as the script of Graham and Liu 2016 does: take |r| of everything."
    )
    ties: str = option(
        "rounded",
        "Scores that are equal in exact arithmetic tie; exact compares floating-point numbers as"
        " they are, as published figures often do.",
        choices=TIES,
    )
    trials: int = option(1_000, "Number of samples that are drawn.", minimum=1, maximum=MOST_TRIALS)
    seed: int = option(12345, "Seed of all that is drawn.", minimum=0, maximum=LARGEST_SEED)


@dataclass(frozen=True)
class ComparisonSettings(CorrelationSettings):
    """How metrics are compared with each other."""

    name: ClassVar[str] = "compare"

    test: str = option(
        "auto",
        "Test of a difference: Williams', for Pearson's r; swapping the scores of two metrics for"
        " whole systems, whole segments or single cells (scores); for acc_eq outcomes of pairs; or"
        " a bootstrap over systems. auto is williams for Pearson's r of systems, else systems.",
        choices=TESTS,
    )
    alternative: str = option(
        "two-sided",
        "Ask whether metrics differ; or, with greater, whether each metric correlates more than"
        " those that -m names after it.",
        choices=("two-sided", "greater"),
    )
    correction: str = option(
        "holm",
        "Correction for many comparisons.",
        choices=("holm", "benjamini_hochberg", "none"),
    )
    p_value: str = option(
        "plus-one",
        "Of tests that swap: (c + 1) / (B + 1), or plain, c / B.",
        choices=("plus-one", "plain"),
    )


@dataclass(frozen=True)
class TableFacts:
    """What was correlated.

    Attributes:
        gold: Name of the human scores.
        systems: Names of the systems.
        items: Number of documents or segments; 1 for whole systems.
        digest: Fingerprint of the scores.
        origin: Names of the files.
        notes: What was done to the scores, in words.
    """

    gold: str
    systems: tuple[str, ...]
    items: int
    digest: str
    origin: str
    notes: tuple[str, ...]

    @classmethod
    def of(cls, table: ScoreTable) -> "TableFacts":
        """Tell what a table holds; names of files, not paths."""
        return cls(
            table.gold,
            table.systems,
            len(table.items),
            table.digest,
            Path(table.origin).name,
            table.notes,
        )


@dataclass(frozen=True)
class MetricCorrelation:
    """How well a metric agrees with people.

    Attributes:
        metric: Name of the metric.
        found: The correlation.
        interval: Its interval.
        method: What the interval is from: "fisher", "bootstrap", "bca", "human", or nothing.
        systems: Number of systems with scores of both.
    """

    metric: str
    found: Correlation
    interval: Interval
    method: str
    systems: int

    def defects(self) -> Defects:
        """The statistic and the kind of interval exist."""
        if not math.isnan(self.interval.low):
            known = [name for name in INTERVALS if name not in ("auto", "none")]
            yield from unknown("method", self.method, known, "intervals")
        yield from unknown_statistic("found.statistic", self.found.statistic)

    @property
    def value(self) -> float:
        """The correlation."""
        return self.found.value


@dataclass(frozen=True, repr=False)
class Correlations(StoredResult):
    """Metrics held against people.

    Attributes:
        tertium: Version.
        settings: How.
        statistics: The statistics.
        data: What was correlated.
        correlations: One for each statistic and metric, from the highest to the lowest.
        scores: By metric, and for people, those of the systems; nothing at other levels.
        cautions: What the numbers do not say.
    """

    result: ClassVar[str] = "meta correlate"

    tertium: str
    settings: CorrelationSettings
    statistics: tuple[str, ...]
    data: TableFacts
    correlations: tuple[MetricCorrelation, ...]
    scores: dict[str, tuple[float, ...]]
    cautions: tuple[str, ...]

    def defects(self) -> Defects:
        """Statistics exist and have correlations, and scores are those of the systems."""
        yield from empty(self, "statistics", "correlations")
        yield from repeated("statistics", self.statistics)
        for number, one in enumerate(self.correlations):
            statistic = one.found.statistic
            place = f"correlations[{number}].found.statistic"
            yield from unknown(place, statistic, self.statistics, "statistics")
        for statistic in self.statistics:
            if not self.of(statistic):
                yield Defect("correlations", f"There is none by {statistic}.")
        if self.scores:
            yield from unknown("data.gold", self.data.gold, self.scores, "scores")
            for number, one in enumerate(self.correlations):
                place = f"correlations[{number}].metric"
                yield from unknown(place, one.metric, self.scores, "scores")
        for name, values in self.scores.items():
            if len(values) != len(self.data.systems):
                yield Defect(f"scores.{name}", "Expected one for each system in 'data.systems'.")

    @property
    def signature(self) -> str:
        """Everything that decides the numbers."""
        return _signature(self.settings, self.statistics, self.data, self.tertium)

    def of(self, statistic: str) -> list[MetricCorrelation]:
        """Correlations by one statistic."""
        if statistic not in self.statistics:
            raise UnknownMember("statistic", statistic, self.statistics)
        return [one for one in self.correlations if one.found.statistic == statistic]

    def to_rows(self) -> list[Row]:
        """One row per statistic and metric."""
        return [
            {
                "metric": one.metric,
                "statistic": one.found.statistic,
                "value": one.value,
                "low": one.interval.low,
                "high": one.interval.high,
                "interval": one.method,
                **{
                    key: value
                    for key, value in to_plain(one.found).items()
                    if key not in ("statistic", "value")
                },
            }
            for one in self.correlations
        ]

    def __str__(self) -> str:
        rows = [
            [one.metric, one.found.statistic, f"{one.value:.3f}", shown_interval(one.interval)]
            for one in self.correlations
        ]
        return plain_table(["metric", "statistic", "value", "interval"], rows)


@dataclass(frozen=True)
class MetricPair:
    """Two metrics held against the same people.

    Attributes:
        metric: The metric that correlates more on what both have scored; of a one-sided test, the
            one that the user named first.
        other: The other one.
        r: Correlation of the first, on what both have scored.
        other_r: That of the other.
        between: Correlation of the two with each other, for Pearson's r.
        n: Number of scores, or pairs of them, that both have.
        difference: r minus other_r.
        interval: Of the difference: Zou's, or from a bootstrap over systems.
        t: Williams' statistic.
        p: The p-value of the test.
        corrected: The same, corrected for the number of comparisons.
        significant: Whether the corrected one is at most 1 - level.
        reason: Why there is no p, where there is none.
        apart: Whether the intervals of the single correlations do not overlap, which is no test.
    """

    metric: str
    other: str
    r: float
    other_r: float
    between: float
    n: int
    difference: float
    interval: Interval
    t: float
    p: float
    corrected: float
    significant: bool
    reason: str
    apart: bool

    @property
    def ahead(self) -> tuple[str, str]:
        """The metric that correlates more, and the other."""
        names = self.metric, self.other
        return names if self.difference >= 0 else names[::-1]


@dataclass(frozen=True, repr=False)
class MetricComparison(StoredResult):
    """All pairs of metrics.

    Attributes:
        tertium: Version.
        settings: How they were compared.
        statistic: The statistic.
        test: The test of differences.
        data: What was correlated.
        correlations: Of each metric, from the highest to the lowest.
        pairs: All pairs, in the order of these.
        cautions: What the numbers do not say.
    """

    result: ClassVar[str] = "meta compare"

    tertium: str
    settings: ComparisonSettings
    statistic: str
    test: str
    data: TableFacts
    correlations: tuple[MetricCorrelation, ...]
    pairs: tuple[MetricPair, ...]
    cautions: tuple[str, ...]

    def defects(self) -> Defects:
        """Test and statistic exist, and pairs are of the metrics."""
        yield from empty(self, "correlations", "pairs")
        yield from unknown("test", self.test, [name for name in TESTS if name != "auto"], "tests")
        yield from unknown_statistic("statistic", self.statistic)
        metrics = [one.metric for one in self.correlations]
        yield from repeated("correlations", metrics)
        for number, pair in enumerate(self.pairs):
            yield from unknown(f"pairs[{number}].metric", pair.metric, metrics, "metrics")
            yield from unknown(f"pairs[{number}].other", pair.other, metrics, "metrics")

    @property
    def signature(self) -> str:
        """Everything that decides the numbers."""
        return _signature(self.settings, (self.statistic, self.test), self.data, self.tertium)

    @property
    def apart(self) -> list[MetricPair]:
        """Pairs that a reader of single intervals would take for different."""
        return [pair for pair in self.pairs if pair.apart]

    @property
    def supported(self) -> list[MetricPair]:
        """Pairs whose difference has an interval that excludes 0."""
        return [pair for pair in self.pairs if pair.interval.excludes_zero]

    def to_rows(self) -> list[Row]:
        """One row per pair."""
        return [
            {
                "metric": pair.metric,
                "other": pair.other,
                "r": pair.r,
                "other_r": pair.other_r,
                "between": pair.between,
                "n": pair.n,
                "difference": pair.difference,
                "low": pair.interval.low,
                "high": pair.interval.high,
                "t": pair.t,
                "p": pair.p,
                "corrected": pair.corrected,
                "significant": pair.significant,
                "apart": pair.apart,
                "reason": pair.reason or pair.interval.reason,
            }
            for pair in self.pairs
        ]

    def __str__(self) -> str:
        rows = [
            [
                f"{pair.metric} – {pair.other}",
                f"{pair.difference:.3f}",
                shown_interval(pair.interval),
                f"{pair.corrected:.4f}",
            ]
            for pair in self.pairs
        ]
        return plain_table(["metrics", "difference", "interval", "p"], rows)


def correlations(
    table: ScoreTable,
    statistics: Sequence[Statistic],
    settings: CorrelationSettings,
    advance: Advance | None = None,
) -> Correlations:
    """Correlate every metric with people; `advance` is called with the share of work done."""
    step = part_of(advance, 1 / len(statistics))
    found = [
        one
        for statistic in statistics
        for one in _correlations(
            table, statistic, settings, step, _draws(table, statistic, settings)
        )
    ]
    return Correlations(
        VERSION,
        settings,
        tuple(map(str, statistics)),
        TableFacts.of(table),
        tuple(found),
        {
            name: tuple(map(float, scores[:, 0]))
            for name, scores in table.scores.items()
            if settings.unit == "system"
        },
        tuple(_cautions(table, found, settings)),
    )


def metric_comparison(
    table: ScoreTable,
    statistic: Statistic,
    settings: ComparisonSettings,
    advance: Advance | None = None,
) -> MetricComparison:
    """Compare every pair of metrics; `advance` is called with the share of work done."""
    test = _test(settings, statistic)
    if settings.absolute and test != "williams":
        raise UsageError(_ABSOLUTE)
    if test == "segments" and len(table.items) == 1:
        raise UsageError(
            "Scores of whole systems have no segments to swap.",
            hint="Take --test systems, or --unit segment.",
        )
    if settings.alternative == "greater" and not table.named:
        raise UsageError(
            "A one-sided test needs a direction that was chosen before the scores were seen.",
            hint="Name the metrics with -m, from the one expected to be best, or test two-sided.",
        )
    draws = _draws(table, statistic, settings)
    ranked = _correlations(table, statistic, settings, part_of(advance, 0.2), draws)
    # Metrics without a correlation cannot be told apart from others.
    defined = [one for one in ranked if not math.isnan(one.value)]
    if settings.alternative == "greater":
        defined.sort(key=lambda one: table.metrics.index(one.metric))
    pairs = []
    for one, other in combinations(defined, 2):
        with executor.step_of(advance, 0.8 / comb(len(defined), 2)):
            pairs.append(_pair(table, statistic, settings, test, one, other, draws))
    corrected = corrections.corrected([pair.p for pair in pairs], settings.correction)
    alpha = alpha_of(settings.level)
    judged = tuple(
        replace(pair, corrected=p, significant=p <= alpha)
        for pair, p in zip(pairs, corrected, strict=True)
    )
    return MetricComparison(
        VERSION,
        settings,
        str(statistic),
        test,
        TableFacts.of(table),
        tuple(ranked),
        judged,
        (
            *_cautions(table, ranked, settings),
            *_cautions_of_test(table, statistic, test, settings, judged),
        ),
    )


def shown_interval(interval: Interval, digits: int = 3) -> str:
    """Give an interval as text; a dash where it is undefined."""
    if math.isnan(interval.low):
        return "–"
    return f"[{interval.low:z.{digits}f}, {interval.high:z.{digits}f}]"


def _signature(
    settings: CorrelationSettings, methods: Sequence[str], data: TableFacts, version: str
) -> str:
    facts = [f"gold:{data.gold}", f"systems:{len(data.systems)}", f"items:{data.items}"]
    return "|".join(
        [str(settings), *methods, *facts, f"scores:{data.digest}", f"version:tertium-{version}"]
    )


def _draws(table: ScoreTable, statistic: Statistic, settings: CorrelationSettings) -> SharedDraws:
    """The bootstrap over systems, which all intervals share."""
    metrics = {name: table.scores[name] for name in table.metrics}
    return SharedDraws(
        statistic, table.human, metrics, settings.average, settings.trials, settings.seed
    )


def _correlations(
    table: ScoreTable,
    statistic: Statistic,
    settings: CorrelationSettings,
    advance: Advance | None,
    draws: SharedDraws,
) -> list[MetricCorrelation]:
    """Correlations of all metrics, from the highest to the lowest; undefined ones at the end."""
    import numpy as np

    if not table.metrics:
        raise UsageError(f"There are no scores beside those of {table.gold!r}.")
    if isinstance(statistic, SoftPairwiseAccuracy) and table.level == "system":
        raise UsageError(
            f"{statistic.name} compares systems by their scores of segments.",
            hint="Take --unit segment.",
        )
    simple = isinstance(statistic, Pearson) and settings.average == "none"
    if settings.absolute and not (
        simple and settings.interval in ("auto", "fisher", "symmetric", "none")
    ):
        raise UsageError(_ABSOLUTE)
    found = []
    for metric in table.metrics:
        scores = table.scores[metric]
        one = correlate(statistic, table.human, scores, settings.average, details=True)
        if settings.absolute:
            one = replace(one, value=abs(one.value))
        both = ~np.isnan(table.human) & ~np.isnan(scores)
        with executor.step_of(advance, 1 / len(table.metrics)):
            interval, method = _interval(table, metric, statistic, settings, one, draws)
        found.append(MetricCorrelation(metric, one, interval, method, int(both.any(axis=1).sum())))
    return sorted(found, key=lambda one: (math.isnan(one.value), -one.value, one.metric))


def _interval(
    table: ScoreTable,
    metric: str,
    statistic: Statistic,
    settings: CorrelationSettings,
    one: Correlation,
    draws: SharedDraws,
) -> tuple[Interval, str]:
    """Interval of a correlation, and what it is from."""
    method = settings.interval
    simple = isinstance(statistic, Pearson) and settings.average == "none"
    if method == "auto":
        method = "fisher" if simple else "bootstrap"
    if method == "none" or one.reason:
        return Interval(math.nan, math.nan, one.reason), ""
    if method in ("fisher", "symmetric"):
        if not simple:
            name = {"fisher": "Fisher's interval", "symmetric": "A symmetric interval"}[method]
            return Interval(math.nan, math.nan, f"{name} is for a single Pearson's r"), method
        made = fisher if method == "fisher" else symmetric
        return made(one.value, one.n, settings.level), method
    if method == "human":
        return _human_interval(table, metric, statistic, settings), method
    kind = "bca" if method == "bca" else "percentile"
    drawn = draws.interval([metric], settings.level, kind)
    return Interval(drawn.low, drawn.high, drawn.reason), method


def _human_interval(
    table: ScoreTable, metric: str, statistic: Statistic, settings: CorrelationSettings
) -> Interval:
    """WMT's interval: human scores of systems from resampled judgments, metric scores fixed."""
    import numpy as np

    if not table.judgments:
        return Interval(math.nan, math.nan, "there are no human scores of segments to resample")
    random = generator(settings.seed, HUMAN_SCORES, 0)

    def means(judged: Floats) -> Floats:
        if not len(judged):
            return np.full(settings.trials, np.nan)
        step = block_size(len(judged))
        sizes = [min(step, settings.trials - begin) for begin in range(0, settings.trials, step)]
        drawn = [counts(random, rows, len(judged), len(judged)) @ judged for rows in sizes]
        return np.concatenate(drawn) / len(judged)

    resampled = np.stack([means(judged) for judged in table.judgments])
    values = np.array(
        [correlate(statistic, human[:, None], table.scores[metric]).value for human in resampled.T]
    )
    known = values[~np.isnan(values)]
    if not len(known):
        return Interval(math.nan, math.nan, "the resampled human scores are all the same")
    return Interval(*intervals.percentile(known, settings.level))


def _test(settings: ComparisonSettings, statistic: Statistic) -> str:
    """The test that fits a statistic.

    Scores of one system share what the metric makes of that system, so systems are swapped as a
    whole; Williams' test takes scores for independent, as those of whole systems are.
    """
    if settings.test != "auto":
        return settings.test
    simple = isinstance(statistic, Pearson) and settings.average == "none"
    return "williams" if simple and settings.unit == "system" else "systems"


def _pair(
    table: ScoreTable,
    statistic: Statistic,
    settings: ComparisonSettings,
    test: str,
    one: MetricCorrelation,
    other: MetricCorrelation,
    draws: SharedDraws,
) -> MetricPair:
    import numpy as np

    human, first, second = (table.scores[name] for name in (table.gold, one.metric, other.metric))
    complete = ~np.isnan(human) & ~np.isnan(first) & ~np.isnan(second)
    human, first, second = (np.where(complete, s, np.nan) for s in (human, first, second))
    r12 = correlate(statistic, human, first, settings.average)
    r13 = correlate(statistic, human, second, settings.average)
    size = abs if settings.absolute else float
    given = settings.alternative == "greater"
    if not given and size(r12.value) < size(r13.value):  # the other is ahead on what both scored
        one, other, first, second, r12, r13 = other, one, second, first, r13, r12
    simple = isinstance(statistic, Pearson) and settings.average == "none"
    r23 = correlate(statistic, first, second).value if simple else math.nan
    three = r12.value, r13.value, r23
    if settings.absolute:
        three = abs(three[0]), abs(three[1]), abs(three[2])
    n = r12.n
    of_metrics = human, first, second
    drawn = None
    interval = Interval(math.nan, math.nan)
    if test == "bootstrap" or (not simple and settings.interval != "none"):
        drawn = draws.interval([one.metric, other.metric], settings.level)
        if settings.interval != "none":
            interval = Interval(drawn.low, drawn.high, drawn.reason)
    elif settings.interval != "none":
        interval = zou(*three, n, settings.level)
    if test == "williams":
        t, p, reason = _williams(three, n, settings, simple=simple)
    elif drawn is not None and test == "bootstrap":
        t, p, reason = math.nan, _bootstrap_p(drawn, settings), drawn.reason
    else:
        swapped = permutation_test(
            statistic,
            *of_metrics,
            swap=test,
            average=settings.average,
            alternative=settings.alternative,
            trials=settings.trials,
            seed=settings.seed,
            p_value=settings.p_value,
        )
        t, p, reason = math.nan, swapped.p, swapped.reason
    return MetricPair(
        metric=one.metric,
        other=other.metric,
        r=three[0],
        other_r=three[1],
        between=three[2],
        n=n,
        difference=three[0] - three[1],
        interval=interval,
        t=t,
        p=p,
        corrected=math.nan,
        significant=False,
        reason=reason,
        apart=one.interval.low > other.interval.high or other.interval.low > one.interval.high,
    )


def _williams(
    three: tuple[float, float, float], n: int, settings: ComparisonSettings, *, simple: bool
) -> tuple[float, float, str]:
    if not simple:
        return math.nan, math.nan, "Williams' test is for a single Pearson's r"
    return williams(*three, n, settings.alternative)


def _bootstrap_p(drawn: BootstrapInterval, settings: ComparisonSettings) -> float:
    """Share of draws that, shifted to 0, differ as much as observed (as `bootstrap` of systems)."""
    import numpy as np

    if drawn.reason:
        return math.nan
    shifted = drawn.values - drawn.values.mean()
    slack = TOLERANCE * np.abs(drawn.values).max()
    if settings.alternative == "greater":
        count = np.count_nonzero(shifted >= drawn.value - slack)
    else:
        count = np.count_nonzero(np.abs(shifted) >= abs(drawn.value) - slack)
    plain = settings.p_value == "plain"
    return float(count / len(shifted) if plain else (count + 1) / (len(shifted) + 1))


def _cautions(
    table: ScoreTable, found: Sequence[MetricCorrelation], settings: CorrelationSettings
) -> list[str]:
    """Guards against misreading (Graham and Liu 2016, section 2)."""
    said = [*table.cautions]
    systems = max((one.systems for one in found), default=0)
    if settings.unit == "system" and systems < _FEW:
        said.append(
            f"{counted(systems, 'system')} {is_or_are(systems)} few: correlations of other systems"
            " of this kind can be far from these, as the intervals show. `tertium meta"
            " supersample` draws many more."
        )
    if settings.unit != "system" and settings.average == "none":
        said.append(
            f"n counts scores of {counted(len(table.systems), 'system')} on the same"
            f" {counted(len(table.items), settings.unit)}. They are not independent: Fisher's and"
            " Zou's intervals and Williams' test take them for more evidence than they are."
            " Bootstraps over systems and --test systems do not."
        )
    if len(found) > 1:
        said.append(
            "Whether intervals of single metrics overlap does not tell whether metrics differ:"
            " they scored the same outputs. `tertium meta compare` tests differences."
        )
    if settings.interval == "human":
        said.append(
            "These intervals show how sure the human scores are, not the correlations: those with"
            " other systems can be far outside."
        )
    if settings.interval == "symmetric":
        cut = sum(one.interval.reason.startswith("cut") for one in found)
        said.append(
            "Symmetric intervals were asked for: r does not vary symmetrically, the less so the"
            " closer it is to 1, and they are too short towards 0."
            + (f" {cut} of them exceeded 1, which no correlation can, and were cut." if cut else "")
        )
    against = sorted({one.metric for one in found if one.value < 0})
    defined = {one.metric for one in found if not math.isnan(one.value)}
    if 2 * len(against) > len(defined) and not settings.absolute:
        said.append(
            f"{len(against):,} of {counted(len(defined), 'metric')} correlate negatively with"
            f" {table.gold}: {', '.join(against)}. Check its direction: scores of which less is"
            f" better, such as HTER, must be turned (--lower-is-better {table.gold}), others must"
            " not."
        )
    elif against and not settings.absolute:
        said.append(
            f"Against people: {', '.join(against)}."
            # What was scored here is turned already.
            + (" If less is better there, turn it with --lower-is-better." if table.origin else "")
        )
    if settings.absolute:
        said.append("Signs are hidden: a metric that goes against people counts as one with them.")
    missing = _listed({one.metric: one.found.missing for one in found})
    if missing:
        said.append(f"Without a score of both, and left out: {missing}.")
    left_out = _listed({one.metric: one.found.undefined for one in found})
    if left_out and settings.average != "none":
        said.append(f"Left out of averages, as the correlation is undefined there: {left_out}.")
    return said


def _listed(counts: Mapping[str, int]) -> str:
    """Metrics with their counts, those that have any; one count where all metrics have it."""
    if len(counts) > 1 and len(set(counts.values())) == 1:
        (same,) = set(counts.values())
        return f"{same:,} for each metric" if same else ""
    return ", ".join(f"{name} {count:,}" for name, count in sorted(counts.items()) if count)


def _cautions_of_test(
    table: ScoreTable,
    statistic: Statistic,
    test: str,
    settings: ComparisonSettings,
    pairs: Sequence[MetricPair],
) -> list[str]:
    """What the test assumes, and whether it can find anything."""
    tested = sum(not math.isnan(pair.p) for pair in pairs)
    if not tested:
        return []
    said = []
    systems = len(table.systems)
    if test in ("scores", "segments") and len(table.items) > 1:
        what = "single scores" if test == "scores" else "whole segments"
        said.append(_BIASED.format(what=what))
    if test == "pairs":
        said.append(_PAIRS)
    by_system = test == "systems" or (test == "scores" and len(table.items) == 1)
    if by_system and systems < _SWAPPED and isinstance(statistic, Pearson):
        said.append(_FEW_SWAPPED.format(systems=systems))
    needed = corrections.smallest_level(alpha_of(settings.level), tested, settings.correction)
    sides = 2 if settings.alternative == "two-sided" else 1
    if by_system and sides * 2.0**-systems > needed:
        said.append(
            f"{counted(systems, 'system')} can be swapped in {counted(2**systems, 'way')}, so p"
            f" cannot be below {sides * 2.0**-systems:.2g}, and {needed:.2g} is needed."
        )
    elif test != "williams" and not (by_system and systems < settings.trials.bit_length()):
        said += corrections.too_few_trials(settings.trials, needed, settings.p_value)
    return said


_ABSOLUTE = (
    "--absolute hides the signs of a single Pearson's r, with Fisher's and Zou's intervals and"
    " Williams' test; where scores are drawn or swapped, signs count. Turn metrics with"
    " --lower-is-better instead."
)
_PAIRS = (
    "Outcomes of pairs that share an output are not independent, but were swapped as if they were:"
    " this test, the one of mt-metrics-eval for acc_eq, finds differences too often (of 400 tables"
    " without any it rejected 16 % at 10 %). --test systems does not."
)
_BIASED = (
    "Swapping {what} assumes that neither metric favours any system. Where metrics do, this test"
    " rejects a true null far too often (48 % of the time at 5 %, for 12 systems, 500 segments and"
    " a bias of 0.3 standard deviations). --test systems does not assume it."
)
_FEW_SWAPPED = (
    "With {systems} systems, swapping standardized scores of whole systems rejects a true null"
    " somewhat too often (6 to 8 % of the time at 5 % with 8 to 20 systems): read p-values near"
    " the limit with care."
)

# Systems with fewer than which the test that swaps them rejects too often (docs/calibration.md).
_SWAPPED = 25

# Systems fewer than these say little (Graham and Liu 2016: 5 to 22 in the past).
_FEW = 25
