"""The study: score hybrid systems by metrics and human scores, and correlate both."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np

from tertium.comparison.sample import collect
from tertium.core import wording
from tertium.core.arrays import Floats
from tertium.core.errors import UsageError
from tertium.core.executor import Executor
from tertium.core.sample import Mean, Sample
from tertium.core.stats import Metric, Scorer
from tertium.core.study_sample import StudySample
from tertium.core.testset import TestSet
from tertium.core.version import VERSION
from tertium.core.wording import Placeholder
from tertium.human.join import HumanScores
from tertium.inference.correlations import fisher
from tertium.meta.supersample.hybrids import HybridScores, hybrid_scores, population
from tertium.meta.supersample.metric_ranking import MetricRanking, pearson_matrix, rank_metrics
from tertium.meta.supersample.results import Plane, Point, ScoredMetric, SuperSample
from tertium.meta.supersample.settings import SupersampleSettings

# Bins of scatter plots, in each direction; ten thousand points would hide each other.
_BINS = 40

_HUMAN = "human"


def supersample(
    testset: TestSet,
    human: HumanScores,
    metrics: str | Metric | Iterable[str | Metric] | None,
    settings: SupersampleSettings,
    workers: Executor,
) -> SuperSample:
    """Meta-evaluate metrics on hybrid systems.

    Args:
        testset: The outputs.
        human: Human scores of the outputs.
        metrics: Metrics in printed form; by default BLEU, and any scores in the test set.
        settings: How hybrids are drawn and scored.
        workers: Spreads the work.
    """
    judged = _with_systems(testset, human.systems)
    with workers.phase(0.3):
        collected = collect(judged, metrics, level="segment", combine_runs="mean")
    with workers.phase(0.7, 1 + settings.trials):
        return _Study(collected, human, settings).result()


def _with_systems(testset: TestSet, systems: Sequence[str]) -> TestSet:
    """Leave out systems without judgments; refuse outputs that do not allow hybrids."""
    if len(systems) < 2:
        raise UsageError(
            f"Only one of the systems was judged, {systems[0]}; a hybrid takes two.",
            hint="Name more output files, or map names of systems in the ratings to outputs:"
            f" {wording.option('rename', {Placeholder('JUDGED'): Placeholder('OUTPUT')})}.",
        )
    several = [name for name in systems if testset.runs[name] > 1]
    if several:
        raise UsageError(
            f"{several[0]} has {testset.runs[several[0]]} training runs; hybrids are made from one"
            " output of each system.",
            hint="Give the output that was judged.",
        )
    if not testset.outputs:
        return testset
    return replace(testset, outputs={name: testset.outputs[name] for name in systems}, _memo={})


@dataclass(frozen=True)
class _Study:
    """A super-sample in the making."""

    collected: StudySample
    human: HumanScores
    settings: SupersampleSettings

    @cached_property
    def metrics(self) -> tuple[ScoredMetric, ...]:
        """Every metric with the kinds of scores asked for; once if both kinds are the same."""
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
        """Whether the corpus score is the mean of the segment scores."""
        metric = self.collected.sample.metrics[number]
        rows = np.concatenate([self._rows(name, number) for name in self.human.systems])
        corpus = metric.scores(rows.sum(axis=0)[None])[0]
        return bool(
            np.isclose(corpus, metric.for_segments().scores(rows).mean(), rtol=1e-9, atol=0)
        )

    def _metric(self, number: int, kind: str) -> ScoredMetric:
        metric = self.collected.sample.metrics[number]
        flipped = metric.higher_is_better is False
        r, cells = self._agreement(number)
        interval = fisher(r, cells, self.settings.confidence_level)
        return ScoredMetric(
            name=f"{'-' * flipped}{metric} {kind}",
            metric=str(metric),
            title=metric.title,
            scores=kind,
            flipped=flipped,
            signature=self.collected.signatures[number][0],
            segment_r=r,
            segment_interval=interval,
        )

    def _agreement(self, number: int) -> tuple[float, int]:
        """Segment-level correlation with human scores, and the number of segments of outputs."""
        sample = self.collected.sample
        scores = np.stack([self._of_segments(name, number) for name in self.human.systems])
        scores *= sample.orientation[number]
        table = np.column_stack([self.human.means.ravel(), scores.ravel()])
        table = table[np.isfinite(table).all(axis=1)]
        return float(pearson_matrix(table)[0, 1]), len(table)

    def _rows(self, system: str, number: int) -> Floats:
        """Rows of a system under one metric."""
        sample = self.collected.sample
        rows: Floats = sample.rows[system][0]
        return rows[:, sample.columns_of(number)]

    def _of_segments(self, system: str, number: int) -> Floats:
        metric = self.collected.sample.metrics[number]
        return metric.for_segments().scores(self._rows(system, number))

    @cached_property
    def sample(self) -> Sample:
        """Statistics of metrics and human scores side by side; human scores are last."""
        scored: list[tuple[Scorer, list[Floats]]] = []
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
        human = [np.column_stack([self.human.sums[i], self.human.counts[i]]) for i, _ in systems]
        scored.append((Mean(_HUMAN), human))
        return Sample(
            tuple(metric for metric, _ in scored),
            {name: (np.hstack([rows[i] for _, rows in scored]),) for i, name in systems},
        )

    def result(self) -> SuperSample:
        """Score the hybrids, and correlate metric scores with human scores."""
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
            original=self._ranking(sample.observed),
            hybrids=self._ranking(drawn),
            trial_orders=tuple(
                self._ranking(hybrid_scores(scores, settings.hybrids, settings.seed, number)).order
                for number in range(1, settings.trials + 1)
            ),
            planes={
                one.name: self._plane(sample.observed[:, [-1, i]], drawn[:, [-1, i]])
                for i, one in enumerate(self.metrics)
            },
        )

    def _ranking(self, scores: Floats) -> MetricRanking:
        signs = np.array([-1.0 if one.flipped else 1.0 for one in self.metrics])
        names = [one.name for one in self.metrics]
        return rank_metrics(
            names, scores[:, -1], scores[:, :-1] * signs, self.settings.confidence_level
        )

    def _plane(self, originals: Floats, hybrids: Floats) -> Plane:
        """Count hybrids by human score and metric score."""
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
                Point(name, float(human), float(score))
                for name, (human, score) in zip(self.sample.systems, originals, strict=True)
            ),
        )


def _summed(scores: Floats, included: Any) -> Floats:
    """Segment scores as rows of sum and count; undefined scores are left out."""
    counted = included & np.isfinite(scores)
    return np.column_stack([np.where(counted, scores, 0.0), counted])
