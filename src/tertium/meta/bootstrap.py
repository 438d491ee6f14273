"""The bootstrap over systems: how much a correlation would vary with other systems.

Systems are drawn with replacement, with all of their items; a draw has the number of systems of the
table. A system that is drawn twice is not compared with itself: such pairs always tie in both
scores, and would make every metric look better, or worse by tau-c. Draws on which the statistic is
undefined, such as draws of a single system, are replaced and counted.

Reference: Efron and Tibshirani 1993.
"""

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from tertium.core.arrays import Floats, Weights
from tertium.core.errors import UnknownMember
from tertium.core.formatting import counted, is_or_are
from tertium.core.intervals import Interval
from tertium.core.resampling import Bootstrap, block_size, replicates
from tertium.inference.intervals import interval
from tertium.meta.cells import Cells
from tertium.meta.statistics import Statistic
from tertium.meta.vectors import Vectors

METHODS = ("percentile", "bca")

# Draws per requested draw before the bootstrap gives up.
_MOST = 8


@dataclass(frozen=True, eq=False)
class Bootstrapped:
    """A bootstrapped statistic, or a bootstrapped difference of two metrics.

    Attributes:
        value: The statistic, or the difference, on all systems.
        interval: Its confidence interval, or the reason why there is none.
        confidence_level: Share of samples of systems whose interval contains the true value.
        method: One of `METHODS`.
        values: The statistic, or the difference, of each draw.
        redrawn: Number of draws that were replaced, as the statistic is undefined on them.
        missing: Number of cells left out, as a score is missing.
    """

    value: float
    interval: Interval
    confidence_level: float
    method: str
    values: Floats
    redrawn: int = 0
    missing: int = 0


def bootstrap_interval(
    statistic: Statistic,
    gold: Floats,
    metric: Floats,
    *,
    average: str = "none",
    trials: int = 1000,
    seed: int = 12345,
    confidence_level: float = 0.95,
    method: str = "percentile",
) -> Bootstrapped:
    """Interval of a statistic between human scores and a metric.

    Args:
        statistic: The statistic.
        gold: Human scores: (system, item), NaN if there is none.
        metric: Scores of the metric.
        average: As in `correlation`.
        trials: Number of draws.
        seed: Seed of the draws.
        confidence_level: Share of samples whose interval contains the true value.
        method: One of `METHODS`.
    """
    drawn = SharedDraws(statistic, gold, {"metric": metric}, average, trials, seed)
    return drawn.interval(["metric"], confidence_level, method)


def bootstrap_difference(
    statistic: Statistic,
    gold: Floats,
    first: Floats,
    second: Floats,
    *,
    average: str = "none",
    trials: int = 1000,
    seed: int = 12345,
    confidence_level: float = 0.95,
    method: str = "percentile",
) -> Bootstrapped:
    """Interval of the difference of two metrics, first minus second, on the same draws.

    Args:
        statistic: The statistic.
        gold: Human scores: (system, item), NaN if there is none.
        first: Scores of a metric.
        second: Scores of another metric. Cells that lack one of the three are left out.
        average: As in `correlation`.
        trials: Number of draws.
        seed: Seed of the draws.
        confidence_level: Share of samples whose interval contains the true value.
        method: One of `METHODS`.
    """
    both = {"first": first, "second": second}
    return SharedDraws(statistic, gold, both, average, trials, seed).interval(
        both, confidence_level, method
    )


class SharedDraws:
    """Draws of systems that all metrics share, so that values of a metric are computed once.

    If scores are missing, a difference rests on the scores that both metrics have, and the values
    of both are computed again.
    """

    def __init__(
        self,
        statistic: Statistic,
        gold: Floats,
        metrics: Mapping[str, Floats],
        average: str = "none",
        trials: int = 1000,
        seed: int = 12345,
    ) -> None:
        self._statistic = statistic
        self._gold = gold
        self._metrics = metrics
        self._average = average
        self._trials = trials
        self._seed = seed
        self._values: dict[tuple[str, bytes], Floats] = {}

    def interval(
        self, names: Iterable[str], confidence_level: float = 0.95, method: str = "percentile"
    ) -> Bootstrapped:
        """Return the interval of one metric, or of the difference of two metrics."""
        if method not in METHODS:
            raise UnknownMember("interval", method, METHODS)
        chosen = {name: self._metrics[name] for name in names}
        cells = self._cells([*chosen.values()])
        systems = len(cells.gold)
        value = _observed(self._statistic, cells)

        def undefined(reason: str, redrawn: int = 0) -> Bootstrapped:
            none, values = Interval.undefined(reason), np.empty(0)
            return Bootstrapped(
                value, none, confidence_level, method, values, redrawn, cells.missing
            )

        if math.isnan(value):
            which = next(
                number
                for number in range(len(chosen))
                if math.isnan(_agreement(self._statistic, cells, number))
            )
            return undefined(self._statistic.reason(cells.vectors(which)))
        if systems < 3:
            few = f"{counted(systems, 'system')} {is_or_are(systems)} too few for a bootstrap"
            return undefined(f"{few}, which needs three")
        values, redrawn = self._defined(chosen)
        if len(values) < self._trials:
            draws = counted(redrawn + len(values), "draw")
            return undefined(f"the statistic is undefined on {redrawn:,} of {draws}", redrawn)

        def jackknife() -> Floats:
            left = [np.arange(systems) != number for number in range(systems)]
            return np.array([_observed(self._statistic, cells.of_systems(kept)) for kept in left])

        found = interval(values, confidence_level, method, value, jackknife)
        if not found.is_defined:
            found = Interval.undefined("the statistic is undefined without one of the systems")
        return Bootstrapped(value, found, confidence_level, method, values, redrawn, cells.missing)

    def _cells(self, metrics: Sequence[Floats]) -> Cells:
        """Cells with human scores and scores of all metrics, of systems with any such cell."""
        cells = self._statistic.cells(self._gold, metrics, self._average)
        return cells.of_systems(cells.present.any(axis=1))

    def _defined(self, chosen: Mapping[str, Floats]) -> tuple[Floats, int]:
        """Values of the first draws on which the statistic is defined, and the number of others."""
        there = np.all([np.isfinite(scores) for scores in chosen.values()], axis=0)
        asked = self._trials
        while True:
            first, *second = (self._drawn(name, there, asked) for name in chosen)
            values = first - second[0] if second else first
            places = np.flatnonzero(~np.isnan(values))[: self._trials]
            if len(places) == self._trials or asked >= _MOST * self._trials:
                seen = places[-1] + 1 if len(places) == self._trials else asked
                return values[places], int(seen) - len(places)
            asked *= 2

    def _drawn(self, name: str, there: Any, asked: int) -> Floats:
        """Values of a metric on a number of draws, of the cells that are present."""
        key = name, np.packbits(there & np.isfinite(self._gold)).tobytes()
        if key not in self._values or len(self._values[key]) < asked:
            cells = self._cells([np.where(there, self._metrics[name], np.nan)])
            systems = len(cells.gold)
            drawn = drawn_systems(self._statistic, cells)
            self._values[key] = replicates(Bootstrap(systems, systems), asked, self._seed, drawn)
        return self._values[key][:asked]


def _observed(statistic: Statistic, cells: Cells) -> float:
    """Value of one metric on all systems, or the difference of two metrics."""
    first, *second = (_agreement(statistic, cells, n) for n in range(len(cells.metrics)))
    return first - second[0] if second else first


def _agreement(statistic: Statistic, cells: Cells, metric: int) -> float:
    """Agreement of one of the metrics with human scores."""
    return float(statistic.average(cells.vectors(metric))[0])


def drawn_systems(statistic: Statistic, cells: Cells) -> Callable[[Weights], Floats]:
    """Turn counts of drawn systems into values of the statistic of a single metric."""
    return statistic.drawing(cells) or DrawnSystems(statistic, cells)


@dataclass(frozen=True, eq=False)
class DrawnSystems:
    """Turns counts of drawn systems into values of the statistic, from scores of drawn systems."""

    statistic: Statistic
    cells: Cells

    def __call__(self, counts: Weights) -> Floats:
        """Return one value for each replicate."""
        step = block_size(max(1, self.cells.gold.size))
        return np.concatenate(
            [self._values(counts[at : at + step]) for at in range(0, len(counts), step)]
        )

    def _values(self, counts: Weights) -> Floats:
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
        drawn = Vectors(gold, taken(cells.metrics[0]), present, copies, repeated)
        return self.statistic.average(drawn)

    def _of_vectors(self, of_systems: Weights) -> Any:
        """Sum up numbers that each cell has from its system: (vector, replicate)."""
        if self.cells.layout == "system":
            return np.zeros((1, 1), np.intp)  # a vector has each cell once
        of_items = self.cells.present.astype(np.intp).T @ of_systems.T
        return of_items.sum(axis=0, keepdims=True) if self.cells.layout == "none" else of_items
