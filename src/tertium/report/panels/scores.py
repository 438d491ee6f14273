"""Scores: every system under every metric, with intervals."""

from functools import partial

from tertium.core.comparison import Comparison
from tertium.core.results import Result, Scores
from tertium.report import charts
from tertium.report.compare import score_table
from tertium.report.score import score_table as table_of_scores
from tertium.report.section import Drawing, Section

ORDER = 20


def section(result: Result) -> Section | None:
    """Charts of the metrics, and all numbers as a table."""
    if isinstance(result, Comparison):
        drawings = [
            Drawing(partial(charts.system_chart, result, metric)) for metric in result.metrics
        ]
        return Section("Scores", [*drawings, score_table(result, digits=2)])
    if isinstance(result, Scores):
        drawings = [
            Drawing(partial(charts.score_chart, result, metric)) for metric in result.metrics
        ]
        return Section("Scores", [*drawings, table_of_scores(result, digits=2)])
    return None
