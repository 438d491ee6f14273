"""What a sample of systems can tell of a correlation (Graham and Liu 2016, Figures 1 and 2).

A population of systems whose human and metric scores are normal, and correlate as much as said:
exactly, not about. Samples of n systems are drawn from it, and their correlations spread as those
of an evaluation with n systems would.
"""

from dataclasses import dataclass
from typing import ClassVar

from tertium.core.arrays import Floats
from tertium.core.comparison import Distribution
from tertium.core.errors import ParameterError
from tertium.core.limits import LARGEST_SEED, MOST_SAMPLES
from tertium.core.plain import plain_table
from tertium.core.progress import Advance
from tertium.core.records import Defects, empty
from tertium.core.resampling import POPULATION, POPULATION_SAMPLES, generator
from tertium.core.results import Row, StoredResult
from tertium.core.spec import Spec, option
from tertium.core.version import VERSION
from tertium.inference import intervals
from tertium.inference.correlations import Interval, fisher

_BINS = 60
# Systems of the population that a picture shows.
_SHOWN = 2_000
# Systems of all samples that are in memory at a time.
_DRAWN = 2**16


@dataclass(frozen=True)
class Settings(Spec):
    """What is simulated."""

    name: ClassVar[str] = "simulate"

    r: float = option(
        0.9, "Correlation of metric and human scores in the population.", minimum=-1, maximum=1
    )
    n: int = option(5, "Number of systems of a sample.", minimum=2, maximum=MOST_SAMPLES)
    level: float = option(0.95, "Level of intervals.", above=0, below=1)
    reported: float | None = option(
        None,
        "Half the width of a symmetric interval, as published, to hold against.",
        minimum=0,
        maximum=2,
    )
    population: int = option(
        10_000, "Number of systems of the population.", minimum=3, maximum=MOST_SAMPLES
    )
    samples: int = option(10_000, "Number of samples.", minimum=1, maximum=MOST_SAMPLES)
    seed: int = option(12345, "Seed of all that is drawn.", minimum=0, maximum=LARGEST_SEED)

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.n > self.population:
            raise ParameterError.bad_value(self.name, "n", "at most the population", self.n)


@dataclass(frozen=True, repr=False)
class Simulation(StoredResult):
    """Correlations of samples of a population whose correlation is known.

    Attributes:
        tertium: Version.
        settings: What was simulated.
        mean: Mean correlation of the samples.
        deviation: Their standard deviation.
        sampled: Interval that holds so many of them.
        fisher: Fisher's interval around the correlation of the population.
        reported: The symmetric interval to hold against, where one is given.
        within: Share of samples within that.
        distribution: Histogram of the correlations of samples.
        systems: Human and metric scores of some systems of the population.
    """

    result: ClassVar[str] = "meta simulate"

    tertium: str
    settings: Settings
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
        """Everything that decides the numbers."""
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


def simulate(settings: Settings, advance: Advance | None = None) -> Simulation:
    """Draw a population, and samples of it; `advance` is called with the share of work done."""
    import numpy as np

    human, metric = _population(settings)
    found = _correlations(human, metric, settings, advance)
    counts, edges = np.histogram(found, bins=_BINS)
    around = None
    if settings.reported is not None:
        around = Interval(settings.r - settings.reported, settings.r + settings.reported)
    within = np.mean((found >= around.low) & (found <= around.high)) if around else np.nan
    return Simulation(
        tertium=VERSION,
        settings=settings,
        mean=float(found.mean()),
        deviation=float(found.std(ddof=1)) if len(found) > 1 else float("nan"),
        sampled=Interval(*intervals.percentile(found, settings.level)),
        fisher=fisher(settings.r, settings.n, settings.level),
        reported=around,
        within=float(within),
        distribution=Distribution(
            float(edges[0]), float(edges[-1]), tuple(map(int, counts)), settings.r
        ),
        systems=tuple(
            (float(x), float(y)) for x, y in zip(human[:_SHOWN], metric[:_SHOWN], strict=True)
        ),
    )


def _population(settings: Settings) -> tuple[Floats, Floats]:
    """Scores with mean 0 and deviation 1 that correlate exactly as wanted."""
    import numpy as np

    random = generator(settings.seed, POPULATION, 0)
    human = _standard(random.standard_normal(settings.population))
    noise = random.standard_normal(settings.population)
    noise = _standard(noise - noise.mean() - human * (human @ noise) / settings.population)
    return human, settings.r * human + np.sqrt(1 - settings.r**2) * noise


def _standard(values: Floats) -> Floats:
    standard: Floats = (values - values.mean()) / values.std()
    return standard


def _correlations(
    human: Floats, metric: Floats, settings: Settings, advance: Advance | None
) -> Floats:
    """Correlation of every sample; systems are drawn without replacement."""
    import numpy as np

    random = generator(settings.seed, POPULATION_SAMPLES, 0)
    found = np.empty(settings.samples)
    step = max(1, _DRAWN // settings.n)
    for begin in range(0, settings.samples, step):
        part = found[begin : begin + step]
        drawn = np.stack(
            [
                random.choice(settings.population, settings.n, replace=False, shuffle=False)
                for _ in part
            ]
        )
        x, y = (
            values[drawn] - values[drawn].mean(axis=1, keepdims=True) for values in (human, metric)
        )
        part[:] = (x * y).sum(axis=1) / np.sqrt((x**2).sum(axis=1) * (y**2).sum(axis=1))
        if advance is not None:
            advance(len(part) / settings.samples)
    return np.clip(found, -1, 1)
