"""Mix two systems, so that they have a given difference.

Units are swapped between the systems at random. The differences on single units stay as they are,
so a small difference is as hard to detect as one between real systems.
"""

from dataclasses import replace

import numpy as np

from tertium.core.arrays import Floats
from tertium.core.errors import UsageError
from tertium.core.sample import Pair, Sample


def mixed(sample: Sample, pair: Pair, swapped: Floats) -> Sample:
    """Make two systems that have swapped units.

    Args:
        sample: The sample of the pair.
        pair: The systems.
        swapped: 1 for each unit that is swapped, 0 for the others; or the probability of a swap,
            which gives the expected statistics.
    """
    share = swapped[:, None]

    def side(own: tuple[Floats, ...], others: tuple[Floats, ...]) -> tuple[Floats, ...]:
        partners = [others[run % len(others)] for run in range(len(own))]
        return tuple(a * (1 - share) + b * share for a, b in zip(own, partners, strict=True))

    one, two = sample.rows[pair.system], sample.rows[pair.other]
    return replace(sample.bare, rows={pair.system: side(one, two), pair.other: side(two, one)})


def improvement(sample: Sample, pair: Pair) -> float:
    """How much better the first system of a pair is, under the only metric of a sample."""
    return float(sample.improvements([pair], sample.observed)[0, 0])


def chances(sample: Sample, pair: Pair, difference: float) -> Floats:
    """Probability of each unit to be swapped, so that the expected difference is the wanted one.

    Without swaps the difference is the observed one. If each unit is swapped with probability 1/2,
    the expected difference is 0; if the units on which the other system is better are swapped, it
    is the largest possible one. In between, bisection finds the wanted difference.
    """
    observed = improvement(sample, pair)
    if difference == observed:
        return np.zeros(sample.units)
    smaller = difference < observed
    towards = np.full(sample.units, 0.5) if smaller else _against(sample, pair)

    def at(amount: float) -> float:
        return improvement(mixed(sample, pair, amount * towards), pair)

    if max(observed, at(1)) < difference:
        (metric,) = sample.metrics
        raise UsageError(
            f"A difference of {difference:g} {metric.title} cannot be made from these outputs.",
            hint=f"The largest possible difference is {at(1):.{2 + metric.digits}f}: {pair.system}"
            " has the better output of each segment.",
        )
    enough, too_much = 0.0, 1.0
    for _ in range(50):
        middle = (enough + too_much) / 2
        if (at(middle) > difference) == smaller:
            enough = middle
        else:
            too_much = middle
    return towards * enough


def _against(sample: Sample, pair: Pair) -> Floats:
    """1 for each unit on which the other system is better."""
    (metric,) = sample.metrics
    of_unit = metric.for_segments()
    system, other = (
        np.mean([of_unit.scores(rows) for rows in sample.rows[name]], axis=0) for name in pair
    )
    against: Floats = ((system - other) * sample.orientation[0] < 0).astype(np.float64)
    return against
