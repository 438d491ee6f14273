"""Results of a calibration: type I error rates of tests, coverage of intervals."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from tertium.comparison.settings import CalibrateSettings
from tertium.core.formatting import plain_table
from tertium.core.intervals import Interval
from tertium.core.records import to_plain
from tertium.core.results import INTERVALS, Result, Row
from tertium.core.study_sample import Data


@dataclass(frozen=True)
class Share:
    """A rate of rejection or coverage, beside the nominal rate.

    Attributes:
        nominal: The nominal rate.
        count: Number of null pairs or test sets that were rejected or covered.
        pairs: Number of null pairs or test sets for which this is defined.
        value: The observed rate.
        interval: Exact confidence interval of the rate (Clopper and Pearson 1934).
    """

    nominal: float
    count: int
    pairs: int
    value: float
    interval: Interval

    @property
    def is_above(self) -> bool:
        """Whether the whole interval is above the nominal rate."""
        return self.interval.low > self.nominal

    @property
    def is_below(self) -> bool:
        """Whether the whole interval is below the nominal rate."""
        return self.interval.high < self.nominal

    def __str__(self) -> str:
        low, high = self.interval
        return f"{100 * self.value:.1f} % [{100 * low:.1f}, {100 * high:.1f}]"


@dataclass(frozen=True)
class CalibratedTest:
    """Type I error rate of a test under one metric.

    Attributes:
        test: The printed form of the test.
        name: Its name.
        question: What its verdict applies to.
        recommended: Whether its type I error rate should match the nominal rate.
        rejections: Rates of rejected null pairs, one for each nominal rate.
        verdict: Whether the observed rates match the nominal ones, in words.
    """

    test: str
    name: str
    question: str
    recommended: bool
    rejections: tuple[Share, ...]
    verdict: str

    @property
    def decisive(self) -> Share | None:
        """The first rate that does not match its nominal rate; None if all match."""
        return deviating(self.rejections)


def deviating(shares: Sequence[Share]) -> Share | None:
    """The first share that is undefined or does not match its nominal rate."""
    found = (one for one in shares if not one.pairs or one.is_above or one.is_below)
    return next(found, None)


@dataclass(frozen=True)
class CalibratedMetric:
    """All tests under one metric, and the coverage of its intervals."""

    metric: str
    title: str
    signature: str
    own_signature: str
    tests: tuple[CalibratedTest, ...]
    coverage: Share


@dataclass(frozen=True, eq=False, repr=False)
class Calibration(Result):
    """Type I error rates of significance tests.

    Attributes:
        tertium: Version of tertium.
        settings: How tests were calibrated.
        systems: Systems from which null pairs were made.
        size: Number of units of a null pair.
        limits: Confidence level of the exact intervals of rates.
        data: The test set.
        metrics: Rates by metric.
    """

    result: ClassVar[str] = "calibrate"

    tertium: str
    settings: CalibrateSettings
    systems: tuple[str, ...]
    size: int
    limits: float
    data: Data
    metrics: tuple[CalibratedMetric, ...]

    @property
    def verdicts(self) -> list[str]:
        """One sentence for each metric and test."""
        several = len(self.metrics) > 1
        return [
            f"{metric.title}: {test.verdict}" if several else test.verdict
            for metric in self.metrics
            for test in metric.tests
        ]

    @property
    def headings(self) -> list[str]:
        """Headings of the columns of rejections."""
        alphas = [share.nominal for share in self.metrics[0].tests[0].rejections]
        return [f"rejects at {100 * alpha:g} %" for alpha in alphas]

    def to_dict(self) -> Row:
        """The whole result, as JSON can hold it."""
        data: Row = to_plain(self)
        return data

    def to_rows(self) -> list[Row]:
        """One row per metric, test and level."""
        return [
            {
                "metric": metric.metric,
                "test": test.name,
                "nominal": share.nominal,
                "rejected": share.value,
                "low": share.interval.low,
                "high": share.interval.high,
                "pairs": share.pairs,
            }
            for metric in self.metrics
            for test in metric.tests
            for share in test.rejections
        ]

    def __str__(self) -> str:
        rows = [
            [metric.title, test.name, *map(str, test.rejections)]
            for metric in self.metrics
            for test in metric.tests
        ]
        header = ["metric", "test", *self.headings]
        return "\n".join([plain_table(header, rows), "", *self.verdicts])


@dataclass(frozen=True)
class CoveredScore:
    """Coverage of the confidence intervals of a score on small test sets.

    Attributes:
        system: The system.
        metric: The printed form of the metric.
        title: Its name as papers print it.
        digits: Number of digits to show in addition to those of a score from 0 to 100.
        signature: Signature of the score, in the form of the reference program.
        own_signature: Signature in the form of tertium.
        score: Score of the whole test set, the true score.
        intervals: Coverage of each kind of interval.
    """

    system: str
    metric: str
    title: str
    digits: int
    signature: str
    own_signature: str
    score: float
    intervals: dict[str, Share]


@dataclass(frozen=True, eq=False, repr=False)
class Coverage(Result):
    """How often confidence intervals of scores contain the score of the whole test set.

    Attributes:
        tertium: Version of tertium.
        settings: How small test sets were drawn.
        size: Number of units of a small test set.
        confidence_level: Confidence level of the intervals.
        limits: Confidence level of the exact intervals of rates.
        data: The whole test set.
        scores: Coverage by score.
    """

    result: ClassVar[str] = "coverage"

    tertium: str
    settings: CalibrateSettings
    size: int
    confidence_level: float
    limits: float
    data: Data
    scores: tuple[CoveredScore, ...]

    @property
    def verdicts(self) -> list[str]:
        """One sentence for each score and kind of interval whose coverage is not nominal."""
        nominal = f"{100 * self.confidence_level:g} %"
        return [
            f"{one.title} of {one.system}: {nominal} {INTERVALS[method]} intervals on"
            f" {self.size:,} {self.settings.level}s contain the true score {word} often than"
            f" {nominal} of the time: {share}."
            for one in self.scores
            for method, share in one.intervals.items()
            for word, misses in (
                ("less", share.interval.high < self.confidence_level),
                ("more", share.interval.low > self.confidence_level),
            )
            if misses
        ]

    def to_dict(self) -> Row:
        """The whole result, as JSON can hold it."""
        data: Row = to_plain(self)
        return data

    def to_rows(self) -> list[Row]:
        """One row per score and kind of interval."""
        return [
            {
                "metric": one.metric,
                "system": one.system,
                "score": one.score,
                "interval": method,
                "size": self.size,
                "nominal": share.nominal,
                "covered": share.value,
                "low": share.interval.low,
                "high": share.interval.high,
                "test_sets": share.pairs,
            }
            for one in self.scores
            for method, share in one.intervals.items()
        ]

    @property
    def table(self) -> tuple[list[str], list[list[str]]]:
        """Header and rows: one row per score, one column per kind of interval."""
        methods = [f"{INTERVALS[method]} coverage" for method in self.scores[0].intervals]
        rows = [
            [one.title, one.system, f"{one.score:z.{1 + one.digits}f}", *map(str, shares)]
            for one in self.scores
            for shares in [one.intervals.values()]
        ]
        return ["metric", "system", "true score", *methods], rows

    def __str__(self) -> str:
        return "\n".join([plain_table(*self.table), "", *self.verdicts])
