"""Overlap of judged outputs with the reference, by chrF."""

import math
from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy as np

from tertium.core.arrays import Floats
from tertium.core.errors import UsageError
from tertium.core.testset import TestSet
from tertium.human.columns import Words
from tertium.human.matching import match_names, match_segments
from tertium.human.ratings import Ratings
from tertium.metrics import metrics, score_outputs

_METRIC = "chrf"


class ReferenceOverlap(NamedTuple):
    """Overlap of outputs with the reference.

    Attributes:
        scores: Scores of each segment of the test set, by the name of a system in the judgments.
        positions: Position in the test set, by the name of an item.
        metric: Signature of the metric.
    """

    scores: Mapping[str, Floats]
    positions: Mapping[str, int]
    metric: str

    @classmethod
    def of(
        cls,
        testset: TestSet,
        ratings: Ratings,
        systems: Sequence[str],
        rename: Mapping[str, str] | None = None,
    ) -> "ReferenceOverlap":
        """Score the outputs of a test set, and find judged systems and segments in it.

        Args:
            testset: Outputs and references.
            ratings: The judgments.
            systems: Names of the judged systems.
            rename: Names of outputs by names in the judgments.
        """
        several = sorted(name for name, runs in testset.runs.items() if runs > 1)
        if several:
            raise UsageError(
                f"The judgments do not name the training runs of {', '.join(several)}.",
                hint="Give one output of each system.",
            )
        names = match_names(tuple(testset.runs), systems, rename or {})
        positions = match_segments(testset, ratings)[1]
        scored = score_outputs(testset, metrics(_METRIC))
        return cls(
            {judged: scored.get(output, _METRIC).segments for judged, output in names.items()},
            dict(zip(ratings.item.to_list(), positions.tolist(), strict=True)),
            scored[0].metric.for_segments().own_signature(testset),
        )

    def of_outputs(self, systems: Sequence[str], item: Words) -> Floats:
        """Overlap of outputs; NaN for outputs that are not in the test set.

        Args:
            systems: System of each output.
            item: Segment of each output.
        """
        places = [self.positions[name] for name in item.names]
        return np.array(
            [
                self.scores[system][places[code]]
                if system in self.scores and places[code] >= 0
                else math.nan
                for system, code in zip(systems, item.codes.tolist(), strict=True)
            ]
        )
