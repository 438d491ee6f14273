"""Simulate what a sample of systems can tell of a correlation."""

from tertium.core.progress import Advance
from tertium.core.spec import Value
from tertium.meta import simulation


def simulate(*, advance: Advance | None = None, **settings: Value) -> simulation.Simulation:
    """Simulate evaluations of a metric whose true correlation with people is known.

    Args:
        advance: Called with the share of the work done since the last call.
        settings: Any of `r`, `n`, `level`, `reported`, `population`, `samples`, `seed`; see
            `tertium.meta.simulation.Settings`.
    """
    return simulation.simulate(simulation.Settings.of(settings), advance)
