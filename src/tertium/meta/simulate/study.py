"""The study: sample systems from a population in which the correlation is known.

Human scores and metric scores of the population are normal, and their correlation is exactly r.
Correlations of samples of n systems vary like those of evaluations with n systems (Graham and Liu
2016, Figures 1 and 2).
"""

import math

import numpy as np

from tertium.comparison.comparison_result import Distribution
from tertium.core.arrays import Floats
from tertium.core.intervals import Interval
from tertium.core.progress import Advance
from tertium.core.resampling import POPULATION, POPULATION_SAMPLES, generator
from tertium.core.version import VERSION
from tertium.inference import intervals
from tertium.inference.correlations import fisher
from tertium.meta.simulate.results import Simulation
from tertium.meta.simulate.settings import SimulateSettings

_BINS = 60
# Number of systems of the population in a scatter plot.
_SHOWN = 2_000
# Number of systems of all samples in memory at a time.
_DRAWN = 2**16


def simulate(settings: SimulateSettings, advance: Advance | None = None) -> Simulation:
    """Draw a population, and samples from it; `advance` is called with the share of work done."""
    human, metric = _population(settings)
    correlations = _correlations(human, metric, settings, advance)
    counts, edges = np.histogram(correlations, bins=_BINS)
    reported = None
    if settings.reported is not None:
        reported = Interval(settings.r - settings.reported, settings.r + settings.reported)
    within = math.nan
    if reported is not None:
        inside = (correlations >= reported.low) & (correlations <= reported.high)
        within = float(np.mean(inside))
    return Simulation(
        tertium=VERSION,
        settings=settings,
        mean=float(correlations.mean()),
        deviation=float(correlations.std(ddof=1)) if len(correlations) > 1 else math.nan,
        sampled=intervals.percentile(correlations, settings.confidence_level),
        fisher=fisher(settings.r, settings.n, settings.confidence_level),
        reported=reported,
        within=within,
        distribution=Distribution(
            float(edges[0]), float(edges[-1]), tuple(map(int, counts)), settings.r
        ),
        systems=tuple(
            (float(x), float(y)) for x, y in zip(human[:_SHOWN], metric[:_SHOWN], strict=True)
        ),
    )


def _population(settings: SimulateSettings) -> tuple[Floats, Floats]:
    """Human and metric scores with mean 0, standard deviation 1 and correlation r."""
    random = generator(settings.seed, POPULATION, 0)
    human = _standard(random.standard_normal(settings.population))
    noise = random.standard_normal(settings.population)
    noise = _standard(noise - noise.mean() - human * (human @ noise) / settings.population)
    return human, settings.r * human + np.sqrt(1 - settings.r**2) * noise


def _standard(values: Floats) -> Floats:
    standard: Floats = (values - values.mean()) / values.std()
    return standard


def _correlations(
    human: Floats, metric: Floats, settings: SimulateSettings, advance: Advance | None
) -> Floats:
    """Correlation of every sample; systems are drawn without replacement."""
    random = generator(settings.seed, POPULATION_SAMPLES, 0)
    correlations = np.empty(settings.trials)
    step = max(1, _DRAWN // settings.n)
    for begin in range(0, settings.trials, step):
        part = correlations[begin : begin + step]
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
            advance(len(part) / settings.trials)
    return np.clip(correlations, -1, 1)
