"""Simulation: how much the correlation of a metric varies between samples of systems."""

from tertium.meta.simulate.results import Simulation
from tertium.report.results.meta_simulate import (
    population_chart,
    sampling_chart,
    simulation_table,
)
from tertium.report.section import Drawing, Section

ORDER = 112
RESULTS = ("meta simulate",)


def section(result: Simulation) -> Section | None:
    """The distribution of correlations, the population, and the intervals."""
    return Section(
        "Correlations of samples of systems",
        [
            Drawing.of(sampling_chart, result),
            Drawing.of(population_chart, result),
            simulation_table(result),
        ],
    )
