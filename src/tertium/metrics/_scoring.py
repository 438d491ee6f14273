"""Scores of outputs, with their confidence intervals."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from tertium.core import executor
from tertium.core.results import BootstrapSettings, Score, Scores
from tertium.core.stats import Metric
from tertium.core.testset import TestSet
from tertium.metrics._unsegmented import warn_unsegmented

if TYPE_CHECKING:
    from tertium.core.scores import SegmentScores


def score_outputs(
    testset: TestSet,
    metrics: Sequence[Metric],
    *,
    bootstrap: BootstrapSettings | None = None,
    jobs: int | None = None,
    advance: Callable[[float], None] | None = None,
) -> Scores:
    """Score every output of a test set under every metric.

    Args:
        testset: The outputs, with references, source and layers.
        metrics: The metrics; parameters that depend on the test set are set here.
        bootstrap: How to compute confidence intervals; None for none.
        jobs: Number of threads; by default all cores.
        advance: Called with the share of the work done since the last call.
    """
    chosen = list(dict.fromkeys(metric.for_testset(testset) for metric in metrics))
    warn_unsegmented(chosen, testset)
    outputs = [(name, run) for name, count in testset.runs.items() for run in range(count)]
    share = 1 / (len(outputs) * len(chosen))

    def part(amount: float) -> None:
        if advance is not None:
            advance(amount * share)

    with executor.use(executor.Executor(jobs, part)):
        scores = [
            score_output(testset, system, run, metric)
            for system, run in outputs
            for metric in chosen
        ]
        if bootstrap is not None:
            scores = with_intervals(scores, bootstrap)
    return Scores(tuple(scores), testset)


def score_output(testset: TestSet, system: str, run: int, metric: Metric) -> Score:
    """Score one output of a system under one metric."""
    stats = metric.stats(testset, system, run)
    return Score(
        system=system,
        run=run + 1 if testset.runs[system] > 1 else None,
        metric=metric,
        value=float(metric.score(stats.sum())),
        stats=stats,
        testset=testset,
    )


def with_intervals(scores: Sequence[Score], bootstrap: BootstrapSettings) -> list[Score]:
    """Add bootstrap intervals; all systems and metrics share the bootstrap samples.

    Args:
        scores: Scores of one test set.
        bootstrap: How to compute the intervals.
    """
    # A plain score does not load resampling.
    from tertium.core.intervals import Interval
    from tertium.core.sample import Sample, side_by_side
    from tertium.inference import intervals

    metrics = tuple(dict.fromkeys(score.metric for score in scores))
    labels = dict.fromkeys(score.label for score in scores)
    rows = {
        label: (side_by_side([s.stats for s in scores if s.label == label]),) for label in labels
    }
    sample = Sample(metrics, rows)
    if sample.units == 1:
        undefined = Interval.undefined("the variance of a single segment is unknown")
        return [replace(score, interval=undefined, bootstrap=bootstrap) for score in scores]
    drawn = sample.bootstrap(bootstrap.samples, bootstrap.seed, bootstrap.subsample).systems
    jackknife = sample.jackknife() if bootstrap.method == "bca" else None
    result = []
    for score in scores:
        place = sample.systems.index(score.label), metrics.index(score.metric)
        interval = intervals.interval(
            drawn[:, *place],
            bootstrap.confidence_level,
            bootstrap.method,
            score.value,
            lambda place=place: jackknife[:, *place],  # type: ignore[misc, index]
        )
        result.append(replace(score, interval=interval, bootstrap=bootstrap))
    return result


def segment_scores(scores: Scores) -> "SegmentScores":
    """Scores of all segments, as in files of scores."""
    from tertium.core.scores import Scored, SegmentScores

    return SegmentScores(
        {Scored(str(s.metric), s.system, s.run or 0): s.segments for s in scores},
        scores.testset.segment_ids,
        scores.testset.document_ids,
    )
