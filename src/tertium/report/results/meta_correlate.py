"""Correlations of metrics with human scores."""

from collections.abc import Callable, Mapping
from typing import Any

from tertium.core.plain import counted
from tertium.meta.correlate.results import Correlations
from tertium.report.correlations import correlation_table, forest, with_notes
from tertium.report.drawing import Chart, alt, scatter
from tertium.report.table import Table


def title(result: Correlations) -> str:
    """What a page calls it."""
    return "Metrics and human judgments"


def data(result: Correlations) -> str:
    """What was correlated."""
    return f"{counted(len(result.data.systems), 'system')}, human scores: {result.data.gold}."


def tables(result: Correlations) -> list[Table]:
    """One table per statistic; what they do not say below the last."""
    made = [
        correlation_table(result.of(statistic), statistic, result)
        for statistic in result.statistics
    ]
    return [*made[:-1], with_notes(made[-1], result)]


def charts(result: Correlations) -> Mapping[str, Callable[[], list[Any]]]:
    """Correlations with intervals, and scatter plots of the scores."""
    drawn: dict[str, Callable[[], list[Chart]]] = {
        "intervals": lambda: [forest(result, one) for one in result.statistics]
    }
    if result.scores:
        drawn["scatter"] = lambda: [alt().concat(*scatters(result), columns=2)]
    return drawn


def scatters(result: Correlations) -> list[Chart]:
    """Human against metric scores of the systems, with their distributions, for each metric."""
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
