"""Ranking: systems by human judgments, with intervals, tests of all pairs and clusters."""

from functools import partial

from tertium.api.rank import HumanRanking
from tertium.core.results import Result
from tertium.report import charts
from tertium.report.rank import error_table, ranking_matrix, ranking_notes, ranking_table
from tertium.report.section import Block, Drawing, Items, Section

ORDER = 80


def section(result: Result) -> Section | None:
    """A chart and a table of scores, a heatmap and a matrix of tests, and errors if marked."""
    if not isinstance(result, HumanRanking):
        return None
    blocks: list[Block] = [
        Drawing(partial(charts.ranking_chart, result)),
        ranking_table(result),
    ]
    if result.ranking is not None:
        matrix = ranking_matrix(result.ranking)
        blocks += [Drawing(partial(charts.heatmap, matrix)), matrix.table()]
    if result.errors:
        blocks.append(error_table(result))
    return Section("Ranking", [*blocks, Items("What the numbers are", ranking_notes(result))])
