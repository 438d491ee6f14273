"""Correlations of metrics with human scores."""

import math
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from typing import Any

from tertium.core import wording
from tertium.core.formatting import counted
from tertium.meta.correlate.results import Correlations
from tertium.meta.statistics import make_statistic
from tertium.report.correlations import (
    OVERLAP,
    column_notes,
    correlation_table,
    data_notes,
    forest,
    human_scores_name,
    interval_note,
    reasons_undefined,
    shown_value,
    signature_note,
    title_of,
)
from tertium.report.drawing import Chart, alt, scatter
from tertium.report.table import Table
from tertium.report.wording import confidence_interval, named


def title(result: Correlations) -> str:
    """Heading of the page."""
    return "Correlation of metrics with human scores"


def data(result: Correlations) -> str:
    """What was correlated."""
    return f"{counted(len(result.data.systems), 'system')}, human scores: {result.data.gold}."


def summary(result: Correlations) -> list[str]:
    """Which metric agrees best with human scores, and which correlations may be 0."""
    return [*_best(result), *_not_different_from_0(result)]


def tables(result: Correlations) -> list[Table]:
    """One table per statistic, with all notes below the last."""
    made = []
    for statistic in result.statistics:
        correlations = result.of(statistic)
        table = correlation_table(correlations, statistic, result)
        columns = column_notes(correlations, statistic, result)
        made.append(replace(table, notes=[*columns, *table.notes]))
    notes = [*data_notes(result), *([f"{OVERLAP} {_advice()}"] if _several(result) else [])]
    last = replace(made[-1], notes=[*made[-1].notes, *notes, signature_note(result)])
    return [*made[:-1], last]


def brief(result: Correlations) -> list[Table]:
    """One table, with short notes."""
    (first, *others) = result.statistics
    table = (
        _table_of_statistics(result)
        if others
        else correlation_table(result.of(first), first, result)
    )
    return [
        replace(
            table,
            notes=[
                *table.notes,
                *data_notes(result),
                *([_advice()] if _several(result) else []),
                signature_note(result),
            ],
        )
    ]


def charts(result: Correlations) -> Mapping[str, Callable[[], list[Any]]]:
    """Correlations with intervals, and scatter plots of the scores."""
    drawn: dict[str, Callable[[], list[Chart]]] = {
        "intervals": lambda: [forest(result, one) for one in result.statistics]
    }
    if result.scores:
        drawn["scatter"] = lambda: [alt().concat(*scatters(result), columns=2)]
    return drawn


def scatters(result: Correlations) -> list[Chart]:
    """Human scores and metric scores of the systems, with their distributions, for each metric."""
    human = result.scores[result.data.gold]
    values = {one.metric: one.value for one in result.of(result.statistics[0])}
    return [
        scatter(
            human,
            result.scores[metric],
            names=result.data.systems,
            title=f"{metric}: {value:.3f}",
            x=result.data.gold,
            y=metric,
        )
        for metric, value in values.items()
    ]


def _best(result: Correlations) -> Iterator[str]:
    """Name the best metric; statistics with the same best metric share a sentence."""
    values: dict[str, list[str]] = {}
    for statistic in result.statistics:
        best = result.of(statistic)[0]
        if not math.isnan(best.value):
            values.setdefault(best.metric, []).append(f"{title_of(statistic)} = {best.value:.3f}")
    for metric, shown in values.items():
        yield (
            f"{metric} agrees best with {human_scores_name(result.data)}: {', '.join(shown)}."
            if _several(result)
            else f"{metric} and {human_scores_name(result.data)}: {', '.join(shown)}."
        )


def _not_different_from_0(result: Correlations) -> Iterator[str]:
    """Name metrics whose correlation may be 0; shares of pairs cannot be negative and are left out.

    Intervals of resampled human scores do not show how correlations vary.
    """
    if result.settings.interval == "human":
        return
    for statistic in result.statistics:
        if make_statistic(statistic).lowest >= 0:
            continue
        names = [
            one.metric
            for one in result.of(statistic)
            if one.interval.is_defined and not one.interval.excludes_zero
        ]
        if names:
            yield (
                f"{title_of(statistic)} does not differ significantly from 0 for"
                f" {named(names, 'metric')}."
            )


def _table_of_statistics(result: Correlations) -> Table:
    """One row per metric and one column per statistic, ordered by the first statistic."""
    by_statistic = {
        statistic: {one.metric: one for one in result.of(statistic)}
        for statistic in result.statistics
    }
    interval = confidence_interval(result.settings.confidence_level)
    return Table(
        header=["metric", *(f"{statistic} [{interval}]" for statistic in result.statistics)],
        rows=[
            [one.metric, *(shown_value(by_metric[one.metric]) for by_metric in columns)]
            for columns in [list(by_statistic.values())]
            for one in result.of(result.statistics[0])
        ],
        sentences=list(
            dict.fromkeys(
                sentence
                for statistic in result.statistics
                for sentence in reasons_undefined(result.of(statistic))
            )
        ),
        notes=[interval_note(result.correlations, result)],
        caption=f"Agreement of metrics with {result.data.gold}.",
    )


def _several(result: Correlations) -> bool:
    return len({one.metric for one in result.correlations}) > 1


def _advice() -> str:
    return f"`{wording.call('compare_metrics')}` tests differences between metrics."
