"""Standardization (z-scores): scores in standard deviations from the mean of their annotator.

z = (value - mean) / sd, with mean and sample standard deviation over all items that the annotator
judged for a task in a language pair on an answer scale, control items included.

Reference: Graham, Baldwin, Moffat and Zobel 2017, Can machine translation systems be evaluated by
the crowd alone?
"""

from dataclasses import dataclass, replace

import numpy as np

from tertium.core import wording
from tertium.core.errors import UsageError
from tertium.human.groups import grouped
from tertium.human.ratings import Ratings

# Relative to the mean; a smaller deviation is rounding error of equal scores.
TOLERANCE = 1e-12


@dataclass(frozen=True)
class Scale:
    """How an annotator uses the scale.

    Attributes:
        annotator: Name or id.
        languages: The language pair.
        task: Annotation task.
        judgments: Number of judgments.
        mean: Their mean.
        deviation: Their standard deviation; NaN for a single one.
    """

    annotator: str
    languages: str
    task: str
    judgments: int
    mean: float
    deviation: float

    @property
    def usable(self) -> bool:
        """Whether scores differ, so that they can be standardized."""
        return self.deviation > TOLERANCE * abs(self.mean)


@dataclass(frozen=True, eq=False)
class Standardized:
    """Judgments with their standardized values, and the scales of the annotators.

    Attributes:
        ratings: The judgments of annotators whose scale is usable; the others are excluded, so that
            raw and standardized scores cover the same data.
        scales: Scales of all annotators, in the order of their names.
    """

    ratings: Ratings
    scales: tuple[Scale, ...]

    @property
    def left_out(self) -> tuple[Scale, ...]:
        """Scales of annotators whose scores are all equal."""
        return tuple(scale for scale in self.scales if not scale.usable)


def standardize(ratings: Ratings) -> Standardized:
    """Standardize judgments per annotator, language pair, task and answer scale, over all items."""
    if not np.isnan(ratings.standardized).all():
        raise UsageError("The judgments are standardized already.")
    if "" in ratings.annotator.names:
        raise UsageError(
            "Scores are standardized per annotator, but some judgments name no annotator.",
            hint=f"Use raw scores: {wording.option('scale', 'raw')}.",
        )
    rated = ratings.where(~np.isnan(ratings.value))
    groups = grouped(rated.annotator, rated.languages, rated.task, rated.scale)
    sizes, mean = groups.sizes, groups.means(rated.value)
    distance = rated.value - mean[groups.numbers]
    with np.errstate(invalid="ignore"):
        deviation = np.sqrt(groups.sums(distance**2) / (sizes - 1))
    scales = [
        Scale(
            annotator=rated.annotator[row],
            languages=rated.languages[row],
            task=rated.task[row],
            judgments=int(sizes[number]),
            mean=float(mean[number]),
            deviation=float(deviation[number]),
        )
        for number, row in enumerate(groups.first)
    ]
    usable = np.array([scale.usable for scale in scales], dtype=np.bool_)
    kept = usable[groups.numbers]
    z = distance[kept] / deviation[groups.numbers][kept]
    order = sorted(scales, key=lambda scale: (scale.annotator, scale.languages, scale.task))
    return Standardized(replace(rated.where(kept, "standardized"), standardized=z), tuple(order))
