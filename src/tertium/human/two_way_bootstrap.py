"""Confidence intervals of human scores, over segments and annotators (Owen 2007)."""

from dataclasses import dataclass
from typing import Any

import numpy as np

from tertium.core.arrays import Floats
from tertium.core.intervals import Interval
from tertium.core.resampling import ANNOTATORS, BOOTSTRAP, block_size, counts, generator, replicates
from tertium.human.columns import Words
from tertium.human.groups import grouped
from tertium.human.segments import JudgedSegments
from tertium.human.settings import RankSettings
from tertium.inference.intervals import percentile


def intervals(judged: JudgedSegments, settings: RankSettings) -> list[Interval]:
    """Confidence intervals of the scores, over segments or documents and annotators."""
    if not settings.trials:
        return [Interval.undefined()] * len(judged.systems)
    units = judged.documents if settings.level == "document" else judged.ratings.item
    resampled = TwoWayBootstrap.of(judged, settings.average, units)
    values = replicates(resampled, settings.trials, settings.seed, resampled.scores)
    blocks = grouped(judged.system, units)
    numbers = np.bincount(judged.system[blocks.first], minlength=values.shape[1])
    return [
        percentile(values[:, place], settings.confidence_level)
        if number > 1
        else Interval.undefined(f"only one {settings.level} was judged")
        for place, number in enumerate(numbers.tolist())
    ]


@dataclass(frozen=True, eq=False)
class TwoWayBootstrap:
    """Resamples segments and annotators, and scores systems on the resampled judgments.

    The weight of a judgment is the count of its segment times the count of its annotator: the
    two-way bootstrap of Owen 2007, which is conservative. Whole documents can replace segments.

    Attributes:
        segments: Number of segments, or of documents.
        annotators: Number of annotators.
        sums: Weighted judgments of each annotator of each system (rows), by segment or document.
        weights: Their weights.
    """

    segments: int
    annotators: int
    sums: Any
    weights: Any

    @classmethod
    def of(cls, judged: JudgedSegments, average: str, units: Words) -> "TwoWayBootstrap":
        """Arrange judgments by system, annotator, and segment or document."""
        from scipy.sparse import csr_array

        segments, annotators = len(units.names), len(judged.ratings.annotator.names)
        weights = judged.weights(average)
        rows = judged.system * annotators + judged.ratings.annotator.codes
        where = (rows, units.codes)
        shape = (len(judged.systems) * annotators, segments)
        return cls(
            segments,
            annotators,
            csr_array((weights * judged.values, where), shape=shape),
            csr_array((weights, where), shape=shape),
        )

    @property
    def units(self) -> int:
        """The larger dimension of a replicate in memory."""
        return int(max(self.sums.shape))

    def block(self, seed: int, begin: int, end: int) -> Floats:
        """Counts of segments, then of annotators."""
        number = begin // block_size(self.units)
        drawn = [
            counts(generator(seed, purpose, number), end - begin, units, units)
            for purpose, units in ((BOOTSTRAP, self.segments), (ANNOTATORS, self.annotators))
        ]
        return np.hstack(drawn)

    def scores(self, drawn: Floats) -> Floats:
        """Score of each system on each replicate; NaN if no judgment of it was drawn."""
        segments, annotators = drawn[:, : self.segments], drawn[:, self.segments :]

        def total(judgments: Any) -> Floats:
            by_annotator = (judgments @ segments.T).reshape(-1, self.annotators, len(drawn))
            summed: Floats = np.einsum("sab,ba->bs", by_annotator, annotators)
            return summed

        with np.errstate(invalid="ignore"):
            return total(self.sums) / total(self.weights)
