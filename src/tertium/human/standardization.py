"""Standardization: judgments in standard deviations from what their annotator gives on average.

z = (value - mean) / sd, with mean and sample standard deviation over all items that the annotator
judged for a task in a language pair, control items included.

Reference: Graham, Baldwin, Moffat and Zobel 2017, Can machine translation systems be evaluated by
the crowd alone?
"""

from dataclasses import dataclass, replace

import numpy as np

from tertium.core import wording
from tertium.core.errors import UsageError
from tertium.human.groups import grouped
from tertium.human.ratings import Ratings

# Of the mean: what is equal in exact arithmetic does not spread.
TOLERANCE = 1e-12


@dataclass(frozen=True)
class Scale:
    """How an annotator uses the scale.

    Attributes:
        annotator: Who it is.
        languages: The language pair.
        task: What was asked for.
        judgments: How many there are.
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
        """Whether judgments differ, so that they can be told in standard deviations."""
        return self.deviation > TOLERANCE * abs(self.mean)


@dataclass(frozen=True, eq=False)
class Standardized:
    """Judgments with their standardized values, and the scales of the annotators.

    Attributes:
        ratings: The judgments of those whose scale is usable: others are left out, of values and
            standardized values alike, so that both speak of the same data.
        scales: Of all annotators, in the order of their names.
    """

    ratings: Ratings
    scales: tuple[Scale, ...]

    @property
    def left_out(self) -> tuple[Scale, ...]:
        """Scales of those who always gave the same value, or only one."""
        return tuple(scale for scale in self.scales if not scale.usable)


def standardize(ratings: Ratings) -> Standardized:
    """Standardize judgments per annotator, language pair and task, over all items."""
    if not np.isnan(ratings.standardized).all():
        raise UsageError("The judgments are standardized already.")
    if "" in ratings.annotator.names:
        raise UsageError(
            "Judgments are standardized by annotator; who made these is not known.",
            hint=f"Use raw scores: {wording.option('scale', 'raw')}.",
        )
    rated = ratings.where(~np.isnan(ratings.value))
    groups = grouped(rated.annotator, rated.languages, rated.task)
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
