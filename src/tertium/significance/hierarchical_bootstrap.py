"""Hierarchical bootstrap: would the difference hold for other segments and other training runs?

H0: the training procedures are equally good on texts of this kind. Segments are drawn with
replacement, the same for both systems. Runs are drawn for each system, one fewer than it has, so
that the variance of their mean is right although they are few. As in `bootstrap`, the differences
are shifted by their mean and compared with the observed difference.

The noise of the segments is in both draws, which makes the test conservative: if training and
segments vary the score equally, it rejects 1 % of true nulls at a level of 5 %. If training varies
the score ten times as much, three runs do not show its variance, and it rejects 13 %. Prefer
`run-permutation` on one test set; this test gives the spread of both sources together (s_total).

Reference: McCarthy and Snowden 1985 on drawing one fewer; Clark, Dyer, Lavie and Smith 2011.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from tertium.core.arrays import Floats
from tertium.core.resampling import RUNS, generator
from tertium.core.sample import Pair, Sample
from tertium.significance._papers import CLARK_2011
from tertium.significance.bootstrap import Bootstrap


@dataclass(frozen=True)
class HierarchicalBootstrap(Bootstrap):
    """Draws both segments and runs."""

    recommended: ClassVar[bool] = False
    question: ClassVar[str] = "the training procedure"
    enough_units: ClassVar[int] = 0
    resamples: ClassVar[str] = "bootstrap samples of segments and runs"

    def reason_untestable(self, sample: Sample, pair: Pair) -> str:
        """A single run does not show how training varies."""
        if min(len(sample.rows[name]) for name in pair) < 2:
            return "a single run does not show how training varies"
        return super().reason_untestable(sample, pair)

    def differences(self, sample: Sample, pairs: Sequence[Pair]) -> list[Floats]:
        """Differences of systems on resampled segments, with resampled runs."""
        # In the order of names, so that a pair and its reverse see the same draws.
        placed = {(name, place) for pair in pairs for place, name in enumerate(sorted(pair))}
        scores = {one: self.scores(sample, *one) for one in placed}

        def of(pair: Pair) -> Floats:
            first, other = (scores[name, place] for place, name in enumerate(sorted(pair)))
            return first - other if pair.system < pair.other else other - first

        return [of(pair) * sample.orientation for pair in pairs]

    def expected(self, sample: Sample, pair: Pair, metric: int) -> float | None:
        """The observed difference, if scores are means over units and runs."""
        return super().expected(sample, pair, metric) if sample.combine_runs == "mean" else None

    def scores(self, sample: Sample, system: str, place: int = 0) -> Floats:
        """Scores of a system on resampled segments, with resampled runs: (trial, metric).

        Args:
            sample: The sample with the system.
            system: The system.
            place: Its place in a pair; runs are drawn independently for each place.
        """
        runs = sample.bootstrap(self.trials, self.seed).outputs[:, sample.runs_of(system)]
        count = runs.shape[1]
        # Key 0 belongs to run permutation. No key depends on which other systems are compared.
        random = generator(self.seed, RUNS, 1 + place)
        drawn = random.integers(0, count, size=(self.trials, max(1, count - 1)))
        scores: Floats = np.take_along_axis(runs, drawn[:, :, None], axis=1).mean(axis=1)
        return scores


TEST = HierarchicalBootstrap

CITATIONS = (
    CLARK_2011,
    """
@techreport{mccarthy-1985,
  author      = {McCarthy, Philip J. and Snowden, Cecelia B.},
  title       = {The Bootstrap and Finite Population Sampling},
  institution = {National Center for Health Statistics},
  type        = {Vital and Health Statistics, Series 2},
  number      = {95},
  year        = {1985}
}
""",
)
