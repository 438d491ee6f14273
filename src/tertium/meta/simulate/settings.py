"""Settings of simulated samples of systems."""

from dataclasses import dataclass
from typing import ClassVar

from tertium.core.errors import ParameterError
from tertium.core.limits import LARGEST_SEED, MOST_SAMPLES
from tertium.core.spec import StudySettings, option


@dataclass(frozen=True)
class SimulateSettings(StudySettings):
    """How evaluations of a metric are simulated."""

    name: ClassVar[str] = "simulate"

    r: float = option(
        0.9, "Correlation of metric and human scores in the population.", minimum=-1, maximum=1
    )
    n: int = option(5, "Number of systems in a sample.", minimum=2, maximum=MOST_SAMPLES)
    confidence_level: float = option(0.95, "Confidence level of the intervals.", above=0, below=1)
    reported: float | None = option(
        None,
        "Half the width of a published symmetric interval, to compare with.",
        minimum=0,
        maximum=2,
    )
    population: int = option(
        10_000, "Number of systems in the population.", minimum=3, maximum=MOST_SAMPLES
    )
    trials: int = option(10_000, "Number of samples.", minimum=1, maximum=MOST_SAMPLES)
    seed: int = option(12345, "Seed of the resampling.", minimum=0, maximum=LARGEST_SEED)

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.n > self.population:
            raise ParameterError.bad_value(self.name, "n", "at most the population", self.n)
