"""Ranking: systems by human judgments, with intervals, tests of all pairs and clusters."""

from tertium.human.rank import HumanRanking
from tertium.report.drawing import heatmap
from tertium.report.results.human_rank import ranking_chart, ranking_matrix, tables
from tertium.report.section import Block, Drawing, Section

ORDER = 80
RESULTS = ("human rank",)


def section(result: HumanRanking) -> Section | None:
    """A chart and a table of scores, a heatmap and a matrix of tests, and errors if marked."""
    scores, *others = tables(result)
    blocks: list[Block] = [Drawing.of(ranking_chart, result), scores]
    if result.ranking is not None:
        blocks.append(Drawing.of(heatmap, ranking_matrix(result.ranking)))
    return Section("Ranking", [*blocks, *others])
