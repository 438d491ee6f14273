"""Gold: adequacy, fluency, and both together."""

from tertium.human.gold import GoldResult
from tertium.report.drawing import heatmap
from tertium.report.results.human_gold import gold_matrices, tables
from tertium.report.section import Drawing, Section

ORDER = 90
RESULTS = ("human gold",)


def section(result: GoldResult) -> Section | None:
    """The heatmaps of Figure 7 of Graham et al. 2014, then all matrices."""
    drawings = [Drawing.of(heatmap, matrix) for matrix in gold_matrices(result)]
    return Section("Verdicts on pairs", [*drawings, *tables(result)])
