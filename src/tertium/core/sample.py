"""The sample that tests and intervals resample: rows of all outputs under all metrics.

A system has one or several training runs. Its score is the mean of the scores of its runs or,
pooled, the score of their summed statistics, as in MultEval.
"""

import math
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import accumulate, pairwise
from typing import Any, ClassVar, NamedTuple

import numpy as np

from tertium.core.arrays import TOLERANCE, Floats, Number, Weights, divided
from tertium.core.resampling import Bootstrap, replicates
from tertium.core.spec import option
from tertium.core.stats import Scorer, Stats
from tertium.core.sums import Sums

# Units scored at a time.
_AT_ONCE = 2**12


@dataclass(frozen=True)
class Mean(Scorer):
    """Mean of numbers of segments, such as human scores."""

    name: ClassVar[str] = "mean"

    numbers: str = option("", "Name of the numbers.")

    @property
    def title(self) -> str:
        """Name of the numbers."""
        return self.numbers

    @property
    def columns(self) -> tuple[str, ...]:
        """Sum and count of the numbers."""
        return ("sum", "number")

    def score(self, sums: Sequence[Number]) -> Number:
        """Mean; NaN if there are no numbers."""
        total, number = sums
        return divided(total, number, math.nan)


class Pair(NamedTuple):
    """Two systems; a positive difference means that the first is better."""

    system: str
    other: str


@dataclass(frozen=True, eq=False)
class Sample:
    """Statistics of the outputs of systems, for each unit.

    Args:
        metrics: The metrics, or other scorers of rows.
        rows: For each system the rows of its runs: the statistics of all metrics side by side.
        combine_runs: How the scores of several runs are combined, "mean" or "pooled".
    """

    metrics: tuple[Scorer, ...]
    rows: Mapping[str, tuple[Floats, ...]]
    combine_runs: str = "mean"
    _memo: dict[Hashable, Any] = field(default_factory=dict, repr=False)

    @property
    def units(self) -> int:
        """Number of segments or documents."""
        return len(next(iter(self.rows.values()))[0])

    @cached_property
    def systems(self) -> tuple[str, ...]:
        """Names of the systems, sorted, so that results do not depend on the order of arguments."""
        return tuple(sorted(self.rows))

    @property
    def outputs(self) -> list[Floats]:
        """Rows of all runs of all systems."""
        return [rows for system in self.systems for rows in self.rows[system]]

    @cached_property
    def sums(self) -> Sums:
        """Weighted sums of the rows of all outputs."""
        return Sums.of(self.outputs)

    def runs_of(self, system: str) -> slice:
        """Positions of the runs of a system among all outputs."""
        before = self.systems[: self.systems.index(system)]
        begin = sum(len(self.rows[name]) for name in before)
        return slice(begin, begin + len(self.rows[system]))

    @cached_property
    def orientation(self) -> Floats:
        """1 for each metric for which higher is better or neither, -1 for the others."""
        return np.array([-1.0 if m.higher_is_better is False else 1.0 for m in self.metrics])

    def columns_of(self, metric: int) -> slice:
        """Positions of the statistics of a metric among the columns of the rows."""
        return self._columns[metric]

    @cached_property
    def _columns(self) -> list[slice]:
        ends = [0, *accumulate(len(metric.columns) for metric in self.metrics)]
        return [slice(begin, end) for begin, end in pairwise(ends)]

    def scores(self, sums: Floats) -> Floats:
        """Scores of summed statistics; the last axis changes from columns to metrics."""
        return self.scores_of(list(np.moveaxis(sums, -1, 0)), sums.shape[:-1])

    def scores_of(self, columns: Sequence[Number], shape: tuple[int, ...]) -> Floats:
        """Scores of summed statistics, given by column; a column can be a single number."""
        scores = np.empty((len(self.metrics), *shape))
        for number, metric in enumerate(self.metrics):
            scores[number] = metric.score(columns[self.columns_of(number)])
        return np.moveaxis(scores, 0, -1)

    def system_scores(self, sums: Sequence[Floats] | Floats) -> Floats:
        """Scores of a system from the summed statistics of its runs."""
        if self.combine_runs == "pooled":
            return self.scores(np.sum(sums, axis=0))
        mean: Floats = np.mean([self.scores(one) for one in sums], axis=0)
        return mean

    def run_scores(self, system: str) -> Floats:
        """Score of every run of a system under every metric."""
        return self.output_scores[self.runs_of(system)]

    @cached_property
    def output_scores(self) -> Floats:
        """Score of every run of every system under every metric."""
        return self.scores(np.stack([sums for name in self.systems for sums in self._sums[name]]))

    @cached_property
    def _sums(self) -> dict[str, list[Floats]]:
        """Summed statistics of every run of a system."""
        return {system: [rows.sum(axis=0) for rows in runs] for system, runs in self.rows.items()}

    @cached_property
    def observed(self) -> Floats:
        """Score of every system under every metric."""
        return np.stack([self.system_scores(self._sums[system]) for system in self.systems])

    def improvements(self, pairs: Sequence[Pair], scores: Floats) -> Floats:
        """Differences of pairs from scores of systems (..., system, metric).

        Positive means that the first system is better: the sign is flipped here, and only here.
        """
        first = [self.systems.index(pair.system) for pair in pairs]
        other = [self.systems.index(pair.other) for pair in pairs]
        return (scores[..., first, :] - scores[..., other, :]) * self.orientation

    def improvement(self, pair: Pair, metric: int, scores: Floats) -> Floats:
        """Difference of a pair under one metric; positive means that the first system is better."""
        one: Floats = scores[..., self.systems.index(pair.system), metric]
        two: Floats = scores[..., self.systems.index(pair.other), metric]
        return (one - two) * float(self.orientation[metric])

    def is_mean(self, system: str, metric: int) -> bool:
        """Whether the score of a system is a mean over its units.

        If so, the expected score of a bootstrap sample is the score itself.
        """
        key = "mean", system, metric
        if key not in self._memo:
            self._memo[key] = self._is_mean(system, metric)
        return bool(self._memo[key])

    def _is_mean(self, system: str, metric: int) -> bool:
        chosen = self.metrics[metric]
        if not chosen.denominator:
            return False
        place = self.columns_of(metric).start + chosen.columns.index(chosen.denominator)
        columns = [rows[:, place] for rows in self.rows[system]]
        return all(column[0] > 0 and bool((column == column[0]).all()) for column in columns)

    def tolerance(self, pairs: Sequence[Pair]) -> Floats:
        """Differences up to this size are rounding errors of scores that are equal."""
        first = [self.systems.index(pair.system) for pair in pairs]
        other = [self.systems.index(pair.other) for pair in pairs]
        return TOLERANCE * np.maximum(self._scale[first], self._scale[other])

    @cached_property
    def _scale(self) -> Floats:
        """Scale of the scores of every system, from its units: corpus sums can cancel out."""
        outputs = self.outputs
        total = np.zeros((len(outputs), len(self.metrics)))
        for begin in range(0, self.units, _AT_ONCE):
            units = np.stack([rows[begin : begin + _AT_ONCE] for rows in outputs])
            total += np.abs(self.scores(units)).sum(axis=1)
        means = total / self.units
        of_systems = np.stack([means[self.runs_of(name)].mean(axis=0) for name in self.systems])
        scale: Floats = np.fmax(np.abs(self.observed), of_systems)
        return scale

    def bootstrap(self, trials: int, seed: int, share: float = 1.0) -> "BootstrapScores":
        """Scores of bootstrap samples; they are cached, and all systems share the draws.

        Args:
            trials: Number of samples.
            seed: Seed of the draws.
            share: Size of a sample as a share of the units.
        """
        key = trials, seed, share
        if key not in self._memo:
            size = max(1, round(share * self.units))
            reduction = BootstrapReduction(self.without_rows, self.sums)
            drawn = replicates(Bootstrap(self.units, size), trials, seed, reduction)
            count = len(self.outputs)
            systems = drawn[:, count:] if drawn.shape[1] > count else drawn
            self._memo[key] = BootstrapScores(drawn[:, :count], systems)
        found: BootstrapScores = self._memo[key]
        return found

    def jackknife(self) -> Floats:
        """Scores of all systems with one unit left out at a time (unit, system, metric)."""

        def left(system: str) -> list[Floats]:
            runs = zip(self._sums[system], self.rows[system], strict=True)
            return [sums - rows for sums, rows in runs]

        return np.stack([self.system_scores(left(system)) for system in self.systems], axis=1)

    @property
    def bare(self) -> "Sample":
        """The sample without caches, to send to workers."""
        return replace(self, _memo={})

    @property
    def without_rows(self) -> "Sample":
        """The sample without rows, for workers that have the sums."""
        empty = {name: tuple(one[:0] for one in runs) for name, runs in self.rows.items()}
        return replace(self, rows=empty, _memo={})


class BootstrapScores(NamedTuple):
    """Scores of bootstrap samples: (sample, output, metric) and (sample, system, metric)."""

    outputs: Floats
    systems: Floats


@dataclass(frozen=True)
class BootstrapReduction:
    """Turns weights into the scores of outputs and systems."""

    sample: Sample
    sums: Sums

    def __call__(self, weights: Weights) -> Floats:
        """Give (replicate, outputs then systems, metric); single runs are their systems."""
        sums = self.sums(weights)
        outputs = self.sample.scores(sums)
        if all(len(runs) == 1 for runs in self.sample.rows.values()):
            return outputs.swapaxes(0, 1)
        of_systems = [self.sample.runs_of(system) for system in self.sample.systems]
        if self.sample.combine_runs == "pooled":
            systems = [self.sample.scores(sums[runs].sum(axis=0)) for runs in of_systems]
        else:
            systems = [outputs[runs].mean(axis=0) for runs in of_systems]
        return np.concatenate([outputs, systems]).swapaxes(0, 1)


def side_by_side(stats: Sequence[Stats]) -> Floats:
    """Join the rows of one output under several metrics, in the layout of a sample."""
    return stats[0].rows if len(stats) == 1 else np.hstack([one.rows for one in stats])
