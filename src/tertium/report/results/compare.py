"""Comparison of systems."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from tertium.comparison.comparison_result import Comparison
from tertium.report.comparison.cells import counts_wins
from tertium.report.comparison.charts import difference_chart, distribution_charts, system_chart
from tertium.report.comparison.notes import brief_notes, common_notes, has_runs
from tertium.report.comparison.summary import comparison_summary
from tertium.report.comparison.tables import (
    FEW,
    brief_table,
    has_letters,
    letter_table,
    many_verdicts,
    pair_matrix,
    run_table,
    score_table,
    system_table,
    win_table,
)
from tertium.report.drawing import heatmap
from tertium.report.section import size
from tertium.report.table import Table


def title(result: Comparison) -> str:
    """The heading of a page."""
    return "Comparison of systems"


def data(result: Comparison) -> str:
    """The size of the test set."""
    found = result.data
    systems = result.metrics[0].systems
    return size(found.segments, found.documents or 0, systems, found.references)


def summary(result: Comparison) -> list[str]:
    """Which systems are significantly better or worse, by which metrics."""
    return comparison_summary(result)


def tables(result: Comparison, digits: int = 1) -> list[Table]:
    """All tables, metric by metric; notes on all of them follow the last."""
    made = []
    for metric in result.metrics:
        made.append(system_table(result, metric, digits))
        if has_runs(result):
            made.append(run_table(result, metric, digits))
        if result.settings.all_pairs:
            made.append(pair_matrix(result, metric).table())
            if counts_wins(result) and len(metric.pairs) <= FEW:
                made.append(win_table(result, metric))
    if has_letters(result):
        made.append(letter_table(result, digits))
    notes = [*made[-1].notes, *many_verdicts(result), *common_notes(result)]
    return [*made[:-1], replace(made[-1], notes=notes)]


def brief(result: Comparison, digits: int = 1) -> list[Table]:
    """One table for all metrics, with short notes."""
    table = brief_table(result, digits)
    return [replace(table, notes=[*table.notes, *brief_notes(result)])]


def charts(result: Comparison) -> Mapping[str, Callable[[], list[Any]]]:
    """A heatmap of all pairs, differences, distributions of the tests, scores with intervals."""
    metrics, settings = result.metrics, result.settings
    drawn: dict[str, Callable[[], list[Any]]] = {
        "differences": lambda: [difference_chart(result, metric) for metric in metrics],
        "distributions": lambda: distribution_charts(result),
        "intervals": lambda: [system_chart(result, metric) for metric in metrics],
    }
    if settings.all_pairs:
        return {"heatmap": lambda: [heatmap(pair_matrix(result, m)) for m in metrics], **drawn}
    return drawn


__all__ = ["brief", "charts", "data", "score_table", "summary", "tables", "title"]
