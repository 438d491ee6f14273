"""How numbers move from one condition to another, with bootstrap intervals and tests.

Every number is a function of sums over units (segments, or whole documents): a replicate draws
units with replacement, with all their judgments under both conditions, and sums again.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from tertium.core.arrays import TOLERANCE, Floats
from tertium.core.intervals import Interval
from tertium.core.resampling import Bootstrap, replicates
from tertium.human.columns import Integers, Mask
from tertium.human.settings import ConditionSettings
from tertium.inference.intervals import percentile


@dataclass(frozen=True)
class Shift:
    """A number under two conditions.

    Attributes:
        name: What the number describes: "all", a system, "equal", "slope" or "correlation".
        first_judgments: Number of judgments under the first condition.
        second_judgments: Number of judgments under the second one.
        first: The number under the first condition.
        second: The number under the second one.
        difference: The first minus the second; of means, the mean of the differences within strata.
        interval: Confidence interval of the difference.
        p: Two-sided p-value of the difference.
    """

    name: str
    first_judgments: int
    second_judgments: int
    first: float
    second: float
    difference: float
    interval: Interval
    p: float


class Judged(NamedTuple):
    """Judgments under two conditions.

    Attributes:
        second: Which ones are under the second condition.
        unit: Number of the unit of each.
        weight: Weight of each.
    """

    second: Mask
    unit: Integers
    weight: Floats

    def where(self, rows: Mask) -> "Judged":
        """Select judgments."""
        return Judged(self.second[rows], self.unit[rows], self.weight[rows])

    def count(self, second: bool) -> int:
        """Number of judgments under one condition."""
        return int((self.second == second).sum())


class Summed(NamedTuple):
    """A number that depends on sums.

    Attributes:
        judged: The judgments that it rests on.
        sums: The sums of each unit (rows).
        numbers: Turns sums (replicates in rows) into the number under the first condition, under
            the second one, and the difference.
        parameters: How many numbers are estimated to compute the difference, the constants of
            strata included, except for strata that lie within units.
    """

    judged: Judged
    sums: Any
    numbers: Callable[[Floats], Floats]
    parameters: int = 2

    def inflation(self, units: int) -> float:
        """Factor for deviations of replicates, which are too small if much is estimated.

        It is the usual correction of standard errors with clusters (CR1): the square root of
        G / (G - 1) times (n - 1) / (n - k), for G units, n judgments and k parameters.
        """
        judgments = len(self.judged.second)
        spare = max(1, judgments - self.parameters)
        return float(np.sqrt(units / (units - 1) * max(1, judgments - 1) / spare))


def mean(judged: Judged, values: Floats, strata: Integers) -> Summed:
    """Means, and the mean of their differences within strata.

    A stratum with n and m judgments under the conditions has the weight nm / (n + m): the
    difference is the coefficient of a regression with a constant for each stratum.

    Args:
        judged: The judgments.
        values: The value of each.
        strata: Number of the stratum of each.
    """
    amounts = np.stack([judged.weight, judged.weight * values], axis=1)
    whole = _by_unit(judged, judged.unit, amounts)
    within = _within_units(judged, strata, amounts)
    if within is not None:
        return Summed(judged, np.hstack([whole, within]), _pooled, parameters=1)
    sums = _beside(whole, _by_stratum(judged, strata, amounts))
    return Summed(judged, sums, _stratified, parameters=1 + len(np.unique(strata)))


def share(judged: Judged, hits: Mask) -> Summed:
    """Shares of judgments, weighted."""
    amounts = np.stack([judged.weight, judged.weight * hits], axis=1)
    return Summed(judged, _by_unit(judged, judged.unit, amounts), _means)


def slope(judged: Judged, x: Floats, y: Floats, *, centered: bool = True) -> Summed:
    """Slopes of the regression of y on x; through the origin, if they are not centered."""
    return _regression(judged, x, y, centered, lambda xx, yy, xy: _ratio(xy, xx))


def correlation(judged: Judged, x: Floats, y: Floats, *, centered: bool = True) -> Summed:
    """Pearson correlations of x and y; about the origin, if they are not centered."""
    return _regression(judged, x, y, centered, lambda xx, yy, xy: _ratio(xy, np.sqrt(xx * yy)))


def shifts(numbers: dict[str, Summed], units: int, settings: ConditionSettings) -> list[Shift]:
    """Compute numbers under both conditions, with intervals and p-values of the differences.

    A p-value is the share of replicates whose difference is at least as far from the observed one
    as the observed one is from 0.

    Args:
        numbers: The numbers by name.
        units: Number of units.
        settings: How units are resampled.
    """
    summed = list(numbers.values())

    def reduce(drawn: Floats) -> Floats:
        drawn = drawn.astype(np.float64)
        return np.stack([one.numbers(_product(drawn, one.sums)) for one in summed], axis=1)

    observed = reduce(np.ones((1, units)))[0]
    resampled = replicates(Bootstrap(units, units), settings.trials, settings.seed, reduce)
    found = []
    for place, (name, one) in enumerate(numbers.items()):
        first, second, difference = observed[place].tolist()
        interval, p = _uncertainty(one, difference, resampled[:, place, 2], units, settings)
        counts = one.judged.count(False), one.judged.count(True)
        found.append(Shift(name, *counts, first, second, difference, interval, p))
    return found


def covered(judged: Judged, strata: Integers) -> float:
    """Share of the judgments that are in strata with judgments under both conditions."""
    both = [np.bincount(strata[judged.second == one]) for one in (False, True)]
    size = max(map(len, both))
    first, second = (np.pad(one, (0, size - len(one))) for one in both)
    return float(((first > 0) & (second > 0))[strata].mean())


def _uncertainty(
    summed: Summed, difference: float, resampled: Floats, units: int, settings: ConditionSettings
) -> tuple[Interval, float]:
    if np.isnan(difference):
        return Interval.undefined("a condition has no judgments"), np.nan
    if units < 2:
        return Interval.undefined(f"only one {settings.level} was judged"), np.nan
    deviations = summed.inflation(units) * (resampled - difference)
    interval = percentile(difference + deviations, settings.confidence_level)
    if not interval.is_defined:
        return interval, np.nan
    least = abs(difference) - TOLERANCE * (abs(difference) + np.abs(deviations).max())
    extreme = int((np.abs(deviations) >= least).sum())
    return interval, (1 + extreme) / (len(resampled) + 1)


def _means(sums: Floats) -> Floats:
    """Means of two conditions from weights and weighted values, and their difference."""
    weight, total, other_weight, other_total = sums[:, :4].T
    first, second = _ratio(total, weight), _ratio(other_total, other_weight)
    return np.stack([first, second, first - second], axis=1)


def _pooled(sums: Floats) -> Floats:
    """Means, and the difference within strata that lie within units."""
    found = _means(sums)
    found[:, 2] = _ratio(sums[:, 5], sums[:, 4])
    return found


def _stratified(sums: Floats) -> Floats:
    """Means, and the difference within strata that cross units."""
    found = _means(sums)
    weights, products = _within(sums[:, 4:].reshape(len(sums), -1, 4))
    found[:, 2] = _ratio(products.sum(axis=1), weights.sum(axis=1))
    return found


def _within(sums: Floats) -> tuple[Floats, Floats]:
    """Weights of strata, and weights times differences; 0 without one of the conditions."""
    weight, total, other_weight, other_total = np.moveaxis(sums, -1, 0)
    both = weight + other_weight
    weights = np.divide(weight * other_weight, both, out=np.zeros_like(both), where=both > 0)
    products = np.divide(
        total * other_weight - other_total * weight, both, out=np.zeros_like(both), where=both > 0
    )
    return weights, products


def _within_units(judged: Judged, strata: Integers, amounts: Floats) -> Floats | None:
    """Weight and weighted difference of the strata of each unit; None if strata cross units."""
    unit_of = np.full(int(strata.max()) + 1, -1)
    unit_of[strata] = judged.unit
    if (unit_of[strata] != judged.unit).any():
        return None
    weights, products = _within(_by_unit(judged, strata, amounts))
    known = unit_of >= 0
    size = int(judged.unit.max()) + 1
    found = [np.bincount(unit_of[known], one[known], size) for one in (weights, products)]
    return np.stack(found, axis=1)


def _by_unit(judged: Judged, groups: Integers, amounts: Floats) -> Floats:
    """Sums of each group: the columns of the first condition, then of the second one."""
    size, columns = int(groups.max()) + 1, amounts.shape[1]
    sums = np.zeros((size, 2 * columns))
    for column in range(columns):
        for second in (False, True):
            rows = judged.second == second
            found = np.bincount(groups[rows], amounts[rows, column], size)
            sums[:, second * columns + column] = found
    return sums


def _by_stratum(judged: Judged, strata: Integers, amounts: Floats) -> Any:
    """Sums of each unit (rows) in each stratum: four columns for each stratum."""
    from scipy.sparse import csr_array

    units, columns = int(judged.unit.max()) + 1, 4 * (int(strata.max()) + 1)
    rows = np.tile(judged.unit, 2)
    places = 4 * strata + 2 * judged.second
    at = np.concatenate([places, places + 1])
    return csr_array((amounts.T.ravel(), (rows, at)), shape=(units, columns))


def _beside(whole: Floats, by_stratum: Any) -> Any:
    from scipy.sparse import csr_array, hstack

    return hstack([csr_array(whole), by_stratum], format="csr")


def _product(drawn: Floats, sums: Any) -> Floats:
    """Sums of replicates; units without judgments of this number add nothing."""
    product: Floats = drawn[:, : sums.shape[0]] @ sums
    return product


def _regression(
    judged: Judged,
    x: Floats,
    y: Floats,
    centered: bool,
    of_products: Callable[[Floats, Floats, Floats], Floats],
) -> Summed:
    # Numbers near 0 lose no digits when sums of squares are subtracted.
    if centered:
        x, y = x - x.mean(), y - y.mean()
    columns: Sequence[Floats] = [np.ones(len(x)), x, y, x * x, y * y, x * y]
    amounts = judged.weight[:, None] * np.stack(columns, axis=1)

    def numbers(sums: Floats) -> Floats:
        found = []
        for part in (sums[:, :6], sums[:, 6:]):
            weight, x1, y1, xx, yy, xy = part.T
            if centered:
                xx, yy = (_reduced(xx, x1, weight), _reduced(yy, y1, weight))
                xy = xy - _ratio(x1 * y1, weight)
            found.append(of_products(xx, yy, xy))
        return np.stack([*found, found[0] - found[1]], axis=1)

    parameters = 4 if centered else 2
    return Summed(judged, _by_unit(judged, judged.unit, amounts), numbers, parameters)


def _reduced(squares: Floats, total: Floats, weight: Floats) -> Floats:
    """Sum of squares about the mean; 0 if all values are equal except for rounding."""
    about_mean = squares - _ratio(total * total, weight)
    return np.where(about_mean > TOLERANCE * squares, about_mean, 0.0)


def _ratio(numerator: Floats, denominator: Floats) -> Floats:
    """Quotients; NaN where the denominator is 0."""
    quotients = np.full(np.broadcast(numerator, denominator).shape, np.nan)
    np.divide(numerator, denominator, out=quotients, where=denominator > 0)
    return quotients
