"""Run permutation: would the difference be as large if runs were assigned to systems by chance?

H0: both training procedures give equally good runs. The runs of both systems are pooled, and whole
runs are assigned to X and Y in every possible way; p is the share of assignments whose difference
is at least as large as the observed one. The verdict applies to the training procedures on this
test set. It needs several runs: with R runs of each system, the two-sided p-value is at least 2 /
C(2R, R), which is 0.1 for three runs and 0.03 for four.

If there are more assignments than trials, they are sampled.

Reference: Clark, Dyer, Lavie and Smith 2011 on why runs differ; Noreen 1989.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import comb
from typing import ClassVar

import numpy as np

from tertium.core.arrays import Floats
from tertium.core.resampling import RUNS, generator
from tertium.core.sample import Pair, Sample
from tertium.significance._papers import CLARK_2011, NOREEN_1989
from tertium.significance._test import Test


@dataclass(frozen=True)
class RunPermutation(Test):
    """Assigns whole runs to the systems."""

    question: ClassVar[str] = "the training procedure"
    resamples: ClassVar[str] = "random relabellings of whole runs"

    def reason_untestable(self, sample: Sample, pair: Pair) -> str:
        """A single run does not show how training varies."""
        return "" if _ways(sample, pair) > 2 else "a single run does not show how training varies"

    def exact(self, sample: Sample, pair: Pair) -> bool:
        """Whether all assignments are enumerated."""
        return _ways(sample, pair) <= self.trials

    def differences(self, sample: Sample, pairs: Sequence[Pair]) -> list[Floats]:
        """Differences after assigning runs anew."""
        return [self._of(sample, pair) for pair in pairs]

    def _of(self, sample: Sample, pair: Pair) -> Floats:
        # The pool is in the order of names, so that a pair and its reverse see the same draws.
        one, two = sorted(pair)
        pool = np.stack([rows.sum(axis=0) for name in (one, two) for rows in sample.rows[name]])
        runs = len(sample.rows[one])
        turned = 1.0 if one == pair.system else -1.0
        orders = np.array([*self._orders(len(pool), runs, exact=self.exact(sample, pair))])
        places = [pool[runs_at_place] for runs_at_place in orders.T]
        first, other = sample.system_scores(places[:runs]), sample.system_scores(places[runs:])
        return (first - other) * sample.orientation * turned

    def _orders(self, pool: int, runs: int, *, exact: bool) -> Iterator[list[int]]:
        """Orders of the pooled runs; the first ones belong to the first system."""
        if exact:
            for chosen in combinations(range(pool), runs):
                yield [*chosen, *(run for run in range(pool) if run not in chosen)]
            return
        random = generator(self.seed, RUNS, 0)
        for _ in range(self.trials):
            yield random.permutation(pool).tolist()


def _ways(sample: Sample, pair: Pair) -> int:
    """Number of ways to assign the runs."""
    runs = len(sample.rows[pair.system]), len(sample.rows[pair.other])
    return comb(sum(runs), runs[0])


TEST = RunPermutation

CITATIONS = (CLARK_2011, NOREEN_1989)
