"""Agreement between annotators, of annotators with themselves, and with experts."""

from tertium.human.agreement import AgreementResult
from tertium.report.results.human_agreement import charts, tables
from tertium.report.section import Block, Drawing, Section

ORDER = 105
RESULTS = ("human agreement",)


def section(result: AgreementResult) -> Section | None:
    """A chart of the agreement with experts, then all tables."""
    drawn: list[Block] = [Drawing(draw) for draw in charts(result).values()]
    return Section("Agreement", [*drawn, *tables(result)])
