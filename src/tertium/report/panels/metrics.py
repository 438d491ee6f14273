"""Metrics compared: correlations, which of them differ, and which only seem to."""

from functools import partial

from tertium.core.results import Result
from tertium.meta.comparison import MetricComparison
from tertium.report import charts, meta_charts
from tertium.report.correlate import comparison_tables, difference_matrix
from tertium.report.section import Drawing, Section

ORDER = 111


def section(result: Result) -> Section | None:
    """Charts and tables of correlations and of their differences."""
    if not isinstance(result, MetricComparison):
        return None
    of_metrics, of_pairs = comparison_tables(result)
    return Section(
        "Metrics compared",
        [
            Drawing(partial(meta_charts.forest, result, result.statistic)),
            of_metrics,
            Drawing(partial(meta_charts.wins_chart, result)),
            Drawing(partial(charts.heatmap, difference_matrix(result))),
            of_pairs,
        ],
    )
