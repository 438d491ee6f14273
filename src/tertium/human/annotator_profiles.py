"""Profiles of annotators: use of the scale, drift, agreement with others, consistency.

Inter-annotator agreement uses the first judgment of an output by each annotator; intra-annotator
consistency uses outputs that were shown to an annotator again.
"""

import math
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from tertium.core.arrays import Floats
from tertium.human.columns import Integers
from tertium.human.control_items import ControlPairs
from tertium.human.groups import Groups, grouped, places
from tertium.human.ratings import Ratings


@dataclass(frozen=True)
class Repeats:
    """Outputs that were judged again.

    Attributes:
        repeats: Number of repeated outputs.
        same: Share with the same value as before.
        difference: Mean absolute difference.
        correlation: Pearson correlation of first and second values.
    """

    repeats: int
    same: float
    difference: float
    correlation: float


@dataclass(frozen=True)
class Annotator:
    """Profile of an annotator.

    Attributes:
        annotator: Name or id.
        judgments: Number of judgments of systems.
        mean: Their mean.
        deviation: Their standard deviation.
        lowest: The lowest value.
        highest: The highest.
        distinct: Number of different values.
        favourite: The most frequent value.
        favourite_share: Share of the judgments with that value.
        drift: Change from the first judgment to the last along the regression line, in standard
            deviations.
        drift_p: Two-sided p-value of the drift.
        shared: Number of outputs that other annotators judged, too.
        correlation: Pearson correlation with the mean of the other annotators.
        repeats: Intra-annotator consistency.
    """

    annotator: str
    judgments: int
    mean: float
    deviation: float
    lowest: float
    highest: float
    distinct: int
    favourite: float
    favourite_share: float
    drift: float
    drift_p: float
    shared: int
    correlation: float
    repeats: Repeats


def first_judgments(ratings: Ratings) -> Integers:
    """Rows of the first judgment of each output by each annotator."""
    rows = np.flatnonzero(ratings.kind.is_("system"))
    columns = (ratings.annotator, ratings.task, ratings.system, ratings.item)
    return rows[np.sort(grouped(*(column.codes[rows] for column in columns)).first)]


def outputs_of(ratings: Ratings, rows: Integers) -> Groups:
    """Group rows that judge the same output for the same task."""
    columns = (ratings.task, ratings.system, ratings.item)
    return grouped(*(column.codes[rows] for column in columns))


def annotator_profiles(
    rated: Ratings, first: Integers, outputs: Groups, repeated: ControlPairs
) -> tuple[Annotator, ...]:
    """Describe each annotator by all judgments of systems.

    Args:
        rated: Judgments that have a value.
        first: Rows of the first judgment of each output by each annotator.
        outputs: Groups of these rows by output.
        repeated: Outputs that were shown again.
    """
    values = rated.value[first]
    others = outputs.sizes[outputs.numbers] - 1
    of_others = (outputs.sums(values)[outputs.numbers] - values) / np.maximum(others, 1)
    judged = np.flatnonzero(rated.kind.is_("system", "repeat"))
    found = []
    for name, own, own_first, again in zip(
        rated.annotator.names,
        places(rated.annotator, judged),
        places(rated.annotator, first),
        places(rated.annotator, repeated.rows),
        strict=True,
    ):
        if len(own):
            shared = own_first[others[own_first] > 0]
            found.append(
                Annotator(
                    name,
                    *_use_of_scale(rated.value[judged[own]]),
                    *drift(rated.value[judged[own]], rated.start[judged[own]]),
                    shared=len(shared),
                    correlation=correlation(values[shared], of_others[shared]),
                    repeats=repeat_agreement(repeated.original[again], repeated.control[again]),
                )
            )
    return tuple(sorted(found, key=lambda profile: profile.annotator))


class Drift(NamedTuple):
    """Change in standard deviations, and its two-sided p-value."""

    change: float
    p: float


def drift(values: Floats, times: Floats) -> Drift:
    """Change of values from the first to the last along the regression line.

    Args:
        values: The values; in order, if times are unknown.
        times: Time of each judgment; judgments of equal time are in order.
    """
    from scipy.special import stdtr

    size = len(values)
    if size < 3 or np.ptp(values) == 0:
        return Drift(math.nan, math.nan)
    ordered = values if np.isnan(times).any() else values[np.argsort(times, kind="stable")]
    r = correlation(ordered, np.arange(size, dtype=np.float64))
    # Positions 0..n-1 have a standard deviation of sqrt(n (n + 1) / 12) and span n - 1 steps.
    change = r * (size - 1) / math.sqrt(size * (size + 1) / 12)
    if abs(r) >= 1:
        return Drift(change, 0.0)
    t = abs(r) * math.sqrt((size - 2) / (1 - r**2))
    return Drift(change, 2 * float(stdtr(size - 2, -t)))


def correlation(first: Floats, second: Floats) -> float:
    """Pearson correlation; NaN for fewer than three values or if values do not vary."""
    if len(first) < 3 or np.ptp(first) == 0 or np.ptp(second) == 0:
        return math.nan
    return float(np.clip(np.corrcoef(first, second)[0, 1], -1, 1))


class _UseOfScale(NamedTuple):
    judgments: int
    mean: float
    deviation: float
    lowest: float
    highest: float
    distinct: int
    favourite: float
    favourite_share: float


def _use_of_scale(values: Floats) -> _UseOfScale:
    distinct, times = np.unique(values, return_counts=True)
    return _UseOfScale(
        judgments=len(values),
        mean=float(values.mean()),
        deviation=float(values.std(ddof=1)) if len(values) > 1 else math.nan,
        lowest=float(distinct[0]),
        highest=float(distinct[-1]),
        distinct=len(distinct),
        favourite=float(distinct[times.argmax()]),
        favourite_share=float(times.max() / len(values)),
    )


def repeat_agreement(original: Floats, again: Floats) -> Repeats:
    """Compare first and second values of outputs that were judged twice."""
    count = len(original)
    return Repeats(
        repeats=count,
        same=float((original == again).mean()) if count else math.nan,
        difference=float(np.abs(again - original).mean()) if count else math.nan,
        correlation=correlation(original, again),
    )
