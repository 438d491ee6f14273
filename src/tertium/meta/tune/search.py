"""Search for the best parameters of a metric: hill climbing on a grid.

METEOR's own trainer tries every combination of values 0.05 apart (Denkowski and Lavie 2014), which
takes too long if it is repeated for every fold. Here one parameter after the other climbs on the
same grid, with steps that shrink from a quarter of the grid to one value (Hooke and Jeeves 1961).
The search starts from the parameters of the metric and from random parameters. It needs no
derivatives, which rank correlations do not have, and ends at values that can be printed in full.
"""

import math
from collections.abc import Callable

from tertium.core.arrays import TOLERANCE
from tertium.core.resampling import STARTS, generator
from tertium.core.stats import Metric

# Steps of the search, as shares of the values to try; the last one is a single value.
_STEPS = (1 / 4, 1 / 8, 1 / 16, 0)

Point = tuple[int, ...]


class Search:
    """Hill climbing on the grid of the values of all tunable parameters.

    Args:
        metric: The metric to start from.
        agreement: The function to maximize; NaN is lower than any number.
    """

    def __init__(self, metric: Metric, agreement: Callable[[Metric], float]) -> None:
        self._metric, self._agreement = metric, agreement
        self._names = tuple(metric.tunable)
        self._grids = [sorted({*one.tried, one.value}) for one in metric.tunable.values()]
        values = [one.value for one in metric.tunable.values()]
        self._own = tuple(g.index(value) for g, value in zip(self._grids, values, strict=True))
        self._seen: dict[Point, float] = {}

    def best(self, starts: int, seed: int) -> Metric:
        """Return the best metric of all starts; the first of equally good ones."""
        points = [self._own, *(self._random(seed, number) for number in range(starts))]
        best = max(map(self._climbed, points), key=self._value)
        return self._at(self._restored(best))

    def _random(self, seed: int, number: int) -> Point:
        random = generator(seed, STARTS, number)
        return tuple(int(random.integers(len(grid))) for grid in self._grids)

    def _climbed(self, point: Point) -> Point:
        for share in _STEPS:
            before = None
            while point != before:
                before = point
                for place, grid in enumerate(self._grids):
                    point = self._moved(point, place, max(1, round(share * len(grid))))
        return point

    def _moved(self, point: Point, place: int, step: int) -> Point:
        last = len(self._grids[place]) - 1
        for there in (max(0, point[place] - step), min(last, point[place] + step)):
            other = (*point[:place], there, *point[place + 1 :])
            if self._value(other) > self._value(point) + TOLERANCE:
                return other
        return point

    def _restored(self, point: Point) -> Point:
        """Reset parameters that make no difference to their original values."""
        for place, own in enumerate(self._own):
            other = (*point[:place], own, *point[place + 1 :])
            if self._value(other) >= self._value(point) - TOLERANCE:
                point = other
        return point

    def _value(self, point: Point) -> float:
        if point not in self._seen:
            value = self._agreement(self._at(point))
            self._seen[point] = -math.inf if math.isnan(value) else value
        return self._seen[point]

    def _at(self, point: Point) -> Metric:
        if point == self._own:
            return self._metric
        values = [grid[at] for grid, at in zip(self._grids, point, strict=True)]
        return self._metric.tuned(dict(zip(self._names, values, strict=True)))
