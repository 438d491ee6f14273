"""Comparison of metrics: correlations, and their differences."""

from tertium.meta.compare_metrics.results import MetricComparison
from tertium.report.correlations import forest
from tertium.report.drawing import heatmap
from tertium.report.results.meta_compare import difference_matrix, tables, wins_chart
from tertium.report.section import Drawing, Section

ORDER = 111
RESULTS = ("meta compare",)


def section(result: MetricComparison) -> Section | None:
    """Charts and tables of correlations and of their differences."""
    of_metrics, of_pairs = tables(result)
    return Section(
        "Comparison of metrics",
        [
            Drawing.of(forest, result, result.statistic),
            of_metrics,
            Drawing.of(wins_chart, result),
            Drawing.of(heatmap, difference_matrix(result)),
            of_pairs,
        ],
    )
