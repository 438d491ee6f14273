"""Which segments of a test set a campaign judges, in random order, and the weight of each.

random
: Every segment has the same probability.

disagreement
: Segments on which systems differ more are drawn more often. Each segment is drawn by itself, with
  the probability p = c (f + s), at most 1, where s is the standard deviation of the scores that a
  metric gives the systems on this segment, f is the mean of s over all segments, and c is such that
  the expected number of segments is the wanted number. A segment has the weight 1 / p, so that
  weighted means estimate the means of all segments (Horvitz and Thompson 1952).

  Because of f, no probability is below half of the average rate. A smaller f would harm: metrics
  predict human differences poorly, and rare segments of large weight add more variance than the
  frequent ones save. On WMT23 English-German, the variance of differences between systems is 0.75
  to 1.10 times that of random selection, depending on the metric and the human scores; with a tenth
  of the average rate it is 0.77 to 1.54 times (`benchmarks/segment_selection.py`).

a file
: The segments are given; results then apply to these segments only.

Reference: Horvitz and Thompson 1952, A generalization of sampling without replacement from a finite
universe.
"""

import os
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from tertium.campaign.notices import ListedSegments
from tertium.campaign.settings import SELECTIONS
from tertium.core import files, wording
from tertium.core.arrays import Floats
from tertium.core.errors import DataError, UsageError, did_you_mean
from tertium.core.notices import Notice
from tertium.core.resampling import SEGMENTS, generator
from tertium.core.stats import Metric
from tertium.core.testset import TestSet
from tertium.metrics import score_outputs

# Smallest probability of a segment, as a share of the average: f is then the mean of s.
_SMALLEST = 0.5

# Headings of the first column of a list of segments.
_HEADINGS = ("segment", "segment_id", "id")


@dataclass(frozen=True)
class Selection:
    """The segments of a campaign.

    Attributes:
        segments: Their positions in the test set, in the order drawn.
        weights: 1 / probability of each; 1 if all have the same probability by design.
        notices: Limitations of results on these segments.
    """

    segments: tuple[int, ...]
    weights: tuple[float, ...]
    notices: tuple[Notice, ...] = ()


def select_segments(
    testset: TestSet,
    select: str = "random",
    *,
    segments: int | None = None,
    metric: Metric | None = None,
    seed: int = 12345,
) -> Selection:
    """Select the segments of a campaign.

    Args:
        testset: The test set, with the outputs of all systems for selection by disagreement.
        select: "random", "disagreement", or a file with a segment id in each line, or in the first
            column of a TSV.
        segments: Number of segments, with disagreement the expected number; by default all. A list
            is judged as a whole.
        metric: The metric whose segment scores show disagreement.
        seed: Seed of the selection.
    """
    random = generator(seed, SEGMENTS, 0)
    if select not in SELECTIONS:
        chosen = np.array(read_segments(select, testset.segment_ids))
        notice = ListedSegments(len(chosen), len(testset))
        order = random.permutation(chosen)
        return Selection(tuple(order.tolist()), (1.0,) * len(order), (notice,))
    wanted = min(segments or len(testset), len(testset))
    if select == "random":
        order = random.permutation(len(testset))[:wanted]
        return Selection(tuple(order.tolist()), (1.0,) * wanted)
    if metric is None:
        raise UsageError("Selection by disagreement needs a metric.")
    probabilities = drawing_probabilities(disagreement(testset, metric), wanted)
    drawn = np.flatnonzero(random.random(len(testset)) < probabilities)
    if not len(drawn):
        raise UsageError(
            f"No segment was drawn; {wanted:,} of {len(testset):,} were expected.",
            hint=f"Increase {wording.option('judgments')}.",
        )
    order = random.permutation(drawn)
    return Selection(tuple(order.tolist()), tuple((1 / probabilities[order]).tolist()))


def disagreement(testset: TestSet, metric: Metric) -> Floats:
    """Standard deviation of the scores of all outputs, for each segment."""
    scores = score_outputs(testset, [metric])
    if len(scores) < 2:
        raise UsageError(
            "Selection by disagreement needs the outputs of two systems or more.",
            hint="Add systems, or select segments at random.",
        )
    for score in scores:
        if not np.isfinite(score.segments).all():
            segment = testset.segment_ids[int(np.isfinite(score.segments).argmin())]
            raise DataError(
                f"{metric} of {score.label} is not a finite number for segment {segment}."
            )
    of_outputs = np.array([score.segments for score in scores])
    # The standard deviation of equal numbers may be a rounding error above 0.
    return np.where(np.ptp(of_outputs, axis=0) == 0, 0.0, np.std(of_outputs, axis=0))


def drawing_probabilities(deviations: Floats, wanted: int, smallest: float = _SMALLEST) -> Floats:
    """Probability of drawing each segment; their sum is the wanted number.

    Args:
        deviations: Disagreement of the systems on each segment; if there is none on any segment,
            probabilities are equal.
        wanted: Expected number of segments, at most their number.
        smallest: Share of the average rate that no probability is below.
    """
    if wanted == len(deviations):
        return np.ones(wanted)
    sizes = np.ones(len(deviations))
    if deviations.any():
        sizes = deviations + deviations.mean() * smallest / (1 - smallest)
    certain = np.zeros(len(sizes), dtype=np.bool_)
    while True:
        # The segments that are not certain share the rest; this may make further ones certain.
        rest = wanted - certain.sum()
        probabilities = np.where(certain, 1.0, sizes * (rest / sizes[~certain].sum()))
        beyond = ~certain & (probabilities >= 1)
        if not beyond.any():
            return probabilities
        certain |= beyond


def read_segments(path: str | os.PathLike[str], segment_ids: Sequence[str]) -> list[int]:
    """Read a list of segments: their positions, in the order of the list.

    Args:
        path: File with a segment id in each line, or in the first column of a TSV; a heading
            `segment` is ignored.
        segment_ids: Ids of the segments of the test set.
    """
    origin = files.name_of(path)
    places: dict[str, int] = {}
    repeated = set()
    for place, segment in enumerate(segment_ids):
        if places.setdefault(segment, place) != place:
            repeated.add(segment)
    lines: dict[str, int] = {}
    for number, line in enumerate(files.record_lines(files.read_bytes(path), origin), 1):
        segment, where = line.split("\t")[0].strip(), f"{origin}:{number}"
        if not line.strip() or (
            number == 1 and segment.lower() in _HEADINGS and segment not in places
        ):
            continue
        if segment not in places:
            raise DataError(
                f"The test set has no segment {segment!r}.{did_you_mean(segment, places)}",
                where=where,
                hint=f"Its first segment is {segment_ids[0]!r}.",
            )
        if segment in repeated:
            raise DataError(
                f"The test set has several segments {segment!r}, so that the list is ambiguous.",
                where=where,
                hint="Give each segment an id of its own.",
            )
        if segment in lines:
            raise DataError(
                f"The segment {segment!r} is listed twice, first in line {lines[segment]}.",
                where=where,
                hint="Remove one of the lines.",
            )
        lines[segment] = number
    if not lines:
        raise DataError("No segments are listed.", where=origin)
    return [places[segment] for segment in lines]
