"""Control items among the outputs, and the time that batches took."""

from typing import NamedTuple

import numpy as np

from tertium.core.arrays import Floats
from tertium.human.columns import Integers
from tertium.human.groups import grouped
from tertium.human.ratings import Ratings


class ControlPairs(NamedTuple):
    """Control items rated in the same batch as the original outputs.

    Attributes:
        rows: Rows of the control items.
        original: Rating of the original output; the mean if it was rated several times.
        control: Rating of the control item.
    """

    rows: Integers
    original: Floats
    control: Floats


class BatchTimes(NamedTuple):
    """Time that each annotator spent on each batch.

    Attributes:
        rows: A row of each batch.
        start: When it began.
        end: When it ended.
        concurrent: Number of batches that the annotator had open at once.
    """

    rows: Integers
    start: Floats
    end: Floats
    concurrent: Integers

    @property
    def seconds(self) -> Floats:
        """Time spent, divided by the number of batches open at once."""
        return (self.end - self.start) / self.concurrent


def control_pairs(ratings: Ratings, kind: str) -> ControlPairs:
    """Pair control items of a kind with the outputs rated by the same annotator in the same batch.

    Args:
        ratings: Judgments.
        kind: "bad_reference", "repeat" or "reference".
    """
    output = (ratings.task, ratings.scale, ratings.system, ratings.item)
    groups = grouped(ratings.annotator, ratings.batch, *output)
    rated = ~np.isnan(ratings.value)
    original = ratings.kind.is_("system") & rated
    count = np.bincount(groups.numbers[original], minlength=len(groups.first))
    total = np.bincount(groups.numbers[original], ratings.value[original], len(groups.first))
    rows = np.flatnonzero(ratings.kind.is_(kind) & rated & (count[groups.numbers] > 0))
    of_rows = groups.numbers[rows]
    return ControlPairs(rows, total[of_rows] / count[of_rows], ratings.value[rows])


def batch_times(ratings: Ratings) -> BatchTimes:
    """Time from the beginning to the end of each batch, and how many were open at once.

    The number is the larger of those open at its beginning and at its end.
    """
    groups = grouped(ratings.annotator, ratings.batch)
    start, end = np.full(len(groups.first), np.inf), np.full(len(groups.first), -np.inf)
    np.fmin.at(start, groups.numbers, ratings.start)
    np.fmax.at(end, groups.numbers, ratings.end)
    known = np.isfinite(start) & np.isfinite(end) & (end >= start)
    rows, start, end = groups.first[known], start[known], end[known]
    concurrent = np.ones(len(rows), dtype=np.int64)
    annotators = ratings.annotator.codes[rows]
    for annotator in np.unique(annotators):
        own = annotators == annotator
        starts, ends = np.sort(start[own]), np.sort(end[own])
        for times in (start[own], end[own]):
            opened = np.searchsorted(starts, times, "right") - np.searchsorted(ends, times, "left")
            concurrent[own] = np.maximum(concurrent[own], opened)
    return BatchTimes(rows, start, end, concurrent)
