"""Correlations of metrics with human scores: forest plot, tables, scatter plots."""

from tertium.meta.correlate.results import Correlations
from tertium.report.correlations import forest
from tertium.report.drawing import alt
from tertium.report.results.meta_correlate import scatters, tables
from tertium.report.section import Block, Drawing, Section

ORDER = 110
RESULTS = ("meta correlate",)


def section(result: Correlations) -> Section | None:
    """A chart and a table for each statistic, then scores against each other."""
    blocks: list[Block] = []
    for statistic, table in zip(result.statistics, tables(result), strict=True):
        blocks += [Drawing.of(forest, result, statistic), table]
    if result.scores:
        blocks += [Drawing(lambda: [alt().concat(*scatters(result), columns=2)])]
    return Section("Correlation with human scores", blocks)
