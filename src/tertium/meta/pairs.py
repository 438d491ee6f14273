"""Pairs of outputs, as people and a metric order them.

C are those in the same order, D in the opposite, T_h those tied by people only, T_m by the metric
only, T_hm by both, and N is their number. Short vectors are compared pair by pair, all at once;
long ones are sorted by one score and counted by the other (Knight 1966).
"""

import math
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

from tertium.core.arrays import Floats

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Present = NDArray[np.bool_]
else:
    Present = Any

Counted = Any  # whole numbers, or arrays of them

# Vectors up to this length are compared pair by pair, all vectors at once; longer ones are sorted.
# Of many vectors even longer ones are compared, as each that is sorted takes a call of its own.
SHORT, _MANY, _LONGEST = 40, 64, 160

# Pairs that are sorted all at once to calibrate ties, and ranges of differences where there are
# more of them.
_SORTED, _RANGES = 2**22, 2**16

# Sums of unequal weights that are equal in exact arithmetic differ by rounding.
ROUNDING = 1e-9


class Vectors(NamedTuple):
    """Vectors of scores: (place in the vector, vector, replicate).

    Replicates are what resampling makes of the scores; where all of them share something, it has
    one only. Where a score is missing, both are 0.

    Attributes:
        gold: Scores of people.
        metric: Scores of a metric.
        present: Where both are there.
        copies: Pairs of a cell with itself, drawn twice, which are no pairs: (vector, replicate).
        repeated: Cells that are there already: (vector, replicate).
    """

    gold: Floats
    metric: Floats
    present: Present
    copies: Any = 0
    repeated: Any = 0

    @property
    def cells(self) -> Counted:
        """Number of scores: (vector, replicate)."""
        return self.present.sum(axis=0)

    def replicate(self, number: int) -> "Vectors":
        """Give one of the replicates alone."""
        import numpy as np

        def alone(shared: Any) -> Any:
            own = np.ndim(shared) and shared.shape[-1] > 1
            return shared[..., number : number + 1] if own else shared

        return Vectors(*(alone(part) for part in self))

    @property
    def pairs(self) -> Counted:
        """Number of pairs: (vector, replicate)."""
        return self.cells * (self.cells - 1) // 2 - self.copies


class Counts(NamedTuple):
    """Pairs of a vector: (vector, replicate).

    Attributes:
        balance: C - D.
        pairs: N.
        gold_ties: Pairs that people tie, T_h + T_hm.
        metric_ties: Pairs that the metric ties, T_m + T_hm.
        both: T_hm.
    """

    balance: Counted
    pairs: Counted
    gold_ties: Counted
    metric_ties: Counted
    both: Counted

    @property
    def concordant(self) -> Counted:
        """C, of the pairs that none of the two ties."""
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
        apart: Pairs whose scores by people differ by less do not count.
    """
    import numpy as np

    length, *shape = np.broadcast_shapes(*(part.shape for part in vectors[:3]))
    most = _LONGEST if math.prod(shape) >= _MANY else SHORT
    counted = _compared if length <= most else _sorted
    # A cell is tied with itself, and pairs of it do not count where people must set them apart.
    return counted(vectors, tie, apart).without(0 if apart else vectors.copies)


def _compared(vectors: Vectors, tie: float, apart: float) -> Counts:
    """Compare all cells of a vector with each other, all vectors and replicates at once."""
    import numpy as np

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
            found = order_of(metric[i], metric[j], tie)
            unfound = found == 0
            if counted is not None:
                unfound = unfound & counted
            balance += found * order
            metric_ties += unfound
            both += unfound & tied
            gold_ties += tied
            pairs += 1 if counted is None else counted
    # Sums of pairs are wider than what single vectors take.
    return Counts(*(one.astype(np.int64) for one in (balance, pairs, gold_ties, metric_ties, both)))


def order_of(one: Floats, other: Floats, tie: float) -> Any:
    """1 where the first is larger, -1 where it is smaller, 0 where they tie."""
    import numpy as np

    if tie:
        difference = one - other
        above, below = difference > tie, difference < -tie
    else:
        above, below = one > other, one < other
    return above.view(np.int8) - below.view(np.int8)


def _sorted(vectors: Vectors, tie: float, apart: float) -> Counts:
    """Sort each vector by one score, and count by the other."""
    import numpy as np

    gold, metric, present = np.broadcast_arrays(vectors.gold, vectors.metric, vectors.present)
    shape = gold.shape[1:]
    counts = np.empty((5, *shape), np.int64)
    for vector, replicate in np.ndindex(shape):
        there = present[:, vector, replicate]
        people, scores = gold[there, vector, replicate], metric[there, vector, replicate]
        counts[:, vector, replicate] = counts_of(people, scores, tie, apart)
    return Counts(*counts)


def counts_of(gold: Floats, metric: Floats, tie: float, apart: float) -> Counts:
    """Count the pairs of a single vector."""
    import numpy as np

    from tertium.kernels import concordance

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
    if apart:  # of the pairs that people set apart, and so do not tie
        return Counts(2 * less + equal - reached, reached, 0, equal, 0)
    return _counts(len(gold), tied_pairs(ranks), reached, less, equal)


def _counts(cells: int, gold_ties: int, reached: Any, less: Any, equal: Any) -> Counts:
    """Make the numbers of pairs of what `kernels.concordance` gives for scores of a metric."""
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
    import numpy as np

    times = np.bincount(ranks)
    return int((times * (times - 1) // 2).sum())


def tied_pairs_of(scores: Floats, present: Present) -> int:
    """Number of tied pairs of all vectors together: (place, vector, 1)."""
    import numpy as np

    ascending = np.sort(np.where(present, scores, np.nan)[..., 0], axis=0)  # NaN last, never equal
    if len(ascending) <= SHORT:
        return sum(
            int(np.count_nonzero(ascending[step:] == ascending[:-step]))
            for step in range(1, len(ascending))
        )
    return sum(
        tied_pairs(np.unique(column[~np.isnan(column)], return_inverse=True)[1])
        for column in ascending.T
    )


@dataclass(frozen=True)
class SwappedPairs:
    """Counts the pairs of one long vector when two metrics swap scores of some cells.

    All scores of both metrics are sorted once; those that fall to a metric are then in order.
    """

    cells: Counted
    sides: Counted
    values: Floats
    ranks: Counted
    classes: int
    tie: float

    @classmethod
    def of(cls, gold: Floats, first: Floats, second: Floats, tie: float = 0.0) -> "SwappedPairs":
        """Take rounded scores of people and of both metrics."""
        import numpy as np

        both = np.concatenate([first, second])
        order = np.argsort(both, kind="stable")
        cells = (order % len(gold)).astype(np.int32)
        sides = (order >= len(gold)).astype(np.uint8)
        values, ranks = np.unique(gold, return_inverse=True)
        return cls(cells, sides, both[order], ranks.astype(np.int32), len(values), tie)

    def __call__(self, masks: Counted) -> tuple[Counts, Counts]:
        """Counts of both metrics for each replicate, given a 1 where a cell is swapped."""
        import numpy as np

        from tertium.kernels import concordance

        rows = concordance(
            self.cells,
            self.sides,
            self.values,
            self.tie,
            self.ranks,
            self.classes,
            np.ascontiguousarray(masks, dtype=np.uint8).reshape(-1),
        )
        sides = np.asarray(rows).reshape(-1, 2, 3).astype(np.int64).transpose(1, 2, 0)[:, :, None]
        ties = tied_pairs(self.ranks)
        first, second = (_counts(len(self.ranks), ties, *side) for side in sides)
        return first, second


def calibrate(vectors: Vectors) -> float:
    """The difference up to which scores of the metric should tie.

    One for all vectors: the smallest of 0 and all differences between two scores at which the mean
    accuracy with ties is highest (Deutsch et al. 2023), and so is the mean of tau with ties. A pair
    that becomes tied is won if people tie it, and lost if it was in the right order.

    Of very many pairs only those are sorted near whose differences the highest can be: differences
    are first summed up in ranges, which bounds what can be reached within each.
    """
    import numpy as np

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
    """Differences in ascending order, each once, and the sums of what they gain.

    Equal ones are summed up on the way, so that a metric with few values takes little memory.
    """
    import numpy as np

    def merged(parts: list[tuple[Floats, Floats]]) -> tuple[Floats, Floats]:
        sizes, gains = _joined(parts)
        order = np.argsort(sizes, kind="stable")
        ascending = sizes[order]
        new = np.flatnonzero(np.append(True, ascending[1:] != ascending[:-1])[: len(ascending)])
        return ascending[new], np.add.reduceat(gains[order], new)

    parts = [(np.empty(0), np.empty(0))]  # where a vector has a single score
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
    """Ranges of differences, some of which the best one can be in.

    Numbers in floating point are in the order of their bits, so ranges of as many bits each are
    narrow where differences are small, and one score far from all others does no harm.

    Attributes:
        low: Bits of the number at which the first range begins.
        shift: How many of the last bits can differ within a range.
        kept: Ranges the best difference can be in; the first and the last are all that is below and
            above.
        left_out: What is gained before each range, by ranges that are not kept.
    """

    low: int
    shift: int
    kept: Present
    left_out: Floats

    @classmethod
    def near_the_highest(cls, vectors: Vectors, weights: Floats) -> "_Ranges":
        """Divide what is kept again until it has few enough pairs, or stays nearly as wide."""
        import numpy as np

        scores = np.unique(vectors.metric)
        # No difference is smaller than that of neighbours.
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
        import numpy as np

        places = sizes.view(np.int64) - self.low
        places >>= self.shift
        places += 1
        return np.clip(places, 0, len(self.kept) - 1, out=places)

    def within(self, changes: _Changes) -> _Changes:
        """Only the differences in ranges that are kept."""
        for sizes, gains in changes:
            near = self.kept[self.places(sizes)]
            yield sizes[near], gains[near]


def _together(changes: _Changes) -> _Changes:
    """Many at a time, as all ranges are gone through each time."""
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
    import numpy as np

    sizes, gains = zip(*parts, strict=True)
    return np.concatenate(sizes), np.concatenate(gains)


def _changes(vectors: Vectors, weights: Floats) -> _Changes:
    """Differences by the metric of pairs for which it matters if they tie, and what that gains."""
    import numpy as np

    for difference, order, vector in differences(vectors):
        gain = np.where(order == 0, 1.0, -1.0 * (order * difference > 0))
        changed = (gain != 0) & (difference != 0)
        yield np.abs(difference[changed]), (gain * weights[vector])[changed]


def differences(vectors: Vectors) -> Iterator[tuple[Floats, Floats, Counted]]:
    """Differences of pairs by the metric, their order by people, and their vector."""
    import numpy as np

    gold, metric, present = vectors.gold[..., 0], vectors.metric[..., 0], vectors.present[..., 0]
    numbers = np.arange(gold.shape[1])
    for at in range(1, len(gold)):
        there = present[at] & present[:at]
        order = np.sign(gold[at] - gold[:at])
        vector = np.broadcast_to(numbers, there.shape)
        yield (metric[at] - metric[:at])[there], order[there], vector[there]
