"""Gold: adequacy, fluency, and both together."""

from functools import partial

from tertium.api.gold import GoldResult
from tertium.core.results import Result
from tertium.report import charts
from tertium.report.gold import gold_matrices, gold_tables
from tertium.report.section import Drawing, Section

ORDER = 90


def section(result: Result) -> Section | None:
    """The heatmaps of Figure 7 of Graham et al. 2014, then all matrices."""
    if not isinstance(result, GoldResult):
        return None
    drawings = [Drawing(partial(charts.heatmap, matrix)) for matrix in gold_matrices(result)]
    return Section("Verdicts on pairs", [*drawings, *gold_tables(result)])
