"""Approximate randomization: would the difference be as large if outputs were swapped by chance?

H0: each output could as well be that of the other system. For every trial each segment is swapped
between X and Y with probability 1/2, and p is the share of trials whose difference is at least the
observed one: d >= D one-sided, |d| >= |D| two-sided (Graham et al. 2014, Figure 2). Where all 2^N
ways of swapping are no more than the trials, they are enumerated, and p is exact.

Several runs: all runs of both systems are pooled, and for each segment shuffled over them (Clark
et al. 2011). That speaks of these runs, not of others that training might give.

Reference: Noreen 1989; Riezler and Maxwell 2005; Graham, Mathur and Baldwin 2014, section 3.2.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from tertium.core.arrays import Floats, Number, Weights
from tertium.core.resampling import AllSwaps, Shuffles, Swaps, replicates
from tertium.core.sample import Pair, Sample
from tertium.core.sums import Sums
from tertium.significance._test import Test

# Sums scored at a time.
_SCORED = 2**13


@dataclass(frozen=True)
class ApproximateRandomization(Test):
    """Swaps outputs of single runs, shuffles those of several."""

    name: ClassVar[str] = "approximate_randomization"
    citations: ClassVar[tuple[str, ...]] = ("graham-2014", "noreen-1989", "riezler-2005")

    def exact(self, sample: Sample, pair: Pair) -> bool:
        """Whether all labellings are enumerated: there are no more of them than trials."""
        return _pool(sample, pair) == 2 and sample.units <= self.trials.bit_length() - 1

    def differences(self, sample: Sample, pairs: Sequence[Pair]) -> list[Floats]:
        """Differences after swapping or shuffling."""
        found: dict[Pair, Floats] = {}
        for pool in sorted({_pool(sample, pair) for pair in pairs}):
            chosen = tuple(pair for pair in pairs if _pool(sample, pair) == pool)
            drawn = self._drawn(sample, chosen, pool)
            found |= {pair: drawn[:, number] for number, pair in enumerate(chosen)}
        return [found[pair] for pair in pairs]

    def _drawn(self, sample: Sample, pairs: tuple[Pair, ...], pool: int) -> Floats:
        """Differences of pairs with as many runs: (trial, pair, metric)."""
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

    One product serves all pairs: what a system gives away in one of them, it gives away in all.
    """

    sample: Sample
    sums: Sums
    pairs: list[tuple[int, int]]

    @classmethod
    def of(cls, sample: Sample, pairs: Sequence[Pair]) -> "SwappedDifferences":
        """Take pairs of systems with a single run each."""
        outputs = {name: sample.runs_of(name).start for pair in pairs for name in pair}
        return cls(
            sample.without_rows,
            sample.sums,
            [(outputs[pair.system], outputs[pair.other]) for pair in pairs],
        )

    def __call__(self, masks: Weights) -> Floats:
        """Give (replicate, pair, metric)."""
        import numpy as np

        # Columns first, as they lie in memory. Swapping leaves those that all share as they are.
        own, unweighted = self.sums.own, self.sums.unweighted.T
        given = np.moveaxis(self.sums(masks), -1, 0)[own]
        kept = unweighted[own, :, None] - given
        columns: list[Number] = unweighted[:, 0].tolist()
        differences = []
        # Some pairs at a time, which is faster than one and takes less memory than all.
        step = max(1, _SCORED // len(masks))
        for begin in range(0, len(self.pairs), step):
            pairs = self.pairs[begin : begin + step]
            sums = np.empty((len(own), 2, len(pairs), len(masks)))
            for number, (first, other) in enumerate(pairs):
                np.add(kept[:, first], given[:, other], out=sums[:, 0, number])
                np.add(kept[:, other], given[:, first], out=sums[:, 1, number])
            for column, of_column in zip(own.tolist(), sums, strict=True):
                columns[column] = of_column
            one, two = self.sample.scores_of(columns, sums.shape[1:])
            differences.append(one - two)
        return np.concatenate(differences).swapaxes(0, 1) * self.sample.orientation


@dataclass(frozen=True)
class ShuffledDifferences:
    """Turns orders of pooled runs into differences of pairs that all have as many runs.

    The pool is in the order of names, so that a pair and its reverse see the same shuffles, and
    what an output gives to the places of its pool is summed once for all pairs.
    """

    sample: Sample
    pairs: tuple[Pair, ...]
    sums: list[Sums]
    """For each number in the pools, those of all outputs that have it."""
    chosen: list[list[int]]
    """For each pair and number, which of these outputs it is."""

    @classmethod
    def of(cls, sample: Sample, pairs: tuple[Pair, ...]) -> "ShuffledDifferences":
        """Take pairs with as many runs."""
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
        """Give (replicate, pair, metric)."""
        import numpy as np

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
        """Difference of a pair from the sums of its places."""
        runs = len(self.sample.rows[min(pair)])
        first = self.sample.system_scores(places[:runs])
        other = self.sample.system_scores(places[runs:])
        return first - other if pair.system < pair.other else other - first


TEST = ApproximateRandomization
