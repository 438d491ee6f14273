"""Counts of pairs of outputs, by how human scores and metric scores order them.

C is the number of pairs in the same order, D in the opposite order, T_h those tied by human scores
only, T_m by the metric only, T_hm by both, and N the number of all pairs. Short vectors are
compared pair by pair, all at once; long ones are sorted by one score and counted by the other
(Knight 1966).
"""

import math
from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np

from tertium.core.arrays import Floats
from tertium.kernels.concordance import concordance
from tertium.meta.vectors import Counted, Present, Vectors, is_short

# Where there are many vectors, longer ones are compared pair by pair too, since every sorted vector
# needs a separate call.
_MANY, _LONGEST = 64, 160


class Counts(NamedTuple):
    """Numbers of pairs of each vector: (vector, replicate).

    Attributes:
        balance: C - D.
        pairs: N.
        gold_ties: Pairs tied by human scores, T_h + T_hm.
        metric_ties: Pairs tied by the metric, T_m + T_hm.
        both: Pairs tied by both, T_hm.
    """

    balance: Counted
    pairs: Counted
    gold_ties: Counted
    metric_ties: Counted
    both: Counted

    @property
    def concordant(self) -> Counted:
        """C, from the pairs that neither ties."""
        untied = self.pairs - self.gold_ties - self.metric_ties + self.both
        return (self.balance + untied) / 2

    @property
    def agreeing(self) -> Counted:
        """C + T_hm."""
        return self.concordant + self.both

    def without(self, copies: Any) -> "Counts":
        """Leave out pairs of a cell with itself, which tie in both scores."""
        return Counts(
            self.balance,
            self.pairs - copies,
            self.gold_ties - copies,
            self.metric_ties - copies,
            self.both - copies,
        )


def count_pairs(vectors: Vectors, tie: float = 0.0, apart: float = 0.0) -> Counts:
    """Count the pairs of each vector.

    Args:
        vectors: Rounded scores.
        tie: Scores of the metric that differ by no more are tied.
        apart: Pairs whose human scores differ by less do not count.
    """
    length, *shape = np.broadcast_shapes(*(part.shape for part in vectors[:3]))
    many = math.prod(shape) >= _MANY and length <= _LONGEST
    count = _compare if many or is_short(length) else _sort
    # A cell ties with itself, so its copies are not among pairs that must differ in human scores.
    return count(vectors, tie, apart).without(0 if apart else vectors.copies)


def _compare(vectors: Vectors, tie: float, apart: float) -> Counts:
    """Compare all cells of a vector with each other, all vectors and replicates at once."""
    gold, metric, present = vectors.gold, vectors.metric, vectors.present
    shape = np.broadcast_shapes(gold.shape[1:], metric.shape[1:])
    own = np.broadcast_shapes(gold.shape[1:], present.shape[1:])
    balance, metric_ties, both = np.zeros((3, *shape), np.int16)
    pairs, gold_ties = np.zeros((2, *own), np.int16)
    everything = bool(present.all())
    for i in range(1, len(gold)):
        for j in range(i):
            order = order_of(gold[i], gold[j], 0.0)
            tied = order == 0
            counted = None
            if not everything or apart:
                counted = present[i] & present[j]
                if apart:
                    counted = counted & (np.abs(gold[i] - gold[j]) >= apart)
                order, tied = order * counted, tied & counted
            by_metric = order_of(metric[i], metric[j], tie)
            tied_by_metric = by_metric == 0
            if counted is not None:
                tied_by_metric = tied_by_metric & counted
            balance += by_metric * order
            metric_ties += tied_by_metric
            both += tied_by_metric & tied
            gold_ties += tied
            pairs += 1 if counted is None else counted
    # Sums over pairs need wider integers than single vectors.
    return Counts(*(one.astype(np.int64) for one in (balance, pairs, gold_ties, metric_ties, both)))


def order_of(one: Floats, other: Floats, tie: float) -> Any:
    """Return 1 where the first is larger, -1 where it is smaller, 0 where they tie."""
    if tie:
        difference = one - other
        above, below = difference > tie, difference < -tie
    else:
        above, below = one > other, one < other
    return above.view(np.int8) - below.view(np.int8)


def _sort(vectors: Vectors, tie: float, apart: float) -> Counts:
    """Sort each vector by one score, and count by the other."""
    gold, metric, present = np.broadcast_arrays(vectors.gold, vectors.metric, vectors.present)
    shape = gold.shape[1:]
    counts = np.empty((5, *shape), np.int64)
    for vector, replicate in np.ndindex(shape):
        there = present[:, vector, replicate]
        human, scores = gold[there, vector, replicate], metric[there, vector, replicate]
        counts[:, vector, replicate] = counts_of(human, scores, tie, apart)
    return Counts(*counts)


def counts_of(gold: Floats, metric: Floats, tie: float, apart: float) -> Counts:
    """Count the pairs of a single vector."""
    if not len(gold):
        return Counts(0, 0, 0, 0, 0)
    by, other, least = (gold, metric, math.nextafter(apart, 0)) if apart else (metric, gold, tie)
    order = np.argsort(by, kind="stable").astype(np.int32)
    values, ranks = np.unique(other, return_inverse=True)
    rows = concordance(
        order,
        np.zeros(len(order), np.uint8),
        by[order],
        least,
        ranks.astype(np.int32),
        len(values),
        np.zeros(len(order), np.uint8),
    )
    reached, less, equal = (int(number) for number in np.asarray(rows)[:3])
    if apart:  # pairs whose human scores differ by at least `apart`, and so do not tie
        return Counts(2 * less + equal - reached, reached, 0, equal, 0)
    return counts_from_kernel(len(gold), tied_pairs(ranks), reached, less, equal)


def counts_from_kernel(cells: int, gold_ties: int, reached: Any, less: Any, equal: Any) -> Counts:
    """Numbers of pairs from the result of `kernels.concordance` for scores of a metric."""
    pairs = cells * (cells - 1) // 2
    return Counts(
        2 * less + equal - reached,
        pairs + 0 * reached,
        gold_ties + 0 * reached,
        pairs - reached,
        gold_ties - equal,
    )


def tied_pairs(ranks: Counted) -> int:
    """Number of pairs with the same rank."""
    times = np.bincount(ranks)
    return int((times * (times - 1) // 2).sum())


def tied_pairs_of(scores: Floats, present: Present) -> int:
    """Number of tied pairs in all vectors together: (place, vector, 1)."""
    ascending = np.sort(np.where(present, scores, np.nan)[..., 0], axis=0)  # NaN last, never equal
    if is_short(len(ascending)):
        return sum(
            int(np.count_nonzero(ascending[step:] == ascending[:-step]))
            for step in range(1, len(ascending))
        )
    return sum(
        tied_pairs(np.unique(column[~np.isnan(column)], return_inverse=True)[1])
        for column in ascending.T
    )


def differences(vectors: Vectors) -> Iterator[tuple[Floats, Floats, Counted]]:
    """For all pairs the difference of metric scores, the order of human scores, and the vector."""
    gold, metric, present = vectors.gold[..., 0], vectors.metric[..., 0], vectors.present[..., 0]
    numbers = np.arange(gold.shape[1])
    for at in range(1, len(gold)):
        there = present[at] & present[:at]
        order = np.sign(gold[at] - gold[:at])
        vector = np.broadcast_to(numbers, there.shape)
        yield (metric[at] - metric[:at])[there], order[there], vector[there]
