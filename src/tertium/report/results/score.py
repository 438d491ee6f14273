"""Scores of systems."""

from collections.abc import Callable, Mapping
from typing import Any

from tertium.core.formatting import counted
from tertium.core.results import INTERVALS, BootstrapSettings, Score, Scores
from tertium.core.stats import Metric
from tertium.report.table import Table
from tertium.report.wording import OVERLAP, confidence_interval, coverage_note


def title(result: Scores) -> str:
    """The heading of a page."""
    return "Scores"


def data(result: Scores) -> str:
    """The size of the test set."""
    from tertium.report.section import size

    testset = result.testset
    return size(len(testset), len(set(testset.document_ids)), result.systems, testset.references)


def tables(result: Scores, digits: int = 1) -> list[Table]:
    """The one table."""
    return [score_table(result, digits=digits)]


def charts(result: Scores) -> Mapping[str, Callable[[], list[Any]]]:
    """Scores with intervals."""
    return {"intervals": lambda: [score_chart(result, metric) for metric in result.metrics]}


def score_chart(scores: Scores, metric: Metric) -> Any:
    """Scores of outputs; the interval is the score itself if there is none."""
    from tertium.report.drawing import Estimate, interval_chart

    estimates = []
    for score in scores.of(metric):
        low, high = score.interval if score.interval else (score.value, score.value)
        shown = score.shown_with_interval(2)
        estimates.append(Estimate(score.label, score.value, low, high, shown))
    return interval_chart(estimates, metric.title, metric.higher_is_better)


def score_table(scores: Scores, *, digits: int = 1) -> Table:
    """One row per output, one column per metric, the best of each column emphasized."""
    metrics = scores.metrics
    rows, emphasis = [], set()
    best = {metric: _best(scores.of(metric)) for metric in metrics}
    for label in scores.labels:
        row = [scores.get(label, metric) for metric in metrics]
        rows.append([label, *(score.shown_with_interval(digits) for score in row)])
        emphasis |= {
            (len(rows) - 1, column)
            for column, score in enumerate(row, 1)
            if len(scores.labels) > 1 and score.value == best[score.metric]
        }
        last = row[0]
        runs = [s for s in scores.of(metrics[0]) if s.system == last.system]
        if last.run == len(runs) and len(runs) > 1:
            rows.append([f"{last.system} (mean)", *(_mean(scores, one, digits) for one in row)])
    return Table(
        header=["system", *(_heading(metric, metrics) for metric in metrics)],
        rows=rows,
        notes=_notes(scores, digits),
        emphasis=frozenset(emphasis),
        caption=f"Scores of {counted(len(scores.systems), 'system')} on"
        f" {counted(len(scores.testset), 'segment')}.",
    )


def segment_table(scores: Scores, *, digits: int = 1) -> Table:
    """One row per output and segment, one column per metric."""
    metrics = scores.metrics
    rows = [
        [
            label,
            segment,
            *(s.shown(s.segments[i], digits) for s in (scores.get(label, m) for m in metrics)),
        ]
        for label in scores.labels
        for i, segment in enumerate(scores.testset.segment_ids)
    ]
    notes = [f"{metric.title}  {scores.of(metric)[0].segment_signature}" for metric in metrics]
    return Table(
        header=["system", "segment", *(_heading(metric, metrics) for metric in metrics)],
        rows=rows,
        notes=notes,
        caption="Scores of segments.",
    )


def bare_numbers(scores: Scores, *, digits: int = 1) -> list[list[str]]:
    """Scores alone: one row per output, one column per metric."""
    rows = ([scores.get(label, metric) for metric in scores.metrics] for label in scores.labels)
    return [[score.shown(score.value, digits) for score in row] for row in rows]


def _best(scores: list[Score]) -> float | None:
    values = [score.value for score in scores]
    higher = scores[0].metric.higher_is_better
    return None if higher is None else max(values) if higher else min(values)


def _heading(metric: Metric, metrics: list[Metric]) -> str:
    """Title of a metric; its full form if two metrics have the same title."""
    same = [other for other in metrics if other.title == metric.title]
    return metric.title if len(same) == 1 else str(metric)


def _mean(scores: Scores, last: Score, digits: int) -> str:
    from statistics import mean, stdev

    values = [score.value for score in scores.of(last.metric) if score.system == last.system]
    return f"{last.shown(mean(values), digits)} ± {last.shown(stdev(values), digits)}"


def _notes(scores: Scores, digits: int) -> list[str]:
    metrics = scores.metrics
    width = max(len(_heading(metric, metrics)) for metric in metrics)
    notes = []
    if len(scores.labels) == 1:
        described = [(m, m.description(scores.of(m)[0].details)) for m in metrics]
        notes += [f"{_heading(m, metrics):<{width}}  {text}" for m, text in described if text]
    notes += [
        f"{_heading(metric, metrics):<{width}}  {scores.of(metric)[0].signature}"
        for metric in metrics
    ]
    lower = [_heading(m, metrics) for m in metrics if m.higher_is_better is False]
    if lower:
        notes.append(f"{', '.join(lower)}: lower is better.")
    bootstrap = scores[0].bootstrap
    if bootstrap:
        notes += _interval_notes(bootstrap, len(scores.testset))
        notes.append(OVERLAP)
    if any(score.run for score in scores):
        notes.append("Mean: over runs, ± standard deviation.")
    return notes


def _interval_notes(bootstrap: BootstrapSettings, segments: int) -> list[str]:
    """How intervals were computed, and when they are too narrow."""
    if segments == 1:
        return ["A single segment has no confidence interval."]
    share = bootstrap.subsample
    size = "" if share == 1 else f" of {100 * share:g} % of the segments"
    kind = INTERVALS[bootstrap.method]
    notes = [
        f"{confidence_interval(bootstrap.confidence_level)}: {kind} bootstrap,"
        f" {counted(bootstrap.samples, 'resample')}{size}, seed {bootstrap.seed}."
    ]
    if share < 1:
        notes.append(
            f"Intervals of these smaller samples are about {share**-0.5:.2f} times as wide as those"
            " of the whole test set."
        )
    return [*notes, *coverage_note(segments, "segment")]
