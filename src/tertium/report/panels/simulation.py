"""Simulation: what a sample of systems can tell of a correlation."""

from tertium.meta.simulate.study import Simulation
from tertium.report.results.meta_simulate import (
    population_chart,
    sampling_chart,
    simulation_table,
)
from tertium.report.section import Drawing, Section

ORDER = 112
RESULTS = ("meta simulate",)


def section(result: Simulation) -> Section | None:
    """The distribution, the population, and intervals in words."""
    return Section(
        "What a sample can tell",
        [
            Drawing.of(sampling_chart, result),
            Drawing.of(population_chart, result),
            simulation_table(result),
        ],
    )
