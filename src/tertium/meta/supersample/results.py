"""Results of super-sampling."""

from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar

from tertium.core.formatting import counted, plain_table
from tertium.core.intervals import Interval
from tertium.core.judgments import Judgments
from tertium.core.records import Defect, Defects, empty, outside, repeated, undefined
from tertium.core.results import Row, StoredResult
from tertium.core.study_sample import Data
from tertium.human.join import Joined
from tertium.meta.supersample.metric_ranking import MetricRanking
from tertium.meta.supersample.settings import SupersampleSettings


@dataclass(frozen=True)
class ScoredMetric:
    """A metric, with one of two kinds of scores of hybrids.

    Attributes:
        name: Its name in the result.
        metric: The metric as it prints.
        title: Its name as papers print it.
        scores: "corpus", from summed statistics; or "segments", the mean of segment scores.
        flipped: Whether its sign was flipped, because lower values are better.
        signature: Everything that decides the number.
        segment_r: Pearson's r with human scores at the segment level.
        segment_interval: Fisher's interval.
    """

    name: str
    metric: str
    title: str
    scores: str
    flipped: bool
    signature: str
    segment_r: float
    segment_interval: Interval


@dataclass(frozen=True)
class Point:
    """An original system, with its human score and its metric score."""

    system: str
    human: float
    score: float


@dataclass(frozen=True)
class Plane:
    """Hybrids by human score and metric score, counted in a grid.

    Attributes:
        human_low: Lowest human score of the grid.
        human_high: Highest human score of the grid.
        low: Lowest metric score of the grid.
        high: Highest metric score of the grid.
        bins: Number of bins in each direction.
        cells: Cells that are not empty: bin of the human score, bin of the metric score, number of
            hybrids.
        points: The original systems.
    """

    human_low: float
    human_high: float
    low: float
    high: float
    bins: int
    cells: tuple[tuple[int, int, int], ...]
    points: tuple[Point, ...]

    def defects(self) -> Defects:
        """Cells lie in the grid, and its limits are defined."""
        yield from empty(self, "cells")
        yield from undefined(self, "human_low", "human_high", "low", "high")
        for i, j, count in self.cells:
            if not (0 <= i < self.bins and 0 <= j < self.bins and count >= 0):
                yield Defect("cells", f"{[i, j, count]} lies outside of the {self.bins} bins.")


@dataclass(frozen=True, eq=False, repr=False)
class SuperSample(StoredResult):
    """Correlations of metrics with human scores, on the original systems and on their hybrids.

    Attributes:
        tertium: Version.
        settings: How hybrids were drawn and scored.
        data: The test set.
        judgments: The human judgments.
        joined: How the judgments were joined with the outputs.
        source: Signature of the human scores.
        systems: The systems that hybrids are made of.
        population: Number of possible hybrids, as the logarithm to base 10.
        outputs: Number of outputs: systems times segments.
        judged: Number of outputs with judgments.
        metrics: The metrics.
        original: The metrics, ranked by their correlation over the original systems.
        hybrids: The metrics, ranked by their correlation over the hybrids.
        trial_orders: Order of the metrics in each further super-sample.
        planes: Hybrids by human score and metric score, for each metric.
    """

    result: ClassVar[str] = "meta supersample"

    tertium: str
    settings: SupersampleSettings
    data: Data
    judgments: Judgments
    joined: Joined
    source: str
    systems: tuple[str, ...]
    population: float
    outputs: int
    judged: int
    metrics: tuple[ScoredMetric, ...]
    original: MetricRanking
    hybrids: MetricRanking
    trial_orders: tuple[tuple[str, ...], ...]
    planes: dict[str, Plane]

    def defects(self) -> Defects:
        """All parts have the same metrics."""
        yield from empty(self, "systems", "metrics")
        yield from undefined(self, "population")
        yield from outside(self, 0, 1e15, "population")
        names = [one.name for one in self.metrics]
        yield from repeated("metrics", names)
        for field, of in (
            ("original.metrics", self.original.order),
            ("hybrids.metrics", self.hybrids.order),
            ("planes", self.planes),
        ):
            if sorted(of) != sorted(names):
                yield Defect(field, "They are not those in 'metrics'.")

    @property
    def signature(self) -> str:
        """Everything that decides the result, except texts and judgments."""
        facts = [self.source, f"testset:{self.data.digest}", f"version:tertium-{self.tertium}"]
        return "|".join([str(self.settings), *facts])

    @property
    def same_order(self) -> int:
        """Number of further super-samples with the same order of metrics."""
        return sum(order == self.hybrids.order for order in self.trial_orders)

    @cached_property
    def by_name(self) -> dict[str, ScoredMetric]:
        """The metrics by their names in the result."""
        return {one.name: one for one in self.metrics}

    def to_rows(self) -> list[Row]:
        """One row per metric, in the order of the hybrids."""
        return [self._row(name) for name in self.hybrids.order]

    def _row(self, name: str) -> Row:
        one = self.by_name[name]
        row: Row = {"metric": one.metric, "scores": one.scores, "flipped": one.flipped}
        for sample, found in (("original", self.original), ("hybrids", self.hybrids)):
            of_metric, over = found.of(name), found.over_next(name)
            row |= {
                f"{sample}_systems": found.systems,
                f"{sample}_rank": of_metric.rank,
                f"{sample}_r": of_metric.r,
                f"{sample}_low": of_metric.interval.low,
                f"{sample}_high": of_metric.interval.high,
                f"{sample}_next": over.other if over else None,
                f"{sample}_difference": over.value if over else None,
                f"{sample}_difference_low": over.interval.low if over else None,
                f"{sample}_difference_high": over.interval.high if over else None,
            }
        return row

    def __str__(self) -> str:
        rows = [
            [name, f"{self.original.of(name).r:.3f}", f"{self.hybrids.of(name).r:.3f}"]
            for name in self.hybrids.order
        ]
        header = [
            "metric",
            f"r, {counted(len(self.systems), 'system')}",
            f"r, {self.hybrids.systems:,}",
        ]
        return plain_table(header, rows) + f"\n\n{self.signature}"
