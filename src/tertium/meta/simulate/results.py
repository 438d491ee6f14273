"""Results of a simulation."""

from dataclasses import dataclass
from typing import ClassVar

from tertium.comparison.comparison_result import Distribution
from tertium.core.formatting import plain_table
from tertium.core.intervals import Interval
from tertium.core.records import Defects, empty
from tertium.core.results import Row, StoredResult
from tertium.meta.simulate.settings import SimulateSettings


@dataclass(frozen=True, eq=False, repr=False)
class Simulation(StoredResult):
    """Correlations of samples from a population with a known correlation.

    Attributes:
        tertium: Version.
        settings: Settings of the simulation.
        mean: Mean correlation of the samples.
        deviation: Standard deviation of the correlations.
        sampled: Central interval of the correlations: 95 % of them at a confidence level of 0.95.
        fisher: Fisher's interval around the correlation of the population.
        reported: The published symmetric interval, if there is one.
        within: Share of the correlations within the published interval.
        distribution: Histogram of the correlations of samples.
        systems: Human and metric scores of some systems of the population.
    """

    result: ClassVar[str] = "meta simulate"

    tertium: str
    settings: SimulateSettings
    mean: float
    deviation: float
    sampled: Interval
    fisher: Interval
    reported: Interval | None
    within: float
    distribution: Distribution
    systems: tuple[tuple[float, float], ...]

    def defects(self) -> Defects:
        """There are systems to show."""
        yield from empty(self, "systems")

    @property
    def signature(self) -> str:
        """Everything that determines the numbers."""
        return f"{self.settings}|version:tertium-{self.tertium}"

    def to_rows(self) -> list[Row]:
        """One row per interval."""
        named = {"samples": self.sampled, "fisher": self.fisher, "reported": self.reported}
        return [
            {
                "interval": name,
                "r": self.settings.r,
                "n": self.settings.n,
                "low": one.low,
                "high": one.high,
            }
            for name, one in named.items()
            if one is not None
        ]

    def __str__(self) -> str:
        rows = [
            [row["interval"], f"{row['low']:.3f}", f"{row['high']:.3f}"] for row in self.to_rows()
        ]
        return plain_table(["interval", "low", "high"], rows)
