"""Correlations of metrics with people: forest plot, tables, scatter plots."""

from functools import partial

from tertium.core.results import Result
from tertium.meta.comparison import Correlations
from tertium.report import meta_charts
from tertium.report.charts import alt
from tertium.report.correlate import correlation_tables
from tertium.report.section import Block, Drawing, Section

ORDER = 110


def section(result: Result) -> Section | None:
    """A chart and a table for each statistic, then scores against each other."""
    if not isinstance(result, Correlations):
        return None
    tables = correlation_tables(result)
    blocks: list[Block] = []
    for statistic, table in zip(result.statistics, tables, strict=True):
        blocks += [Drawing(partial(meta_charts.forest, result, statistic)), table]
    if result.scores:
        blocks += [Drawing(lambda: alt().concat(*meta_charts.scatters(result), columns=2))]
    return Section("Agreement with people", blocks)
