"""Agreement between annotators, and of annotators with themselves."""

from tertium.human.agreement import AgreementResult
from tertium.report.results.human_agreement import tables
from tertium.report.section import Section

ORDER = 105
RESULTS = ("human agreement",)


def section(result: AgreementResult) -> Section | None:
    """All tables of the agreement."""
    return Section("Agreement", tables(result))
