"""Approximate randomization: would the difference be as large if outputs were swapped by chance?

H0: each output could as well have come from the other system. In each trial, each segment is
swapped between X and Y with probability 1/2, and p is the share of trials whose difference is at
least as large as the observed one: d >= D one-sided, |d| >= |D| two-sided (Graham et al. 2014,
Figure 2). If there are no more than B ways to swap N segments, 2^N <= B, they are enumerated, and p
is exact.

Several runs: the runs of both systems are pooled, and the outputs of each segment are shuffled over
all runs (Clark et al. 2011). The verdict applies to these runs, not to other training runs.

Reference: Noreen 1989; Riezler and Maxwell 2005; Graham, Mathur and Baldwin 2014, section 3.2.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from tertium.core.arrays import Floats, Number, Weights
from tertium.core.resampling import AllSwaps, Shuffles, Swaps, replicates
from tertium.core.sample import Pair, Sample
from tertium.core.sums import Sums
from tertium.significance._papers import GRAHAM_2014, NOREEN_1989, RIEZLER_2005
from tertium.significance._test import Test

# Sums scored at a time.
_SCORED = 2**13


@dataclass(frozen=True)
class ApproximateRandomization(Test):
    """Swaps the outputs of single runs, and shuffles those of several runs."""

    def exact(self, sample: Sample, pair: Pair) -> bool:
        """Whether there are no more labellings than trials, so that all are enumerated."""
        return _pool(sample, pair) == 2 and sample.units <= self.trials.bit_length() - 1

    def differences(self, sample: Sample, pairs: Sequence[Pair]) -> list[Floats]:
        """Differences after swapping or shuffling."""
        differences: dict[Pair, Floats] = {}
        for pool in sorted({_pool(sample, pair) for pair in pairs}):
            alike = tuple(pair for pair in pairs if _pool(sample, pair) == pool)
            drawn = self._drawn(sample, alike, pool)
            differences |= {pair: drawn[:, number] for number, pair in enumerate(alike)}
        return [differences[pair] for pair in pairs]

    def _drawn(self, sample: Sample, pairs: tuple[Pair, ...], pool: int) -> Floats:
        """Differences of pairs with the same number of runs: (trial, pair, metric)."""
        if pool > 2:
            shuffled = ShuffledDifferences.of(sample, pairs)
            return replicates(Shuffles(sample.units, pool), self.trials, self.seed, shuffled)
        swapped = SwappedDifferences.of(sample, pairs)
        if self.exact(sample, pairs[0]):
            return replicates(AllSwaps(sample.units), 2**sample.units, self.seed, swapped)
        return replicates(Swaps(sample.units), self.trials, self.seed, swapped)


def _pool(sample: Sample, pair: Pair) -> int:
    """Number of runs of both systems."""
    return len(sample.rows[pair.system]) + len(sample.rows[pair.other])


@dataclass(frozen=True)
class SwappedDifferences:
    """Turns masks into differences of all pairs.

    One product serves all pairs: the rows that a system swaps are the same in all its pairs.
    """

    sample: Sample
    sums: Sums
    pairs: list[tuple[int, int]]

    @classmethod
    def of(cls, sample: Sample, pairs: Sequence[Pair]) -> "SwappedDifferences":
        """Prepare pairs of systems with a single run each."""
        outputs = {name: sample.runs_of(name).start for pair in pairs for name in pair}
        return cls(
            sample.without_rows,
            sample.sums,
            [(outputs[pair.system], outputs[pair.other]) for pair in pairs],
        )

    def __call__(self, masks: Weights) -> Floats:
        """Differences: (replicate, pair, metric)."""
        # Columns come first, as in memory. Swapping does not change columns that all outputs share.
        own, unweighted = self.sums.own, self.sums.unweighted.T
        given = np.moveaxis(self.sums(masks), -1, 0)[own]
        kept = unweighted[own, :, None] - given
        columns: list[Number] = unweighted[:, 0].tolist()
        differences = []
        # Several pairs at a time are faster than one pair, and need less memory than all pairs.
        step = max(1, _SCORED // len(masks))
        for begin in range(0, len(self.pairs), step):
            pairs = self.pairs[begin : begin + step]
            sums = np.empty((len(own), 2, len(pairs), len(masks)))
            for number, (first, other) in enumerate(pairs):
                np.add(kept[:, first], given[:, other], out=sums[:, 0, number])
                np.add(kept[:, other], given[:, first], out=sums[:, 1, number])
            for column, of_column in zip(own.tolist(), sums, strict=True):
                columns[column] = of_column
            first_scores, other_scores = self.sample.scores_of(columns, sums.shape[1:])
            differences.append(first_scores - other_scores)
        return np.concatenate(differences).swapaxes(0, 1) * self.sample.orientation


@dataclass(frozen=True)
class ShuffledDifferences:
    """Turns orders of pooled runs into differences of pairs, all with the same number of runs.

    The pool is in the order of names, so that a pair and its reverse see the same shuffles. Rows
    that an output contributes to the places of its pool are summed once for all pairs.
    """

    sample: Sample
    pairs: tuple[Pair, ...]
    sums: list[Sums]
    """For each place in the pools, sums of the outputs that have it in some pool."""
    chosen: list[list[int]]
    """For each pair and place, the number of the output among these sums."""

    @classmethod
    def of(cls, sample: Sample, pairs: tuple[Pair, ...]) -> "ShuffledDifferences":
        """Prepare pairs with the same number of runs."""
        pools = [
            [(name, run) for name in sorted(pair) for run in range(len(sample.rows[name]))]
            for pair in pairs
        ]
        numbered = [sorted(set(outputs)) for outputs in zip(*pools, strict=True)]
        return cls(
            sample.without_rows,
            pairs,
            [Sums.of([sample.rows[name][run] for name, run in outputs]) for outputs in numbered],
            [[numbered[i].index(output) for i, output in enumerate(pool)] for pool in pools],
        )

    def __call__(self, orders: Weights) -> Floats:
        """Differences: (replicate, pair, metric)."""
        places = range(orders.shape[2])
        given = [
            np.stack([sums(orders[:, :, place] == number) for place in places])
            for number, sums in enumerate(self.sums)
        ]
        differences = [
            self._of(pair, np.sum([part[:, i] for part, i in zip(given, chosen, strict=True)], 0))
            for pair, chosen in zip(self.pairs, self.chosen, strict=True)
        ]
        return np.stack(differences, axis=1) * self.sample.orientation

    def _of(self, pair: Pair, places: Floats) -> Floats:
        """Differences of a pair from the sums of its places."""
        runs = len(self.sample.rows[min(pair)])
        first = self.sample.system_scores(places[:runs])
        other = self.sample.system_scores(places[runs:])
        return first - other if pair.system < pair.other else other - first


TEST = ApproximateRandomization

CITATIONS = (GRAHAM_2014, NOREEN_1989, RIEZLER_2005)
