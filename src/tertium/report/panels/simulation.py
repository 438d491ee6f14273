"""Simulation: what a sample of systems can tell of a correlation."""

from functools import partial

from tertium.core.results import Result
from tertium.meta.simulation import Simulation
from tertium.report import meta_charts
from tertium.report.section import Drawing, Section
from tertium.report.simulate import simulation_table

ORDER = 112


def section(result: Result) -> Section | None:
    """The distribution, the population, and intervals in words."""
    if not isinstance(result, Simulation):
        return None
    return Section(
        "What a sample can tell",
        [
            Drawing(partial(meta_charts.sampling_chart, result)),
            Drawing(partial(meta_charts.population_chart, result)),
            simulation_table(result),
        ],
    )
