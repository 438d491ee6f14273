"""Tuning: parameters of a metric before and after, and what they gain."""

from functools import partial

from tertium.core.results import Result
from tertium.meta.tuning import Tuning
from tertium.report import meta_charts
from tertium.report.section import Drawing, Section
from tertium.report.tune import tuning_tables

ORDER = 190


def section(result: Result) -> Section | None:
    """What is gained, a chart of the folds, and the parameters."""
    if not isinstance(result, Tuning):
        return None
    parameters, correlations = tuning_tables(result)
    chart = Drawing(partial(meta_charts.tuning_chart, result))
    return Section("Tuning", [parameters, chart, correlations])
