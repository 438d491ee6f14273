"""Super-sample: hold metrics against people on thousands of systems made of a few."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, ClassVar

from tertium.api._human_scores import HumanScores, Joined, human_scores
from tertium.api._sample import Collected, collect
from tertium.core import executor, progress
from tertium.core.arrays import Floats
from tertium.core.comparison import Data
from tertium.core.errors import UsageError
from tertium.core.judgments import Judgments
from tertium.core.limits import LARGEST_SEED, MOST_SAMPLES
from tertium.core.plain import counted, plain_table
from tertium.core.records import Defect, Defects, empty, outside, repeated, undefined
from tertium.core.results import Row, StoredResult
from tertium.core.sample import Sample
from tertium.core.spec import Spec, Value, option
from tertium.core.stats import Metric
from tertium.core.testset import TestSet
from tertium.core.version import VERSION
from tertium.human.errors import Weights
from tertium.human.ratings import Ratings
from tertium.human.segments import AVERAGES, SCALES
from tertium.inference.correlations import fisher
from tertium.meta.hybrids import (
    MIXES,
    HybridScores,
    Mean,
    Standing,
    hybrid_scores,
    pearson_matrix,
    population,
    standing,
)

# Bins of scatter plots, in each direction: ten thousand points would fill a page with ink.
_BINS = 40

_HUMAN = "people"


@dataclass(frozen=True)
class Settings(Spec):
    """How hybrids are drawn and scored; the same words everywhere."""

    name: ClassVar[str] = "supersample"

    hybrids: int = option(10_000, "Number of hybrid systems.", minimum=4, maximum=MOST_SAMPLES)
    mix: str = option(
        "pairs",
        "Whether a hybrid is made of two systems, all pairs equally often, or of all systems.",
        choices=MIXES,
    )
    aggregate: str = option(
        "both",
        "Scores of metrics: from summed statistics (corpus), or means of scores of segments.",
        choices=("both", "corpus", "segments"),
    )
    unrated: str = option(
        "human",
        "Outputs that nobody judged: left out of human scores only, or of both sides.",
        choices=("human", "both"),
    )
    scale: str = option(
        "auto", "Judgments as given, or standardized; auto takes these if known.", choices=SCALES
    )
    average: str = option(
        "judgments",
        "What the human score is the mean of: judgments, or scores of segments.",
        choices=tuple(sorted(AVERAGES[:2])),
    )
    replications: int = option(
        10, "Further samples, to see if the order holds.", minimum=0, maximum=10_000
    )
    level: float = option(0.95, "Level of intervals.", above=0, below=1)
    seed: int = option(12345, "Seed of all that is drawn.", minimum=0, maximum=LARGEST_SEED)


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
        of_segments_low: Lower limit of Fisher's interval.
        of_segments_high: Upper limit.
    """

    name: str
    metric: str
    title: str
    scores: str
    turned: bool
    signature: str
    of_segments: float
    of_segments_low: float
    of_segments_high: float


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


@dataclass(frozen=True, repr=False)
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
    settings: Settings
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
                f"{sample}_low": of_metric.low,
                f"{sample}_high": of_metric.high,
                f"{sample}_next": over.other if over else None,
                f"{sample}_difference": over.value if over else None,
                f"{sample}_difference_low": over.low if over else None,
                f"{sample}_difference_high": over.high if over else None,
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


def supersample(
    testset: TestSet,
    ratings: Ratings,
    metrics: str | Metric | Iterable[str | Metric] | None = None,
    *,
    task: str = "",
    quality: bool | None = None,
    weights: Weights | None = None,
    rename: Mapping[str, str] | None = None,
    jobs: int | None = None,
    engine: str = "threads",
    advance: Callable[[float], None] | None = None,
    **settings: Value,
) -> SuperSample:
    """Hold metrics against people on thousands of hybrids of a few systems.

    Args:
        testset: What `tertium.read` or `TestSet.of` gives.
        ratings: What `tertium.read_ratings` gives; joined by names of systems and segment ids.
        metrics: Metrics, as in "bleu,chrf"; by default BLEU, and any scores that are given.
        task: What was judged, where there are several tasks.
        quality: Whether to take only annotators who can be trusted.
        weights: What errors weigh, for judgments that mark errors.
        rename: Names of outputs, by those of the judgments.
        jobs: Number of workers; by default all cores.
        engine: What spreads the work: threads, processes, dask:ADDRESS, ray:ADDRESS.
        advance: Called with the share of the work done since the last call.
        settings: Any parameter of `tertium.api.supersample.Settings`.
    """
    chosen = Settings.of(settings)
    human = human_scores(
        testset,
        ratings,
        task=task,
        quality=quality,
        weights=weights,
        scale=chosen.scale,
        average=chosen.average,
        rename=rename,
    )
    judged = _with_systems(testset, human.systems)
    with (
        progress.phase(advance, 0.3, 1) as step,
        executor.use(executor.Executor(jobs, step, engine)),
    ):
        collected = collect(judged, metrics, unit="segment", statistic="mean")
    with (
        progress.phase(advance, 0.7, 1 + chosen.replications) as step,
        executor.use(executor.Executor(jobs, step, engine)),
    ):
        return _Study(collected, human, chosen).result()


def _with_systems(testset: TestSet, systems: Sequence[str]) -> TestSet:
    """See that hybrids can be made, and leave out systems that nobody judged."""
    if len(systems) < 2:
        raise UsageError(
            f"Only one of the systems was judged, {systems[0]}; a hybrid takes two.",
            hint="Name more output files, or say which judged system is which with"
            " --rename JUDGED=OUTPUT.",
        )
    several = [name for name in systems if testset.runs[name] > 1]
    if several:
        raise UsageError(
            f"{several[0]} has {testset.runs[several[0]]} runs; hybrids are made of single ones.",
            hint="Give the one that was judged.",
        )
    if not testset.outputs:
        return testset
    return replace(testset, outputs={name: testset.outputs[name] for name in systems}, _memo={})


@dataclass(frozen=True)
class _Study:
    """A super-sample in the making."""

    collected: Collected
    human: HumanScores
    settings: Settings

    @cached_property
    def metrics(self) -> tuple[ScoredMetric, ...]:
        """Every metric in the ways asked for; in one where both are the same."""
        kinds = (
            ("corpus", "segments")
            if self.settings.aggregate == "both"
            else (self.settings.aggregate,)
        )
        return tuple(
            self._metric(number, kind)
            for kind in kinds
            for number in range(len(self.collected.sample.metrics))
            if not (kind == "segments" and "corpus" in kinds and self._is_mean(number))
        )

    def _is_mean(self, number: int) -> bool:
        """Whether the score of a corpus is the mean of those of its segments anyway."""
        import numpy as np

        metric = self.collected.sample.metrics[number]
        rows = np.concatenate([self._rows(name, number) for name in self.human.systems])
        corpus = metric.scores(rows.sum(axis=0)[None])[0]
        return bool(
            np.isclose(corpus, metric.for_segments().scores(rows).mean(), rtol=1e-9, atol=0)
        )

    def _metric(self, number: int, kind: str) -> ScoredMetric:
        metric = self.collected.sample.metrics[number]
        turned = metric.higher_is_better is False
        r, cells = self._agreement(number)
        interval = fisher(r, cells, self.settings.level)
        return ScoredMetric(
            name=f"{'-' * turned}{metric} {kind}",
            metric=str(metric),
            title=metric.title,
            scores=kind,
            turned=turned,
            signature=self.collected.signatures[number][0],
            of_segments=r,
            of_segments_low=interval.low,
            of_segments_high=interval.high,
        )

    def _agreement(self, number: int) -> tuple[float, int]:
        """Correlation of scores of single outputs with their judgments, and how many there are."""
        import numpy as np

        sample = self.collected.sample
        scores = np.stack([self._of_segments(name, number) for name in self.human.systems])
        scores *= sample.orientation[number]
        table = np.column_stack([self.human.means.ravel(), scores.ravel()])
        table = table[np.isfinite(table).all(axis=1)]
        return float(pearson_matrix(table)[0, 1]), len(table)

    def _rows(self, system: str, number: int) -> Floats:
        """Rows of a system under one metric."""
        sample = self.collected.sample
        begin = sum(len(metric.columns) for metric in sample.metrics[:number])
        rows: Floats = sample.rows[system][0]
        return rows[:, begin : begin + len(sample.metrics[number].columns)]

    def _of_segments(self, system: str, number: int) -> Floats:
        metric = self.collected.sample.metrics[number]
        return metric.for_segments().scores(self._rows(system, number))

    @cached_property
    def sample(self) -> Sample:
        """Everything that hybrids are scored with, side by side: metrics, then people."""
        import numpy as np

        scored: list[tuple[Metric, list[Floats]]] = []
        systems = list(enumerate(self.human.systems))
        rated = self.human.counts > 0
        included = rated if self.settings.unrated == "both" else np.ones_like(rated)
        numbers = {str(metric): i for i, metric in enumerate(self.collected.sample.metrics)}
        for one in self.metrics:
            number = numbers[one.metric]
            metric = self.collected.sample.metrics[number]
            if one.scores == "corpus":
                rows = [self._rows(name, number) * included[i][:, None] for i, name in systems]
                scored.append((metric, rows))
            else:
                rows = [
                    _summed(self._of_segments(name, number), included[i]) for i, name in systems
                ]
                scored.append((Mean(one.name), rows))
        people = [np.column_stack([self.human.sums[i], self.human.counts[i]]) for i, _ in systems]
        scored.append((Mean(_HUMAN), people))
        return Sample(
            tuple(metric for metric, _ in scored),
            {name: (np.hstack([rows[i] for _, rows in scored]),) for i, name in systems},
        )

    def result(self) -> SuperSample:
        """Give what is found."""
        settings, sample = self.settings, self.sample
        scores = HybridScores.of(sample, settings.mix)
        drawn = hybrid_scores(scores, settings.hybrids, settings.seed)
        return SuperSample(
            tertium=VERSION,
            settings=settings,
            data=self.collected.data,
            judgments=self.human.data,
            joined=self.human.joined,
            source=self.human.source,
            systems=sample.systems,
            population=population(len(sample.systems), sample.units, settings.mix),
            outputs=self.human.counts.size,
            judged=int((self.human.counts > 0).sum()),
            metrics=self.metrics,
            original=self._standing(sample.observed),
            hybrids=self._standing(drawn),
            replications=tuple(
                self._standing(hybrid_scores(scores, settings.hybrids, settings.seed, number)).order
                for number in range(1, settings.replications + 1)
            ),
            planes={
                one.name: self._plane(sample.observed[:, [-1, i]], drawn[:, [-1, i]])
                for i, one in enumerate(self.metrics)
            },
        )

    def _standing(self, scores: Floats) -> Standing:
        import numpy as np

        turned = np.array([-1.0 if one.turned else 1.0 for one in self.metrics])
        names = [one.name for one in self.metrics]
        return standing(names, scores[:, -1], scores[:, :-1] * turned, self.settings.level)

    def _plane(self, originals: Floats, hybrids: Floats) -> Plane:
        """Count hybrids by two scores, of people and of a metric."""
        import numpy as np

        finite = hybrids[np.isfinite(hybrids).all(axis=1)]
        counts, human, score = np.histogram2d(finite[:, 0], finite[:, 1], bins=_BINS)
        return Plane(
            human_low=float(human[0]),
            human_high=float(human[-1]),
            low=float(score[0]),
            high=float(score[-1]),
            bins=_BINS,
            cells=tuple((int(i), int(j), int(counts[i, j])) for i, j in np.argwhere(counts)),
            points=tuple(
                Point(name, float(by_people), float(by_metric))
                for name, (by_people, by_metric) in zip(self.sample.systems, originals, strict=True)
            ),
        )


def _summed(scores: Floats, included: Any) -> Floats:
    """Scores of segments as rows of sum and number, without those that are undefined."""
    import numpy as np

    counted = included & np.isfinite(scores)
    return np.column_stack([np.where(counted, scores, 0.0), counted])
