"""Tables and charts of super-samples."""

import math
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from typing import Any

from tertium.core import wording
from tertium.core.formatting import counted, has_or_have, is_or_are
from tertium.core.intervals import Interval
from tertium.meta.supersample.metric_ranking import MetricDifference, MetricRanking, RankedMetric
from tertium.meta.supersample.results import SuperSample
from tertium.report import drawing
from tertium.report.supersample_charts import full_label, label, scatter, win_maps
from tertium.report.table import Table, number
from tertium.report.wins import win_map

_NONE = "–"


def title(result: SuperSample) -> str:
    """Heading of the page."""
    return "Metrics on hybrid systems (super-sampling)"


def data(result: SuperSample) -> str:
    """The numbers of hybrids, systems and segments."""
    return (
        f"{counted(result.hybrids.systems, 'hybrid')} of {counted(len(result.systems), 'system')},"
        f" on {counted(result.data.segments, 'segment')}."
    )


def summary(result: SuperSample) -> list[str]:
    """Which metric correlates best over hybrids, and how many pairs of metrics are separated."""
    best, *others = result.hybrids.metrics
    if math.isnan(best.r):
        return [*_undefined(result)]
    one = result.by_name[best.metric]
    kind = f" ({one.scores})" if len({m.scores for m in result.metrics}) > 1 else ""
    said = [
        f"{label(result, one).lstrip('-')}{kind} correlates best with human scores over"
        f" {counted(result.hybrids.systems, 'hybrid')}: r = {best.r:.3f}."
    ]
    if any(not math.isnan(one.r) for one in others):
        said.append(
            f"Zou's interval separates {_separated(result.hybrids)} of"
            f" {counted(len(result.hybrids.differences), 'pair')} of metrics on hybrids, and"
            f" {_separated(result.original)} on the"
            f" {counted(len(result.systems), 'original system')}."
        )
    return said


def tables(result: SuperSample) -> list[Table]:
    """Correlations with the difference to the next best metric, and their intervals."""
    return [replace(next_best_table(result), sentences=sentences(result)), interval_table(result)]


def brief(result: SuperSample) -> list[Table]:
    """Correlations with the difference to the next best metric, with short notes."""
    table = next_best_table(result)
    explained = (
        [f"{wording.option('explain', True)} shows all intervals and explains all numbers."]
        if wording.for_command_line()
        else []
    )
    return [
        replace(
            table,
            notes=[
                *_column_notes(result),
                _scope(result),
                *_left_out(result),
                *result.joined.sentences,
                *_no_agreement(result),
                *explained,
                *_signatures(result),
            ],
        )
    ]


def charts(result: SuperSample) -> Mapping[str, Callable[[], list[Any]]]:
    """Maps of significantly better metrics, and a plane of hybrids for each metric."""
    return {
        "heatmap": lambda: [drawing.alt().hconcat(*map(win_map, win_maps(result)))],
        "scatter": lambda: [scatter(result, name) for name in result.hybrids.order],
    }


def next_best_table(result: SuperSample) -> Table:
    """Metrics in the order of the hybrids, as in Table 4 of Graham and Liu 2016.

    Original systems and hybrids have their own order, and so their own next best metric.
    """
    sizes = [f"{ranking.systems:,}" for ranking in (result.original, result.hybrids)]
    header = ["metric", "scores"]
    for size in sizes:
        header += [f"r ({size})", f"over next ({size})"]
    rows, emphasis, raised = [], set(), {}
    for place, name in enumerate(result.hybrids.order):
        one = result.by_name[name]
        cells = [label(result, one), one.scores]
        for column, ranking in ((3, result.original), (5, result.hybrids)):
            over = ranking.over_next(name)
            cells += [number(ranking.of(name).r, "z.3f"), _interval(over)]
            if over is not None and over.significant:
                emphasis.add((place, column))
                raised[place, column] = "*"
        if _moved(result, name):
            raised[place, 0] = "!"
        rows.append(cells)
    return Table(
        header=header,
        rows=rows,
        emphasis=frozenset(emphasis),
        raised=raised,
        caption="Correlation with human scores on the original systems and on hybrids of them, with"
        " the interval of the difference to the next best metric.",
    )


def interval_table(result: SuperSample) -> Table:
    """Each correlation with its own interval, over systems and over hybrids."""
    rows = [
        [
            label(result, one),
            one.scores,
            _with_interval(result.original.of(one.name)),
            _with_interval(result.hybrids.of(one.name)),
        ]
        for one in (result.by_name[name] for name in result.hybrids.order)
    ]
    return Table(
        header=["metric", "scores", "r over systems", "r over hybrids"],
        rows=rows,
        notes=notes(result),
        caption="Correlation with human scores and Fisher's interval, over the original systems"
        " and over hybrids of them.",
    )


def sentences(result: SuperSample) -> list[str]:
    """How stable the order of metrics is, and how metrics agree at the segment level."""
    said = [*_undefined(result)]
    known = sum(not math.isnan(one.r) for one in result.hybrids.metrics)
    if known > 1 and result.trial_orders:
        said.append(_same_order(result.same_order, len(result.trial_orders)))
    by_metric = {
        label(result, one): _limits(one.segment_r, one.segment_interval)
        for one in result.metrics
        if not math.isnan(one.segment_r)
    }
    if by_metric:
        values = ", ".join(f"{name} {shown}" for name, shown in by_metric.items())
        said.append(f"Pearson's r at the segment level: {values}.")
    return said


def notes(result: SuperSample) -> list[str]:
    """Explain all numbers."""
    mixed = (
        "from two systems, all pairs equally often"
        if result.settings.mix == "pairs"
        else "from all systems"
    )
    return [
        f"{counted(result.hybrids.systems + result.hybrids.left_out, 'hybrid')} {mixed}, of about"
        f" {power_of_ten(result.population)} possible hybrids.",
        _scope(result),
        *_column_notes(result),
        f"Intervals of single correlations are Fisher's ({_level(result)}); their overlap is not a"
        " test.",
        *_without_interval(result),
        *_left_out(result),
        *(
            f"Interval of r over {what}: {reason}."
            for ranking, what in _samples(result)
            for reason in dict.fromkeys(
                one.interval.reason
                for one in ranking.metrics
                if one.interval.reason and not math.isnan(one.r)
            )
        ),
        *result.joined.sentences,
        *_no_agreement(result),
        *_signatures(result),
    ]


def _column_notes(result: SuperSample) -> Iterator[str]:
    """Explain the columns and marks of the first table."""
    yield (
        f"over next: {_level(result)} confidence interval of the difference to the next best metric"
        " of the column (Zou 2007); * excludes 0."
    )
    if any(_moved(result, name) for name in result.hybrids.order):
        yield "! different rank on original systems and on hybrids."
    if {one.scores for one in result.metrics} >= {"corpus", "segments"}:
        yield "corpus: score from summed statistics; segments: mean of segment scores."
    flipped = dict.fromkeys(label(result, one) for one in result.metrics if one.flipped)
    if flipped:
        yield f"{', '.join(flipped)}: sign flipped, because lower values are better."


def _scope(result: SuperSample) -> str:
    """What intervals over hybrids apply to."""
    return (
        "Intervals over hybrids apply to mixtures of these"
        f" {counted(len(result.systems), 'system')} on these"
        f" {counted(result.data.segments, 'segment')}, not to other systems."
    )


def _left_out(result: SuperSample) -> Iterator[str]:
    """What was left out, because judgments or scores are missing."""
    lacking = result.outputs - result.judged
    if lacking:
        scores = "human scores" if result.settings.unrated == "human" else "human and metric scores"
        yield (
            f"{lacking:,} of {counted(result.outputs, 'output')} {has_or_have(lacking)} no"
            f" judgments and {is_or_are(lacking)} left out of {scores}."
        )
    for ranking, what in _samples(result):
        if ranking.left_out:
            yield f"Left out, because a score is missing: {counted(ranking.left_out, what[:-1])}."


def _no_agreement(result: SuperSample) -> Iterator[str]:
    """Warn if segments may be matched wrongly: results over hybrids depend on that."""
    known = [one for one in result.metrics if not math.isnan(one.segment_r)]
    if known and not any(one.segment_interval.low > 0 for one in known):
        yield (
            "Warning: no metric correlates significantly with human scores at the segment level."
            " Check that ids mean the same segments in outputs and judgments."
        )


def _signatures(result: SuperSample) -> list[str]:
    metrics = {label(result, one).lstrip("-"): one.signature for one in result.metrics}
    return [
        *(f"{title}  {signature}" for title, signature in metrics.items()),
        f"super-sample  {result.signature}",
    ]


def _level(result: SuperSample) -> str:
    return f"{100 * result.settings.confidence_level:g} %"


def power_of_ten(logarithm: float) -> str:
    """Give a large number by its logarithm: "3.0 x 10^302"."""
    exponent = math.floor(logarithm)
    if exponent < 6:
        return f"{round(10**logarithm):,}"
    return f"{10 ** (logarithm - exponent):.1f} x 10^{exponent}"


def _interval(over: MetricDifference | None) -> str:
    if over is None:
        return "-"
    if not over.interval.is_defined:
        return _NONE
    return f"[{over.interval.low:z.3f}, {over.interval.high:z.3f}]"


def _with_interval(one: RankedMetric) -> str:
    return _limits(one.r, one.interval)


def _limits(r: float, interval: Interval) -> str:
    limits = f" [{interval.low:z.3f}, {interval.high:z.3f}]" if interval.is_defined else ""
    return number(r, "z.3f") + limits


def _separated(ranking: MetricRanking) -> str:
    return f"{sum(one.significant for one in ranking.differences):,}"


def _same_order(same: int, all_: int) -> str:
    if all_ == 1:
        order = "the same" if same else "another"
        return f"A further super-sample ranks the metrics in {order} order."
    share = f"All {all_:,}" if same == all_ else f"{same:,} of {all_:,}"
    ranks = "ranks" if same == 1 else "rank"
    return f"{share} further super-samples {ranks} the metrics in the same order."


def _samples(result: SuperSample) -> list[tuple[MetricRanking, str]]:
    return [(result.original, "systems"), (result.hybrids, "hybrids")]


def _moved(result: SuperSample, name: str) -> bool:
    """Whether a metric has different ranks on original systems and on hybrids, ties aside."""
    before, after = (found.places(name) for found, _ in _samples(result))
    return bool(before and after) and set(before).isdisjoint(after)


def _undefined(result: SuperSample) -> Iterator[str]:
    """Why correlations are undefined."""
    for found, what in _samples(result):
        reasons: dict[str, list[str]] = {}
        for one in found.metrics:
            if math.isnan(one.r):
                reasons.setdefault(one.interval.reason, []).append(full_label(result, one.metric))
        for reason, metrics in reasons.items():
            whose = "all metrics" if len(metrics) == len(found.metrics) else "; ".join(metrics)
            yield f"Over {what} r is undefined for {whose}: {reason}."


def _without_interval(result: SuperSample) -> Iterator[str]:
    """Why differences to the next metric have no interval."""
    reasons = [
        f"over {what} {reason}"
        for found, what in _samples(result)
        for reason in dict.fromkeys(
            one.interval.reason
            for one in map(found.over_next, found.order)
            if one and one.interval.reason
        )
    ]
    if reasons:
        yield f"{_NONE} undefined: {'; '.join(reasons)}. A hyphen stands for the last metric."
