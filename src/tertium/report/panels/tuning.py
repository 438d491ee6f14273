"""Tuning: parameters of a metric before and after, and their gain."""

from tertium.meta.tune.results import Tuning
from tertium.report.results.meta_tune import tables, tuning_chart
from tertium.report.section import Drawing, Section

ORDER = 190
RESULTS = ("meta tune",)


def section(result: Tuning) -> Section | None:
    """The parameters, a chart of the folds, and the correlations."""
    parameters, correlations = tables(result)
    chart = Drawing.of(tuning_chart, result)
    return Section("Tuning", [parameters, chart, correlations])
