"""Annotators: who can be trusted, and how far they agree."""

from tertium.api.agreement import AgreementResult
from tertium.api.quality import Quality
from tertium.api.rank import HumanRanking
from tertium.core.results import Result
from tertium.report.agreement import agreement_tables
from tertium.report.quality import quality_table
from tertium.report.section import Section

ORDER = 100


def section(result: Result) -> Section | None:
    """Tables with a row for each annotator."""
    if isinstance(result, AgreementResult):
        return Section("Agreement", agreement_tables(result))
    if isinstance(result, HumanRanking) and result.quality is not None:
        # Annotators are judged by all tasks and language pairs, which a ranking does not hold.
        result = Quality(result.tertium, result.data.digest, (), (), (), result.quality)
    if isinstance(result, Quality):
        return Section("Annotators", [quality_table(result)])
    return None
