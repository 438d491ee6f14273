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

from tertium.core.arrays import Floats
from tertium.core.resampling import AllSwaps, Shuffles, Swaps, replicates
from tertium.core.sample import Pair, Sample
from tertium.significance._test import Test


@dataclass(frozen=True)
class ApproximateRandomization(Test):
    """Swaps outputs of single runs, shuffles those of several."""

    name: ClassVar[str] = "approximate_randomization"
    citations: ClassVar[tuple[str, ...]] = ("graham-2014", "riezler-2005")

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
            shuffled = ShuffledDifferences(sample.bare, pairs)
            return replicates(Shuffles(sample.units, pool), self.trials, self.seed, shuffled)
        swapped = SwappedDifferences(sample.bare, pairs)
        if self.exact(sample, pairs[0]):
            return replicates(AllSwaps(sample.units), 2**sample.units, self.seed, swapped)
        return replicates(Swaps(sample.units), self.trials, self.seed, swapped)


def _pool(sample: Sample, pair: Pair) -> int:
    """Number of runs of both systems."""
    return len(sample.rows[pair.system]) + len(sample.rows[pair.other])


@dataclass(frozen=True)
class SwappedDifferences:
    """Turns masks into differences of all pairs.

    One product per system serves all its pairs: what a system gives away in one pair, it gives
    away in all.
    """

    sample: Sample
    pairs: tuple[Pair, ...]

    def __call__(self, masks: Floats) -> Floats:
        """Give (replicate, pair, metric)."""
        import numpy as np

        given, kept = {}, {}
        for system in {name for pair in self.pairs for name in pair}:
            (rows,) = self.sample.rows[system]
            given[system] = masks @ rows
            kept[system] = rows.sum(axis=0) - given[system]
        differences = []
        for pair in self.pairs:
            first = self.sample.scores(kept[pair.system] + given[pair.other])
            other = self.sample.scores(kept[pair.other] + given[pair.system])
            differences.append(first - other)
        return np.stack(differences, axis=1) * self.sample.orientation


@dataclass(frozen=True)
class ShuffledDifferences:
    """Turns orders of pooled runs into differences of pairs that all have as many runs."""

    sample: Sample
    pairs: tuple[Pair, ...]

    def __call__(self, orders: Floats) -> Floats:
        """Give (replicate, pair, metric)."""
        import numpy as np

        places = range(orders.shape[2])
        sums: list[Floats] = [np.zeros(())] * len(self.pairs)
        for output in places:
            # Where the output goes: one product gives its part in the sums of all places.
            taken = np.concatenate([orders[:, :, place] == output for place in places])
            weights = taken.astype(np.float64)
            for number, pair in enumerate(self.pairs):
                sums[number] = sums[number] + weights @ self._pool(pair)[output]
        return np.stack(
            [
                self._difference(pair, np.split(of_pair, len(places)))
                for pair, of_pair in zip(self.pairs, sums, strict=True)
            ],
            axis=1,
        )

    def _pool(self, pair: Pair) -> list[Floats]:
        """Runs of both, in the order of names: a pair and its reverse see the same shuffles."""
        return [rows for name in sorted(pair) for rows in self.sample.rows[name]]

    def _difference(self, pair: Pair, places: Sequence[Floats]) -> Floats:
        one, _ = sorted(pair)
        runs = len(self.sample.rows[one])
        first, other = map(self.sample.system_scores, (places[:runs], places[runs:]))
        turned = 1.0 if one == pair.system else -1.0
        return (first - other) * self.sample.orientation * turned


TEST = ApproximateRandomization
