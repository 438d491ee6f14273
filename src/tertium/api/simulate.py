"""Simulate how much a correlation varies from sample to sample of systems."""

from tertium.core.progress import Advance, reported_as
from tertium.meta.simulate import study
from tertium.meta.simulate.results import Simulation
from tertium.meta.simulate.settings import SimulateSettings


@reported_as("Simulating")
def simulate(
    *,
    r: float = 0.9,
    n: int = 5,
    confidence_level: float = 0.95,
    reported: float | None = None,
    population: int = 10_000,
    trials: int = 10_000,
    seed: int = 12345,
    progress: Advance | None = None,
) -> Simulation:
    """Simulate meta-evaluations of a metric whose true correlation with human scores is known.

    Args:
        r: Correlation of the metric with human scores in the population of systems.
        n: Number of systems in a sample.
        confidence_level: Confidence level of the intervals.
        reported: Half the width of a published symmetric interval, to compare with.
        population: Number of systems in the population.
        trials: Number of samples.
        seed: Seed of the simulation.
        progress: Called with the share of the work done since the last call, like `tqdm.update`.

    Returns:
        The simulation. Print it, or use `.sampled`, `.fisher`, `.to_dict()` or `.to_frame()`.

    Example:
        >>> simulation = tertium.simulate(r=0.91, n=5, trials=1000)
        >>> simulation.sampled.low < 0.7
        True
    """
    settings = SimulateSettings(
        r=r,
        n=n,
        confidence_level=confidence_level,
        reported=reported,
        population=population,
        trials=trials,
        seed=seed,
    )
    return study.simulate(settings, progress)
