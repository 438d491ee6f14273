"""Human judgments under two conditions: differences with their intervals."""

from tertium.human.condition_comparison import ConditionComparison
from tertium.report.results.human_compare_conditions import charts, difference_chart, tables
from tertium.report.section import Block, Drawing, Section

ORDER = 107
RESULTS = ("human compare-conditions",)


def section(result: ConditionComparison) -> Section | None:
    """A chart of the differences, then all tables."""
    drawn: list[Block] = [Drawing.of(difference_chart, result)] if charts(result) else []
    return Section("Judgments under two conditions", [*drawn, *tables(result)])
