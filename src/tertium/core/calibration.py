"""The result of a calibration: how often tests reject a null that is true."""

from dataclasses import dataclass
from typing import ClassVar

from tertium.core.comparison import Data
from tertium.core.limits import LARGEST_SEED, MOST_SAMPLES, MOST_TRIALS
from tertium.core.plain import plain_table
from tertium.core.records import to_plain
from tertium.core.results import INTERVALS, Result, Row
from tertium.core.sample import STATISTICS
from tertium.core.spec import Spec, option


@dataclass(frozen=True)
class Settings(Spec):
    """How tests are calibrated; the same words on the command line, in Python and in results."""

    name: ClassVar[str] = "calibrate"

    replicates: int = option(
        2_000, "Number of null pairs, or of small test sets.", minimum=1, maximum=MOST_SAMPLES
    )
    size: int | None = option(
        None,
        "Number of segments or documents of a null pair or small test set, drawn anew for each; by"
        " default all.",
        minimum=2,
        maximum=MOST_SAMPLES,
    )
    trials: int = option(
        1_000, "Number of pseudo-samples of tests and intervals.", minimum=1, maximum=MOST_TRIALS
    )
    seed: int = option(12345, "Seed of all that is drawn.", minimum=0, maximum=LARGEST_SEED)
    unit: str = option(
        "segment",
        "What is swapped and resampled; segments of one document are not independent.",
        choices=("segment", "document"),
    )
    statistic: str = option(
        "mean",
        "Score of several runs: the mean of their scores, or the score of pooled statistics.",
        choices=STATISTICS,
    )


@dataclass(frozen=True)
class Share:
    """How often something happened, beside how often it was promised.

    Attributes:
        promised: The share promised.
        count: In how many null pairs or test sets it happened.
        pairs: Number of those for which it is defined.
        value: The share observed.
        low: Lower exact limit of the true share.
        high: Upper exact limit.
    """

    promised: float
    count: int
    pairs: int
    value: float
    low: float
    high: float

    def __str__(self) -> str:
        return f"{100 * self.value:.1f} % [{100 * self.low:.1f}, {100 * self.high:.1f}]"


@dataclass(frozen=True)
class CalibratedTest:
    """How often a test rejects, under one metric.

    Attributes:
        test: The printed test.
        name: Its name.
        question: What its verdict speaks of.
        recommended: Whether it is meant to keep its promise.
        rejections: The share of null pairs rejected at each level.
        verdict: What that says of the test, in words.
    """

    test: str
    name: str
    question: str
    recommended: bool
    rejections: tuple[Share, ...]
    verdict: str


@dataclass(frozen=True)
class CalibratedMetric:
    """All tests under one metric, and how often its intervals hold the true difference."""

    metric: str
    title: str
    signature: str
    own_signature: str
    tests: tuple[CalibratedTest, ...]
    coverage: Share


@dataclass(frozen=True, repr=False)
class Calibration(Result):
    """Everything that a calibration found.

    Attributes:
        tertium: Version of tertium.
        settings: How tests were calibrated.
        systems: What null pairs were made of.
        size: Number of units of a null pair.
        limits: Level of the exact limits of all shares.
        data: The test set.
        metrics: What was found.
    """

    tertium: str
    settings: Settings
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
        """What the columns of rejections are called."""
        levels = [share.promised for share in self.metrics[0].tests[0].rejections]
        return [f"rejects at {100 * level:g} %" for level in levels]

    def to_dict(self) -> Row:
        """Everything, as what JSON can hold."""
        data: Row = to_plain(self)
        return data

    def to_rows(self) -> list[Row]:
        """One row per metric, test and level."""
        return [
            {
                "metric": metric.metric,
                "test": test.name,
                "promised": share.promised,
                "rejected": share.value,
                "low": share.low,
                "high": share.high,
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
    """How often intervals of the score of a system on a small test set hold that of the whole.

    Attributes:
        system: The system.
        metric: The printed metric.
        title: Its name as papers print it.
        digits: How many more digits to show than of a score from 0 to 100.
        signature: Everything that decides the score, in the defining program's own form.
        own_signature: The same in the form of tertium.
        score: Score of the whole test set.
        intervals: For each kind of interval, how often it holds that score.
    """

    system: str
    metric: str
    title: str
    digits: int
    signature: str
    own_signature: str
    score: float
    intervals: dict[str, Share]


@dataclass(frozen=True, repr=False)
class Coverage(Result):
    """How often intervals of scores hold the score of the whole test set.

    Attributes:
        tertium: Version of tertium.
        settings: How test sets were drawn.
        size: Number of units of a small test set.
        level: Nominal level of the intervals.
        limits: Level of the exact limits of all shares.
        data: The whole test set.
        scores: What was found.
    """

    tertium: str
    settings: Settings
    size: int
    level: float
    limits: float
    data: Data
    scores: tuple[CoveredScore, ...]

    @property
    def verdicts(self) -> list[str]:
        """One sentence for each score and kind of interval that misses its level."""
        return [
            f"{one.title} of {one.system}: {100 * self.level:g} % {INTERVALS[method]} intervals"
            f" on {self.size:,} {self.settings.unit}s cover {word} than they say, {share}."
            for one in self.scores
            for method, share in one.intervals.items()
            for word, misses in (
                ("less", share.high < self.level),
                ("more", share.low > self.level),
            )
            if misses
        ]

    def to_dict(self) -> Row:
        """Everything, as what JSON can hold."""
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
                "promised": share.promised,
                "covered": share.value,
                "low": share.low,
                "high": share.high,
                "test_sets": share.pairs,
            }
            for one in self.scores
            for method, share in one.intervals.items()
        ]

    @property
    def table(self) -> tuple[list[str], list[list[str]]]:
        """Header and rows: one row per score, one column per kind of interval."""
        methods = [f"{INTERVALS[method]} covers" for method in self.scores[0].intervals]
        rows = [
            [one.title, one.system, f"{one.score:z.{1 + one.digits}f}", *map(str, shares)]
            for one in self.scores
            for shares in [one.intervals.values()]
        ]
        return ["metric", "system", "score of the whole", *methods], rows

    def __str__(self) -> str:
        return "\n".join([plain_table(*self.table), "", *self.verdicts])
