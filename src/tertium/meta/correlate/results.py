"""Results of correlations with human scores."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar

from tertium.core.errors import UnknownMember
from tertium.core.formatting import plain_table
from tertium.core.intervals import Interval
from tertium.core.notices import Notice
from tertium.core.records import Defect, Defects, empty, repeated, to_plain, unknown
from tertium.core.results import Row, StoredResult
from tertium.meta.correlate.settings import INTERVALS, CorrelateSettings
from tertium.meta.correlation import Correlation
from tertium.meta.score_table import ScoreTable
from tertium.meta.statistics import unknown_statistic


@dataclass(frozen=True)
class TableFacts:
    """The scores that were correlated.

    Attributes:
        gold: Name of the human scores.
        systems: Names of the systems.
        items: Number of documents or segments; 1 for whole systems.
        digest: Fingerprint of the scores.
        origin: Names of the files.
        notes: How the scores were prepared, in words.
    """

    gold: str
    systems: tuple[str, ...]
    items: int
    digest: str
    origin: str
    notes: tuple[str, ...]

    @classmethod
    def of(cls, table: ScoreTable) -> "TableFacts":
        """Describe a table, with names of files instead of paths."""
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
    """Agreement of a metric with human scores.

    Attributes:
        metric: Name of the metric.
        correlation: The correlation.
        interval: Its confidence interval.
        method: Method of the interval: "fisher", "bootstrap", "bca", "human", "symmetric",
            or empty.
        systems: Number of systems with human scores and metric scores.
    """

    metric: str
    correlation: Correlation
    interval: Interval
    method: str
    systems: int

    def defects(self) -> Defects:
        """The statistic and the kind of interval exist."""
        if not math.isnan(self.interval.low):
            known = [name for name in INTERVALS if name not in ("auto", "none")]
            yield from unknown("method", self.method, known, "intervals")
        yield from unknown_statistic("correlation.statistic", self.correlation.statistic)

    @property
    def value(self) -> float:
        """The correlation."""
        return self.correlation.value


@dataclass(frozen=True, eq=False, repr=False)
class Correlations(StoredResult):
    """Correlations of metrics with human scores.

    Attributes:
        tertium: Version.
        settings: How the scores were correlated.
        statistics: The statistics.
        data: The scores that were correlated.
        correlations: One for each statistic and metric, from the highest to the lowest.
        scores: System scores of the metrics and human scores, by name; empty at other levels.
        warnings: Limitations that the numbers do not show.
    """

    result: ClassVar[str] = "meta correlate"

    tertium: str
    settings: CorrelateSettings
    statistics: tuple[str, ...]
    data: TableFacts
    correlations: tuple[MetricCorrelation, ...]
    scores: dict[str, tuple[float, ...]]
    warnings: tuple[Notice, ...]

    def defects(self) -> Defects:
        """Statistics exist and have correlations, and every system has scores."""
        yield from empty(self, "statistics", "correlations")
        yield from repeated("statistics", self.statistics)
        for number, one in enumerate(self.correlations):
            statistic = one.correlation.statistic
            place = f"correlations[{number}].correlation.statistic"
            yield from unknown(place, statistic, self.statistics, "statistics")
        for statistic in self.statistics:
            if not self.of(statistic):
                yield Defect("correlations", f"There is no correlation by {statistic}.")
        if self.scores:
            yield from unknown("data.gold", self.data.gold, self.scores, "scores")
            for number, one in enumerate(self.correlations):
                place = f"correlations[{number}].metric"
                yield from unknown(place, one.metric, self.scores, "scores")
        for name, values in self.scores.items():
            if len(values) != len(self.data.systems):
                yield Defect(
                    f"scores.{name}", "Expected one score for each system in 'data.systems'."
                )

    @property
    def signature(self) -> str:
        """Everything that decides the numbers."""
        return signature_of(self.settings, self.statistics, self.data, self.tertium)

    def of(self, statistic: str) -> list[MetricCorrelation]:
        """Correlations by one statistic."""
        if statistic not in self.statistics:
            raise UnknownMember("statistic", statistic, self.statistics)
        return [one for one in self.correlations if one.correlation.statistic == statistic]

    def to_rows(self) -> list[Row]:
        """One row per statistic and metric."""
        return [
            {
                "metric": one.metric,
                "statistic": one.correlation.statistic,
                "value": one.value,
                "low": one.interval.low,
                "high": one.interval.high,
                "interval": one.method,
                **{
                    key: value
                    for key, value in to_plain(one.correlation).items()
                    if key not in ("statistic", "value")
                },
            }
            for one in self.correlations
        ]

    def __str__(self) -> str:
        rows = [
            [
                one.metric,
                one.correlation.statistic,
                f"{one.value:.3f}",
                shown_interval(one.interval),
            ]
            for one in self.correlations
        ]
        return plain_table(["metric", "statistic", "value", "interval"], rows)


def signature_of(
    settings: CorrelateSettings, methods: Sequence[str], data: TableFacts, version: str
) -> str:
    """Everything that decides the numbers of a result on a table of scores."""
    facts = [f"gold:{data.gold}", f"systems:{len(data.systems)}", f"items:{data.items}"]
    return "|".join(
        [str(settings), *methods, *facts, f"scores:{data.digest}", f"version:tertium-{version}"]
    )


def shown_interval(interval: Interval, digits: int = 3) -> str:
    """Format an interval; a dash if it is undefined."""
    if math.isnan(interval.low):
        return "–"
    return f"[{interval.low:z.{digits}f}, {interval.high:z.{digits}f}]"
