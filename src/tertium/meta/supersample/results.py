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
from tertium.meta.supersample.settings import SupersampleSettings
from tertium.meta.supersample.standing import Standing


@dataclass(frozen=True)
class ScoredMetric:
    """A metric, in one of the two ways to score a hybrid.

    Attributes:
        name: Its name in the result.
        metric: The metric as it prints.
        title: Its name as papers print it.
        scores: "corpus", from summed statistics; or "segments", the mean of their scores.
        turned: Whether its sign was turned, as less of it is better.
        signature: Everything that decides the number.
        of_segments: Correlation with people over single outputs.
        of_segments_interval: Fisher's interval.
    """

    name: str
    metric: str
    title: str
    scores: str
    turned: bool
    signature: str
    of_segments: float
    of_segments_interval: Interval


@dataclass(frozen=True)
class Point:
    """An original system: its score by people, and by a metric."""

    system: str
    human: float
    score: float


@dataclass(frozen=True)
class Plane:
    """Hybrids by the scores of people and of a metric, counted in a grid.

    Attributes:
        human_low: Where the grid begins, by the scores of people.
        human_high: Where it ends.
        low: Where it begins, by those of the metric.
        high: Where it ends.
        bins: Number of bins in each direction.
        cells: Those that are not empty: place by people, place by the metric, hybrids.
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
        """Cells lie in the grid, which has ends."""
        yield from empty(self, "cells")
        yield from undefined(self, "human_low", "human_high", "low", "high")
        for i, j, count in self.cells:
            if not (0 <= i < self.bins and 0 <= j < self.bins and count >= 0):
                yield Defect("cells", f"{[i, j, count]} lies outside of the {self.bins} bins.")


@dataclass(frozen=True, eq=False, repr=False)
class SuperSample(StoredResult):
    """Metrics held against people, on the original systems and on hybrids of them.

    Attributes:
        tertium: Version.
        settings: How hybrids were drawn and scored.
        data: The test set.
        judgments: What people said.
        joined: How their judgments were joined with the outputs.
        source: What human scores rest on.
        systems: The systems that hybrids are made of.
        population: How many hybrids there are, as the logarithm to base 10.
        outputs: Number of outputs: systems times segments.
        judged: How many of them were judged.
        metrics: The metrics.
        original: What the original systems say.
        hybrids: What the hybrids say.
        replications: Order of the metrics in each further sample.
        planes: By metric, hybrids by the scores of people and of the metric.
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
    original: Standing
    hybrids: Standing
    replications: tuple[tuple[str, ...], ...]
    planes: dict[str, Plane]

    def defects(self) -> Defects:
        """Everything is of the same metrics."""
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
        """Everything that decides the result, beside texts and judgments themselves."""
        facts = [self.source, f"testset:{self.data.digest}", f"version:tertium-{self.tertium}"]
        return "|".join([str(self.settings), *facts])

    @property
    def same_order(self) -> int:
        """How many replications rank the metrics as the hybrids do."""
        return sum(order == self.hybrids.order for order in self.replications)

    @cached_property
    def by_name(self) -> dict[str, ScoredMetric]:
        """The metrics by their names in the result."""
        return {one.name: one for one in self.metrics}

    def to_rows(self) -> list[Row]:
        """One row per metric, in the order of the hybrids."""
        return [self._row(name) for name in self.hybrids.order]

    def _row(self, name: str) -> Row:
        one = self.by_name[name]
        row: Row = {"metric": one.metric, "scores": one.scores, "turned": one.turned}
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
