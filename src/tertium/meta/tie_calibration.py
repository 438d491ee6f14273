"""Calibration of ties: the difference up to which scores of a metric should tie.

Reference: Deutsch, Foster and Freitag 2023.
"""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from tertium.core.arrays import Floats
from tertium.meta.pair_counts import differences
from tertium.meta.vectors import Counted, Present, Vectors

# Pairs that are sorted all at once, and ranges of differences where there are more pairs.
_SORTED, _RANGES = 2**22, 2**16

# Sums of unequal weights that are equal in exact arithmetic differ by rounding.
ROUNDING = 1e-9


def calibrate(vectors: Vectors) -> float:
    """Return the difference up to which scores of the metric should tie.

    There is one threshold for all vectors: the smallest of 0 and all differences between two scores
    at which the mean accuracy with ties, and so the mean tau with ties, is highest. A pair that
    becomes tied is won if human scores tie it, and lost if it was in the right order.

    If there are very many pairs, only pairs near the maximum are sorted: differences are first
    summed in ranges, which bounds the accuracy that each range can reach.
    """
    if not vectors.present.any():
        return 0.0
    pairs = np.maximum(vectors.pairs[:, 0], 1)
    weights = pairs.max() / pairs
    if pairs.sum() <= _SORTED:
        sizes, gains = _summed(_changes(vectors, weights))
        total = np.cumsum(gains)
    else:
        ranges = _Ranges.near_the_highest(vectors, weights)
        sizes, gains = _summed(ranges.within(_changes(vectors, weights)))
        total = np.cumsum(gains) + ranges.left_out[ranges.places(sizes)]
    candidates, reached = np.append(0.0, sizes), np.append(0.0, total)
    return float(candidates[reached >= reached.max() - ROUNDING][0])


_Changes = Iterator[tuple[Floats, Floats]]


def _summed(changes: _Changes) -> tuple[Floats, Floats]:
    """Distinct differences in ascending order, and the sums of their gains.

    Equal differences are merged early, so a metric with few values takes little memory.
    """

    def merged(parts: list[tuple[Floats, Floats]]) -> tuple[Floats, Floats]:
        sizes, gains = _joined(parts)
        order = np.argsort(sizes, kind="stable")
        ascending = sizes[order]
        new = np.flatnonzero(np.append(True, ascending[1:] != ascending[:-1])[: len(ascending)])
        return ascending[new], np.add.reduceat(gains[order], new)

    parts = [(np.empty(0), np.empty(0))]  # a vector with a single score has no difference
    held, most = 0, _SORTED // 4
    for sizes, gains in changes:
        parts.append((sizes, gains))
        held += len(sizes)
        if held > most:
            parts = [merged(parts)]
            held = len(parts[0][0])
            most = max(most, 2 * held)
    return merged(parts)


@dataclass(frozen=True)
class _Ranges:
    """Ranges of differences, and those that can contain the best difference.

    Floating-point numbers have the order of their bits, so ranges of equally many bits are narrow
    where differences are small, and a single outlier among the scores does no harm.

    Attributes:
        low: Bits of the number at which the first range starts.
        shift: How many of the last bits can differ within a range.
        kept: Ranges that can contain the best difference; the first and the last range hold
            everything below and above.
        left_out: Gains of the ranges before each range that are not kept.
    """

    low: int
    shift: int
    kept: Present
    left_out: Floats

    @classmethod
    def near_the_highest(cls, vectors: Vectors, weights: Floats) -> "_Ranges":
        """Divide the kept ranges until they contain few pairs, or stay nearly as wide."""
        scores = np.unique(vectors.metric)
        # No difference is smaller than the smallest between neighbours.
        widest = np.ptp(scores)
        limits = np.array([np.diff(scores).min(initial=widest), widest])
        low, high = (int(number) for number in limits.view(np.int64))
        best = 0.0
        while True:
            shift = max(0, (high - low).bit_length() - _RANGES.bit_length() + 1)
            number = 3 + (high - low >> shift)
            nowhere = np.zeros(number)
            ranges = cls(low, shift, nowhere > 0, nowhere)
            gained, changed = np.zeros((2, number))
            for sizes, gains in _together(_changes(vectors, weights)):
                places = ranges.places(sizes)
                gained += np.bincount(places, gains, number)
                changed += np.bincount(places, np.abs(gains), number)
            after = np.cumsum(gained)
            best = max(best, float(after.max()))
            won = (changed + gained) / 2
            kept = (changed > 0) & (after - gained + won >= best - ROUNDING)
            kept[[0, -1]] = False
            left_out = np.where(kept, 0.0, gained)
            found = cls(low, shift, kept, np.cumsum(left_out) - left_out)
            places = np.flatnonzero(kept)
            if changed[kept].sum() <= _SORTED or not shift:  # no pair weighs less than 1
                return found
            width = int(places[-1] - places[0]) + 1
            if 2 * width > number:
                return found
            low += int(places[0] - 1) << shift
            high = low + (width << shift) - 1

    def places(self, sizes: Floats) -> Counted:
        """The range of each difference."""
        places = sizes.view(np.int64) - self.low
        places >>= self.shift
        places += 1
        return np.clip(places, 0, len(self.kept) - 1, out=places)

    def within(self, changes: _Changes) -> _Changes:
        """Only the differences in kept ranges."""
        for sizes, gains in changes:
            near = self.kept[self.places(sizes)]
            yield sizes[near], gains[near]


def _together(changes: _Changes) -> _Changes:
    """Join small batches, since every batch visits all ranges."""
    parts: list[tuple[Floats, Floats]] = []
    held = 0
    for change in changes:
        parts.append(change)
        held += len(change[0])
        if held > 4 * _RANGES:
            yield _joined(parts)
            parts, held = [], 0
    if parts:
        yield _joined(parts)


def _joined(parts: list[tuple[Floats, Floats]]) -> tuple[Floats, Floats]:
    sizes, gains = zip(*parts, strict=True)
    return np.concatenate(sizes), np.concatenate(gains)


def _changes(vectors: Vectors, weights: Floats) -> _Changes:
    """Differences of metric scores where a tie changes the accuracy, and the gain of a tie."""
    for difference, order, vector in differences(vectors):
        gain = np.where(order == 0, 1.0, -1.0 * (order * difference > 0))
        changed = (gain != 0) & (difference != 0)
        yield np.abs(difference[changed]), (gain * weights[vector])[changed]
