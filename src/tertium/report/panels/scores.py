"""Scores of all systems under all metrics, with confidence intervals."""

from tertium.core.results import Result
from tertium.report import presentation
from tertium.report.section import Drawing, Section

ORDER = 20
RESULTS = ("compare", "score")


def section(result: Result) -> Section | None:
    """Charts of the metrics, and all numbers as a table."""
    table = presentation.member(result).score_table(result, digits=2)
    return Section("Scores", [Drawing(presentation.charts(result)["intervals"]), table])
