"""Agreement of a metric with human scores, on any choice of segments or documents (units)."""

import math
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from tertium.core import wording
from tertium.core.arrays import Floats
from tertium.core.errors import DataError
from tertium.core.formatting import counted
from tertium.core.resampling import FOLDS, generator
from tertium.core.stats import Metric
from tertium.inference.rank_tests import rounded
from tertium.meta.statistics import Statistic, make_statistic
from tertium.meta.tune.settings import TuneSettings
from tertium.meta.vectors import Vectors

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Integers = NDArray[np.int64]
else:
    Integers = Any


@dataclass(frozen=True, eq=False)
class Judged:
    """Outputs, prepared for scoring, and their human scores.

    Attributes:
        prepared: Result of `Metric.prepare` for the outputs.
        human: Human score of each segment of each output, NaN if there is none.
        units: Number of the unit of each segment; units are held out and drawn as a whole.
    """

    prepared: Any
    human: Floats
    units: Integers

    @cached_property
    def known(self) -> "NDArray[np.bool_]":
        """Whether there is a human score: (output, segment)."""
        return ~np.isnan(self.human)

    @cached_property
    def unit_of_known(self) -> Integers:
        """Unit of each human score, output by output."""
        of_all: Integers = np.broadcast_to(self.units, self.human.shape)[self.known]
        return of_all

    def folds(self, number: int, seed: int, level: str = "segment") -> "list[Integers]":
        """Divide the units with human scores into folds; return the units of each fold."""
        judged = np.unique(self.unit_of_known)
        if len(judged) < number:
            fewer = wording.option("folds", len(judged))
            raise DataError(
                f"{counted(len(judged), f'judged {level}')} cannot be divided into"
                f" {counted(number, 'fold')}.",
                hint=f"Judge more {level}s" + (f", or use {fewer}." if len(judged) > 1 else "."),
            )
        dealt = generator(seed, FOLDS, 0).permutation(judged)
        return [np.sort(dealt[first::number]) for first in range(number)]

    def drawn(self, units: Integers, times: Any = 1) -> Integers:
        """Return how often each unit is drawn, if only these units are drawn."""
        drawn = np.zeros(int(self.units.max()) + 1, dtype=np.int64)
        drawn[units] = times
        return drawn


def correlation(statistic: Statistic, scores: Floats, human: Floats) -> float:
    """Correlation of two vectors; NaN for fewer than three pairs of scores."""
    if len(scores) < 3:
        return math.nan
    if statistic.rounds:
        scores, human = rounded(scores), rounded(human)
    present = np.ones((len(scores), 1, 1), dtype=bool)
    vectors = Vectors(human[:, None, None], scores[:, None, None], present)
    return float(statistic.values(vectors)[0, 0])


class Agreement:
    """Agreement of a metric with human scores, on any choice of units."""

    def __init__(self, metric: Metric, judged: Judged, settings: TuneSettings) -> None:
        self._metric, self._judged, self._settings = metric, judged, settings
        self._statistic = make_statistic(settings.statistic)
        self._sign = 1 if metric.higher_is_better else -1
        rows = metric.rows_from(judged.prepared)
        if settings.level == "segment":
            scores = metric.for_segments().scores(rows)
            self._scores = scores.reshape(judged.human.shape)[judged.known]
        else:
            self._rows = rows.reshape(*judged.human.shape, -1)

    def on(self, drawn: Integers) -> float:
        """Return the correlation with human scores, positive if the metric agrees with them.

        Args:
            drawn: How often each unit counts.
        """
        of = self._segments if self._settings.level == "segment" else self._systems
        scores, human = of(drawn)
        return correlation(self._statistic, self._sign * scores, human)

    def _segments(self, drawn: Integers) -> tuple[Floats, Floats]:
        judged = self._judged
        times = drawn[judged.unit_of_known]
        return np.repeat(self._scores, times), np.repeat(judged.human[judged.known], times)

    def _systems(self, drawn: Integers) -> tuple[Floats, Floats]:
        """Corpus scores of the segments with human scores, and mean human scores."""
        judged = self._judged
        weights = (judged.known * drawn[judged.units]).astype(float)
        some = weights.sum(axis=1) > 0
        weights = weights[some]
        scores = self._metric.scores((weights[:, None, :] @ self._rows[some])[:, 0])
        human = np.where(judged.known, judged.human, 0)[some]
        return scores, (weights * human).sum(axis=1) / weights.sum(axis=1)
