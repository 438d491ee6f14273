"""Ranking: systems by human judgments, with intervals, tests of all pairs and clusters."""

from functools import partial

from tertium.api.rank import HumanRanking
from tertium.core.results import Result
from tertium.report import charts
from tertium.report.rank import ranking_matrix, ranking_tables
from tertium.report.section import Block, Drawing, Section

ORDER = 80


def section(result: Result) -> Section | None:
    """A chart and a table of scores, a heatmap and a matrix of tests, and errors if marked."""
    if not isinstance(result, HumanRanking):
        return None
    scores, *others = ranking_tables(result)
    blocks: list[Block] = [Drawing(partial(charts.ranking_chart, result)), scores]
    if result.ranking is not None:
        blocks.append(Drawing(partial(charts.heatmap, ranking_matrix(result.ranking))))
    return Section("Ranking", [*blocks, *others])
