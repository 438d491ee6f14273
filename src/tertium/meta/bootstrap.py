"""How far a correlation would vary with other systems: the bootstrap over systems.

Systems are drawn with replacement, as many as there are, all their items with them. A system that
is drawn twice is not compared with itself: such pairs, which always tie in both scores, would make
every metric look better, or worse by tau-c. Draws on which the statistic is undefined, such as
those of one system only, are drawn anew, and counted.

Reference: Efron and Tibshirani 1993.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from tertium.core.arrays import Floats, Weights
from tertium.core.errors import UnknownMember
from tertium.core.resampling import Bootstrap, block_size, replicates
from tertium.inference.intervals import interval
from tertium.meta.correlation import Cells, Statistic, averaged
from tertium.meta.pairs import Vectors

METHODS = ("percentile", "bca")

# Draws for each that is wanted, before it is given up.
_MOST = 8


@dataclass(frozen=True, eq=False)
class BootstrapInterval:
    """An interval of a statistic, or of the difference of two metrics.

    Attributes:
        value: The statistic, or the difference, on all systems.
        low: Lower limit; NaN where it is undefined.
        high: Upper limit.
        level: Share of other samples of systems for which such an interval holds the truth.
        method: One of `METHODS`.
        values: The statistic, or difference, of each draw.
        redrawn: Draws that were replaced, as the statistic is undefined on them.
        missing: Cells left out, as a score is missing.
        reason: Why there is no interval, where there is none.
    """

    value: float
    low: float
    high: float
    level: float
    method: str
    values: Floats
    redrawn: int = 0
    missing: int = 0
    reason: str = ""


def bootstrap_interval(
    statistic: Statistic,
    gold: Floats,
    metric: Floats,
    *,
    average: str = "none",
    trials: int = 1000,
    seed: int = 12345,
    level: float = 0.95,
    method: str = "percentile",
) -> BootstrapInterval:
    """Interval of a statistic between people and a metric.

    Args:
        statistic: How agreement is measured.
        gold: Scores of people: (system, item), NaN where there is none.
        metric: Scores of the metric.
        average: As in `correlate`.
        trials: Number of draws.
        seed: Seed of the draws.
        level: Share of samples for which the interval holds the truth.
        method: One of `METHODS`.
    """
    return _interval(statistic, gold, [metric], average, trials, seed, level, method)


def bootstrap_difference(
    statistic: Statistic,
    gold: Floats,
    first: Floats,
    second: Floats,
    *,
    average: str = "none",
    trials: int = 1000,
    seed: int = 12345,
    level: float = 0.95,
    method: str = "percentile",
) -> BootstrapInterval:
    """Interval of the difference of two metrics, first minus second, on the same draws.

    Args:
        statistic: How agreement is measured.
        gold: Scores of people: (system, item), NaN where there is none.
        first: Scores of a metric.
        second: Scores of another. Cells that lack one of the three are left out.
        average: As in `correlate`.
        trials: Number of draws.
        seed: Seed of the draws.
        level: Share of samples for which the interval holds the truth.
        method: One of `METHODS`.
    """
    return _interval(statistic, gold, [first, second], average, trials, seed, level, method)


def _interval(
    statistic: Statistic,
    gold: Floats,
    metrics: Sequence[Floats],
    average: str,
    trials: int,
    seed: int,
    level: float,
    method: str,
) -> BootstrapInterval:
    import numpy as np

    if method not in METHODS:
        raise UnknownMember("interval", method, METHODS)
    cells = _with_scores(Cells.of(statistic, gold, metrics, average))
    drawn = DrawnSystems(statistic, cells)
    systems = len(cells.gold)
    value = drawn.observed(cells)

    def undefined(reason: str, redrawn: int = 0) -> BootstrapInterval:
        nothing = np.empty(0)
        return BootstrapInterval(
            value, math.nan, math.nan, level, method, nothing, redrawn, cells.missing, reason
        )

    if math.isnan(value):
        which = next(n for n in range(len(metrics)) if math.isnan(drawn.agreement(cells, n)))
        return undefined(statistic.reason(cells.vectors(which)))
    if systems < 3:
        return undefined(f"{systems} systems are too few to draw from, it takes three")
    values, redrawn = _defined(drawn, systems, trials, seed)
    if len(values) < trials:
        return undefined(
            f"the statistic is undefined on {redrawn:,} of {redrawn + len(values):,} draws", redrawn
        )

    def jackknife() -> Floats:
        left = [np.arange(systems) != number for number in range(systems)]
        return np.array([drawn.observed(_of_systems(cells, kept)) for kept in left])

    low, high = interval(values, level, method, value, jackknife)
    reason = "the statistic is undefined without one of the systems" if math.isnan(low) else ""
    return BootstrapInterval(
        value, low, high, level, method, values, redrawn, cells.missing, reason
    )


def _defined(drawn: "DrawnSystems", systems: int, trials: int, seed: int) -> tuple[Floats, int]:
    """Values of the first draws on which the statistic is defined, and how many were not."""
    import numpy as np

    asked = trials
    while True:
        values = replicates(Bootstrap(systems, systems), asked, seed, drawn)
        places = np.flatnonzero(~np.isnan(values))[:trials]
        if len(places) == trials or asked >= _MOST * trials:
            seen = places[-1] + 1 if len(places) == trials else asked
            return values[places], int(seen) - len(places)
        asked *= 2


@dataclass(frozen=True, eq=False)
class DrawnSystems:
    """Turns counts of drawn systems into values of the statistic, or differences of two metrics."""

    statistic: Statistic
    cells: Cells

    def __call__(self, counts: Weights) -> Floats:
        """Give one value for each replicate."""
        import numpy as np

        step = block_size(max(1, self.cells.gold.size))
        return np.concatenate(
            [self._values(counts[at : at + step]) for at in range(0, len(counts), step)]
        )

    def observed(self, cells: Cells) -> float:
        """The value on all systems of a table."""
        first, *second = (self.agreement(cells, number) for number in range(len(cells.metrics)))
        return first - second[0] if second else first

    def agreement(self, cells: Cells, metric: int) -> float:
        """How well one of the metrics agrees with people."""
        return float(averaged(self.statistic, cells.vectors(metric))[0])

    def _values(self, counts: Weights) -> Floats:
        import numpy as np

        cells = self.cells
        times = counts.astype(np.intp)
        replicates, systems = times.shape
        everyone = np.tile(np.arange(systems), replicates)
        chosen = np.repeat(everyone, times.ravel()).reshape(replicates, systems).T

        def taken(table: Any) -> Any:
            """(place, item, replicate), in vectors."""
            return cells.arranged(np.ascontiguousarray(table[chosen].swapaxes(1, 2)))

        gold, present = taken(cells.gold), taken(cells.present)
        copies = self._of_vectors(times * (times - 1) // 2)
        repeated = self._of_vectors(np.maximum(times - 1, 0))
        values = [
            averaged(self.statistic, Vectors(gold, taken(metric), present, copies, repeated))
            for metric in cells.metrics
        ]
        return values[0] - values[1] if len(values) == 2 else values[0]

    def _of_vectors(self, of_systems: Weights) -> Any:
        """Sum up numbers that each cell has from its system: (vector, replicate)."""
        import numpy as np

        if self.cells.layout == "system":
            return np.zeros((1, 1), np.intp)  # a vector has each cell once
        of_items = self.cells.present.astype(np.intp).T @ of_systems.T
        return of_items.sum(axis=0, keepdims=True) if self.cells.layout == "none" else of_items


def _with_scores(cells: Cells) -> Cells:
    """Leave out systems without any score."""
    return _of_systems(cells, cells.present.any(axis=1))


def _of_systems(cells: Cells, kept: Any) -> Cells:
    return replace(
        cells,
        gold=cells.gold[kept],
        metrics=tuple(metric[kept] for metric in cells.metrics),
        present=cells.present[kept],
    )
