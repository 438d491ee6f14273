"""Annotators: which of them pass quality control."""

from tertium.core.results import Result
from tertium.report import presentation
from tertium.report.section import Section

ORDER = 100
RESULTS = ("human quality", "human rank")


def section(result: Result) -> Section | None:
    """A table with a row for each annotator, if quality control was applied."""
    table = presentation.member(result).annotator_table(result)
    return None if table is None else Section("Annotators", [table])
