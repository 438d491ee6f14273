"""Simulated annotators, for example data and for the rehearsal of campaigns.

An annotator has a scale, a bias and a noise, and rates an output of some true quality, from 0 to
100, as::

    rating = clip(round(scale * quality + bias + noise * normal), 0, 100)

where ``normal`` is a standard normal draw. A careless annotator clicks at random: any integer from
30 to 100, for any item.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Protocol

import numpy as np

from tertium.core.arrays import Floats
from tertium.core.errors import UsageError, did_you_mean

# Smallest rating of a careless annotator, and the number of ratings from there to the largest.
_LOWEST, _CHOICES = 30, 71


class Draws(Protocol):
    """A source of random numbers."""

    def below(self, limit: int) -> int:
        """Return a whole number from 0 to ``limit - 1``."""

    def normal(self) -> float:
        """Return a standard normal draw."""


@dataclass(frozen=True)
class Annotator:
    """A simulated annotator; see the module docstring for the formula.

    Attributes:
        name: Name of the annotator.
        scale: Factor that the annotator applies to quality.
        bias: Constant that the annotator adds to every rating.
        noise: Standard deviation of repeated ratings of one item.
        careless: Whether the annotator clicks at random instead.
    """

    name: str
    scale: float
    bias: float
    noise: float
    careless: bool = False

    def rate(self, quality: int, draws: Draws) -> int:
        """Rate an output of some true quality."""
        if self.careless:
            return _LOWEST + draws.below(_CHOICES)
        value = self.scale * quality + self.bias + self.noise * draws.normal()
        return min(100, max(0, round(value)))

    def rate_all(self, qualities: Floats, random: np.random.Generator) -> Floats:
        """Rate outputs of some true qualities."""
        if self.careless:
            return random.integers(_LOWEST, _LOWEST + _CHOICES, len(qualities)).astype(np.float64)
        noise = self.noise * random.standard_normal(len(qualities))
        return np.clip(np.round(self.scale * qualities + self.bias + noise), 0, 100)


def _good(name: str, random: np.random.Generator) -> Annotator:
    """Annotators use the scale differently, and repeat a rating to within some points."""
    scale = float(random.uniform(0.7, 1.1))
    return Annotator(name, scale, float(random.uniform(-10, 20)), float(random.uniform(5, 10)))


def _noisy(name: str, random: np.random.Generator) -> Annotator:
    """Annotators who read in haste: they tell good from bad, but hardly more."""
    scale = float(random.uniform(0.7, 1.1))
    return Annotator(name, scale, float(random.uniform(-10, 20)), float(random.uniform(20, 30)))


def _careless(name: str, random: np.random.Generator) -> Annotator:
    return Annotator(name, 0.0, 0.0, 0.0, careless=True)


# Kinds of annotators, by the word that asks for them.
KINDS: Mapping[str, Callable[[str, np.random.Generator], Annotator]] = {
    "good": _good,
    "noisy": _noisy,
    "careless": _careless,
}


def simulated_annotators(counts: Mapping[str, int], random: np.random.Generator) -> list[Annotator]:
    """Make annotators of some kinds.

    Args:
        counts: Number of annotators of each kind of `KINDS`.
        random: Source of random numbers.
    """
    made = []
    for kind, count in counts.items():
        if kind not in KINDS:
            raise UsageError(
                f"There are no {kind!r} annotators.{did_you_mean(kind, KINDS)}",
                hint=f"Known: {', '.join(KINDS)}.",
            )
        made += [KINDS[kind](f"{kind}-{number}", random) for number in range(1, count + 1)]
    return made
