"""Audit: published confidence intervals of correlations beside Fisher's."""

from tertium.meta.audit import Audit
from tertium.report.results.meta_audit import audit_chart, audit_table
from tertium.report.section import Drawing, Section

ORDER = 113
RESULTS = ("meta audit",)


def section(result: Audit) -> Section | None:
    """A chart and a table."""
    chart = Drawing.of(audit_chart, result)
    return Section("Published intervals", [chart, audit_table(result)])
