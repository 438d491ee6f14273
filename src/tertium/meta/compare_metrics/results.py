"""Results of comparisons of metrics."""

from dataclasses import dataclass
from typing import ClassVar

from tertium.core.formatting import plain_table
from tertium.core.intervals import Interval
from tertium.core.notices import Notice
from tertium.core.records import Defects, empty, repeated, unknown
from tertium.core.results import Row, StoredResult
from tertium.meta.compare_metrics.settings import TESTS, CompareMetricsSettings
from tertium.meta.correlate.results import (
    MetricCorrelation,
    TableFacts,
    shown_interval,
    signature_of,
)
from tertium.meta.statistics import unknown_statistic


@dataclass(frozen=True)
class MetricPair:
    """Two metrics, compared by their agreement with the same human scores.

    Attributes:
        metric: The metric that correlates more on the scores that both have; in a one-sided test,
            the metric that the user named first.
        other: The other metric.
        r: Correlation of `metric` on the scores that both have.
        other_r: Correlation of `other` on the scores that both have.
        between: Correlation of the two metrics with each other, for Pearson's r.
        n: Number of scores, or pairs of scores, that both have.
        difference: r minus other_r.
        interval: Interval of the difference: Zou's, or from a bootstrap over systems.
        t: Statistic of Williams' test.
        p: p-value of the test.
        corrected: p-value corrected for multiple comparisons.
        significant: Whether the corrected p-value is at most 1 - confidence level.
        reason: Why the p-value is undefined, if it is.
        apart: Whether the intervals of the two correlations do not overlap, which is not a test.
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


@dataclass(frozen=True, eq=False, repr=False)
class MetricComparison(StoredResult):
    """Comparison of all pairs of metrics.

    Attributes:
        tertium: Version.
        settings: How they were compared.
        statistic: The statistic.
        test: The test of differences.
        data: The scores that were correlated.
        correlations: Correlations of the metrics, from the highest to the lowest.
        pairs: All pairs of metrics, in the same order.
        warnings: Limitations that the numbers do not show.
    """

    result: ClassVar[str] = "meta compare"

    tertium: str
    settings: CompareMetricsSettings
    statistic: str
    test: str
    data: TableFacts
    correlations: tuple[MetricCorrelation, ...]
    pairs: tuple[MetricPair, ...]
    warnings: tuple[Notice, ...]

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
        return signature_of(self.settings, (self.statistic, self.test), self.data, self.tertium)

    @property
    def apart(self) -> list[MetricPair]:
        """Pairs whose intervals do not overlap."""
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
