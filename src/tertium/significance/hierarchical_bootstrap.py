"""Hierarchical bootstrap: what if both the test segments and the training runs were others?

H0: the training procedures are equally good on texts of this kind. Segments are drawn with
replacement, the same for both systems, and for each system runs: one fewer than it has, which keeps
the variance of their mean right although they are few. As in `bootstrap`, the differences are
shifted by their mean and compared with the observed one.

The noise of the segments is in both draws, which makes the test cautious: of simulated procedures
that are equal it rejects 1 % at a level of 5 % where training and segments vary the score alike.
Where training varies it ten times as much, three runs hardly tell its spread, and it rejects 13 %.
`run_permutation` is the test to trust on one test set; this one gives the spread of both together
(s_total).

Reference: McCarthy and Snowden 1985 on drawing one fewer; Clark, Dyer, Lavie and Smith 2011.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from tertium.core.arrays import Floats
from tertium.core.resampling import RUNS, generator
from tertium.core.sample import Pair, Sample
from tertium.significance.bootstrap import Bootstrap


@dataclass(frozen=True)
class HierarchicalBootstrap(Bootstrap):
    """Draws segments and runs."""

    name: ClassVar[str] = "hierarchical_bootstrap"
    recommended: ClassVar[bool] = False
    question: ClassVar[str] = "the training procedure"
    enough_units: ClassVar[int] = 0
    resamples: ClassVar[str] = "bootstrap samples of segments and runs"
    citations: ClassVar[tuple[str, ...]] = ("clark-2011", "mccarthy-1985")

    def cannot(self, sample: Sample, pair: Pair) -> str:
        """Say that single runs tell nothing of a procedure."""
        if min(len(sample.rows[name]) for name in pair) < 2:
            return "a single run tells nothing of the procedure"
        return super().cannot(sample, pair)

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
        """Give the observed difference, where it is one of means over units and runs."""
        return super().expected(sample, pair, metric) if sample.statistic == "mean" else None

    def scores(self, sample: Sample, system: str, place: int = 0) -> Floats:
        """Scores of a system on resampled segments, with resampled runs: (trial, metric).

        Args:
            sample: What the system is part of.
            system: The system.
            place: Its place in a pair; runs are drawn independently for each place.
        """
        import numpy as np

        runs = sample.bootstrap(self.trials, self.seed).outputs[:, sample.runs_of(system)]
        count = runs.shape[1]
        # 0 is the key of assignments. No key depends on which other systems are compared.
        random = generator(self.seed, RUNS, 1 + place)
        drawn = random.integers(0, count, size=(self.trials, max(1, count - 1)))
        scores: Floats = np.take_along_axis(runs, drawn[:, :, None], axis=1).mean(axis=1)
        return scores


TEST = HierarchicalBootstrap
