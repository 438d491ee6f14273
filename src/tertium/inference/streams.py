"""Streams of differences between two systems, for tests that are read after every judgment.

Which differences enter a stream, and in which order, must not depend on the differences. Segments
are therefore used in the order in which they were drawn: a late segment holds up those behind it,
because the quick ones are no random sample.

Segments of a document that one annotator judges are not independent. A document is then one
difference, the mean over its segments, and the mean over documents is tested, in which a short
document counts as much as a long one.
"""

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from tertium.core.arrays import Floats
from tertium.core.errors import DataError


class Stream(NamedTuple):
    """Differences of two systems in the order drawn, from -1 to 1, and their weights up to 1."""

    differences: Floats
    weights: Floats


def pair_stream(
    first: Any,
    second: Any,
    *,
    scale: tuple[float, float],
    weights: Any = None,
    documents: Sequence[str] | None = None,
) -> Stream:
    """Make the stream of two systems: the differences before the first that is missing.

    Give all segments that were drawn to be judged for both systems, including those whose judgments
    have not arrived.

    Args:
        first: Scores of the first system, in the order in which segments were drawn; NaN if a
            score is missing.
        second: Scores of the second system.
        scale: Smallest and largest possible score.
        weights: Weights of the segments, 1 / probability of being drawn; by default equal. They are
            divided by the largest.
        documents: Document of each segment, if documents are judged as a whole: a document is one
            difference, the mean over its segments, in the order of its first segment, and it is
            missing if a segment is.
    """
    low, high = scale
    scores = np.array([first, second], dtype=np.float64)
    outside = scores[(scores < low) | (scores > high)]
    if len(outside):
        raise DataError(f"The score {outside[0]:g} is outside the scale from {low:g} to {high:g}.")
    differences = (scores[0] - scores[1]) / (high - low)
    relative = np.ones(len(differences))
    if weights is not None:
        relative = np.asarray(weights, dtype=np.float64)
        relative = relative / relative.max(initial=0.0)
    if documents is not None:
        numbers: dict[str, int] = {}
        places = [numbers.setdefault(name, len(numbers)) for name in documents]
        of_documents = np.bincount(places, relative)
        differences = np.bincount(places, relative * differences) / of_documents
        relative = of_documents / np.bincount(places)
    judged = before_first_missing(differences)
    return Stream(judged, relative[: len(judged)])


def before_first_missing(differences: Any) -> Floats:
    """Differences before the first that is missing (NaN): a late segment holds up those behind it.

    Args:
        differences: Differences of all segments drawn, in their order.
    """
    given = np.asarray(differences, dtype=np.float64)
    missing = np.flatnonzero(np.isnan(given))
    return given[: missing[0]] if len(missing) else given
