"""Correlations of metrics with human scores over a sample of systems, and their differences."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import combinations, pairwise

import numpy as np

from tertium.core.arrays import TOLERANCE, Floats
from tertium.core.errors import UnknownMember
from tertium.core.formatting import counted
from tertium.core.intervals import Interval
from tertium.core.records import Defect, Defects, empty, repeated, unknown
from tertium.inference.correlations import fisher, zou


@dataclass(frozen=True)
class Correlated:
    """How a metric correlates with people over a sample of systems.

    Attributes:
        metric: Its name.
        rank: Its place by r, from 1; the same where r is, but for rounding.
        r: Pearson's correlation.
        interval: Fisher's interval, or the reason why r or its interval is undefined.
    """

    metric: str
    rank: int
    r: float
    interval: Interval


@dataclass(frozen=True)
class Advantage:
    """By how much the correlation of a metric is higher than that of another, which ranks below.

    Attributes:
        metric: The one that ranks higher.
        other: The other.
        value: Difference of both correlations.
        interval: Zou's interval, or the reason why it is undefined.
    """

    metric: str
    other: str
    value: float
    interval: Interval

    @property
    def significant(self) -> bool:
        """Whether the interval excludes zero."""
        return self.interval.excludes_zero


@dataclass(frozen=True)
class Standing:
    """What a sample of systems says of metrics.

    Attributes:
        systems: Number of systems that the correlations are over.
        left_out: How many more have no score under some metric, or none of people.
        metrics: The metrics, from the highest correlation to the lowest; by name where it is the
            same.
        advantages: All pairs of metrics, the better one first, in the order of their ranks.
    """

    systems: int
    left_out: int
    metrics: tuple[Correlated, ...]
    advantages: tuple[Advantage, ...]

    def defects(self) -> Defects:
        """Each metric is there once, with its advantage over the next."""
        yield from empty(self, "metrics")
        yield from repeated("metrics", self.order)
        pairs = {(one.metric, one.other) for one in self.advantages}
        for number, pair in enumerate(pairwise(self.order)):
            if pair not in pairs:
                yield Defect("advantages", f"That of metrics[{number}] over the next is missing.")
        for number, one in enumerate(self.advantages):
            for name in ("metric", "other"):
                place = f"advantages[{number}].{name}"
                yield from unknown(place, getattr(one, name), self.order, "metrics")

    @cached_property
    def order(self) -> tuple[str, ...]:
        """Names of the metrics, from the highest correlation to the lowest."""
        return tuple(one.metric for one in self.metrics)

    def of(self, metric: str) -> Correlated:
        """What it says of one metric."""
        return self.metrics[self._place(metric)]

    def places(self, metric: str) -> range:
        """Places that a metric may have: several where others have its rank, none without r."""
        one = self.of(metric)
        tied = sum(other.rank == one.rank for other in self.metrics)
        return range(0) if math.isnan(one.r) else range(one.rank, one.rank + tied)

    def over_next(self, metric: str) -> Advantage | None:
        """Advantage over the next best metric; None for the last."""
        place = self._place(metric)
        if place + 1 == len(self.order):
            return None
        below = self.order[place + 1]
        return next(one for one in self.advantages if (one.metric, one.other) == (metric, below))

    def _place(self, metric: str) -> int:
        if metric not in self.order:
            raise UnknownMember("metric", metric, self.order)
        return self.order.index(metric)


def standing(
    names: Sequence[str], human: Floats, scores: Floats, confidence_level: float = 0.95
) -> Standing:
    """Correlate metrics with people, and tell by how much each is better than each other.

    Args:
        names: Names of the metrics.
        human: Score that people gave each system.
        scores: Scores of metrics, of which more is better: (system, metric).
        confidence_level: Confidence level of the intervals.
    """
    table = np.column_stack([human, scores])
    complete = np.isfinite(table).all(axis=1)
    count = int(complete.sum())
    matrix = pearson_matrix(table[complete])
    places = dict(zip(names, range(1, len(names) + 1), strict=True))
    ranks = _ranks({name: float(matrix[0, place]) for name, place in places.items()})
    order = sorted(names, key=lambda name: (ranks[name], name))
    metrics = []
    for name in order:
        r = float(matrix[0, places[name]])
        interval = fisher(r, count, confidence_level)
        if math.isnan(r):
            alike = "people score" if math.isnan(matrix[0, 0]) else "the metric scores"
            reason = f"{alike} all alike" if count > 1 else f"{counted(count, 'system')}, not two"
            interval = replace(interval, reason=reason)
        metrics.append(Correlated(name, ranks[name], r, interval))
    advantages = []
    for one, other in combinations(order, 2):
        first, second = places[one], places[other]
        r12, r13, r23 = matrix[0, first], matrix[0, second], matrix[first, second]
        interval = zou(float(r12), float(r13), float(r23), count, confidence_level)
        advantages.append(Advantage(one, other, float(r12 - r13), interval))
    return Standing(count, len(table) - count, tuple(metrics), tuple(advantages))


def _ranks(correlations: Mapping[str, float]) -> dict[str, int]:
    """Places from the highest to the lowest, the same for equal ones; the undefined come last."""
    known = {name: -2.0 if math.isnan(r) else r for name, r in correlations.items()}
    ranks: dict[str, int] = {}
    rank, before = 1, math.inf
    for place, name in enumerate(sorted(known, key=lambda name: -known[name]), 1):
        if known[name] < before - TOLERANCE:
            rank = place
        ranks[name], before = rank, known[name]
    return ranks


def pearson_matrix(table: Floats) -> Floats:
    """Pearson's correlations of all columns; undefined for those that are all the same."""
    if len(table) < 2:
        return np.full((table.shape[1],) * 2, np.nan)
    centred = table - table.mean(axis=0)
    spread = np.sqrt((centred**2).sum(axis=0))
    constant = np.ptp(table, axis=0) <= TOLERANCE * np.abs(table).max(axis=0)
    standardized = centred / np.where(constant, np.nan, spread)
    matrix: Floats = standardized.T @ standardized
    # On a line r is 1, whatever rounding leaves of it.
    return np.where(np.abs(matrix) > 1 - TOLERANCE, np.sign(matrix), matrix)
