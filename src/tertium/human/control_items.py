"""Control items among the outputs, and the time that batches took."""

from typing import NamedTuple

import numpy as np

from tertium.core.arrays import Floats
from tertium.human.columns import Integers
from tertium.human.comparisons import TASKS as RELATIVE
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


class ComparedControls(NamedTuple):
    """Degraded outputs among outputs that were ranked together.

    Attributes:
        rows: Rows of the degraded outputs.
        difference: Mean over the other outputs of the ranking: 1 if the degraded output is better,
            -1 if it is worse, 0 for a tie.
    """

    rows: Integers
    difference: Floats


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


def compared_controls(ratings: Ratings) -> ComparedControls:
    """Compare degraded outputs with the other outputs of the same ranking.

    Args:
        ratings: Judgments of any tasks.
    """
    ranked = np.flatnonzero(ratings.task.is_(*RELATIVE) & ~np.isnan(ratings.value))
    columns = (ratings.annotator, ratings.batch, ratings.item)
    groups = grouped(*(words.codes[ranked] for words in columns)).numbers
    degraded = ratings.kind.is_("bad_reference")[ranked]
    rows, differences = [], []
    of_ranking: dict[int, list[int]] = {}
    for place in np.flatnonzero(np.isin(groups, groups[degraded])).tolist():
        of_ranking.setdefault(int(groups[place]), []).append(place)
    for places in of_ranking.values():
        ranks, control = ratings.value[ranked[places]], degraded[places]
        if control.all():
            continue
        for number in np.flatnonzero(control).tolist():
            rows.append(int(ranked[places[number]]))
            differences.append(float(np.sign(ranks[~control] - ranks[number]).mean()))
    return ComparedControls(np.array(rows, dtype=np.int64), np.array(differences))


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
