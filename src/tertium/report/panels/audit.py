"""Audit: published intervals of correlations beside proper ones."""

from functools import partial

from tertium.core.results import Result
from tertium.meta.audit import Audit
from tertium.report import meta_charts
from tertium.report.audit import audit_table
from tertium.report.section import Drawing, Section

ORDER = 113


def section(result: Result) -> Section | None:
    """A chart and a table."""
    if not isinstance(result, Audit):
        return None
    chart = Drawing(partial(meta_charts.audit_chart, result))
    return Section("Published intervals", [chart, audit_table(result)])
