"""Correlations of metrics with human scores over a sample of systems, and their differences."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import combinations, pairwise

import numpy as np

from tertium.core.arrays import TOLERANCE, Floats
from tertium.core.errors import UnknownMember
from tertium.core.intervals import Interval
from tertium.core.records import Defect, Defects, empty, repeated, unknown
from tertium.inference.correlations import fisher, zou


@dataclass(frozen=True)
class RankedMetric:
    """Correlation of a metric with human scores over a sample of systems.

    Attributes:
        metric: Its name.
        rank: Its rank by r, from 1; equal correlations share a rank.
        r: Pearson's correlation.
        interval: Fisher's interval, or the reason why r or its interval is undefined.
    """

    metric: str
    rank: int
    r: float
    interval: Interval


@dataclass(frozen=True)
class MetricDifference:
    """Difference between the correlations of two metrics.

    Attributes:
        metric: The metric that ranks higher.
        other: The other metric.
        value: The difference.
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
class MetricRanking:
    """Metrics ranked by their correlation with human scores over a sample of systems.

    Attributes:
        systems: Number of systems in the sample.
        left_out: Number of systems left out, because they lack a human score or a metric score.
        metrics: The metrics, from the highest correlation to the lowest; equal ones by name.
        differences: All pairs of metrics, the better metric first, in the order of their ranks.
    """

    systems: int
    left_out: int
    metrics: tuple[RankedMetric, ...]
    differences: tuple[MetricDifference, ...]

    def defects(self) -> Defects:
        """Each metric occurs once, with its difference to the next metric."""
        yield from empty(self, "metrics")
        yield from repeated("metrics", self.order)
        pairs = {(one.metric, one.other) for one in self.differences}
        for number, pair in enumerate(pairwise(self.order)):
            if pair not in pairs:
                yield Defect(
                    "differences", f"The difference of metrics[{number}] to the next is missing."
                )
        for number, one in enumerate(self.differences):
            for name in ("metric", "other"):
                place = f"differences[{number}].{name}"
                yield from unknown(place, getattr(one, name), self.order, "metrics")

    @cached_property
    def order(self) -> tuple[str, ...]:
        """Names of the metrics, from the highest correlation to the lowest."""
        return tuple(one.metric for one in self.metrics)

    def of(self, metric: str) -> RankedMetric:
        """The correlation of one metric."""
        return self.metrics[self._place(metric)]

    def places(self, metric: str) -> range:
        """Ranks that a metric may have: several if it ties with others, none without r."""
        one = self.of(metric)
        tied = sum(other.rank == one.rank for other in self.metrics)
        return range(0) if math.isnan(one.r) else range(one.rank, one.rank + tied)

    def over_next(self, metric: str) -> MetricDifference | None:
        """MetricDifference over the next best metric; None for the last metric."""
        place = self._place(metric)
        if place + 1 == len(self.order):
            return None
        below = self.order[place + 1]
        return next(one for one in self.differences if (one.metric, one.other) == (metric, below))

    def _place(self, metric: str) -> int:
        if metric not in self.order:
            raise UnknownMember("metric", metric, self.order)
        return self.order.index(metric)


def rank_metrics(
    names: Sequence[str], human: Floats, scores: Floats, confidence_level: float = 0.95
) -> MetricRanking:
    """Correlate metrics with human scores, and compute the differences of all pairs.

    Args:
        names: Names of the metrics.
        human: Human score of each system.
        scores: Metric scores, higher for better: (system, metric).
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
            scores_of = "human" if math.isnan(matrix[0, 0]) else "metric"
            reason = f"all {scores_of} scores are equal" if count > 1 else "fewer than two systems"
            interval = replace(interval, reason=reason)
        metrics.append(RankedMetric(name, ranks[name], r, interval))
    differences = []
    for one, other in combinations(order, 2):
        first, second = places[one], places[other]
        r12, r13, r23 = matrix[0, first], matrix[0, second], matrix[first, second]
        interval = zou(float(r12), float(r13), float(r23), count, confidence_level)
        differences.append(MetricDifference(one, other, float(r12 - r13), interval))
    return MetricRanking(count, len(table) - count, tuple(metrics), tuple(differences))


def _ranks(correlations: Mapping[str, float]) -> dict[str, int]:
    """Ranks from the highest to the lowest, equal values with equal ranks; undefined ones last."""
    known = {name: -2.0 if math.isnan(r) else r for name, r in correlations.items()}
    ranks: dict[str, int] = {}
    rank, before = 1, math.inf
    for place, name in enumerate(sorted(known, key=lambda name: -known[name]), 1):
        if known[name] < before - TOLERANCE:
            rank = place
        ranks[name], before = rank, known[name]
    return ranks


def pearson_matrix(table: Floats) -> Floats:
    """Pearson's correlations of all columns; undefined for constant columns."""
    if len(table) < 2:
        return np.full((table.shape[1],) * 2, np.nan)
    centred = table - table.mean(axis=0)
    spread = np.sqrt((centred**2).sum(axis=0))
    constant = np.ptp(table, axis=0) <= TOLERANCE * np.abs(table).max(axis=0)
    standardized = centred / np.where(constant, np.nan, spread)
    matrix: Floats = standardized.T @ standardized
    # Points on a line have r = 1 despite rounding.
    return np.where(np.abs(matrix) > 1 - TOLERANCE, np.sign(matrix), matrix)
