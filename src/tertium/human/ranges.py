"""Impossible numbers: values that are not on the scale, ranks and counts below 1, wrong spans."""

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from tertium.human.columns import Mask
from tertium.human.ratings import MACHINE, SIDES, YES_NO, Ratings

# Smallest and largest value, by task. All scales in use lie within 0 to 100: sliders of direct
# assessment and ESA, 0 to 6 of SQM, 1 to 5 and yes or no (1 or 0).
SCALES = dict.fromkeys(("adequacy", "fluency", "esa", "sqm"), (0, 100))

# A z-score among n judgments is at most (n - 1) / sqrt(n): 100 needs more than 10,000 judgments of
# one annotator, all equal but one.
_LARGEST_Z = 100


class Impossible(NamedTuple):
    """Rows with an impossible number, the reason, and a hint."""

    rows: Mask
    reason: str
    hint: str


def impossible(ratings: Ratings) -> Iterator[Impossible]:
    """Find rows with impossible numbers, by reason; missing numbers are possible."""
    value, count = ratings.value, ratings.count
    for task in ratings.task.names:
        if task in SCALES:
            low, high = SCALES[task]
            yield Impossible(
                ratings.task.is_(task) & ((value < low) | (value > high)),
                f"a value outside {low} to {high}, the range of {task}",
                f"Values of {task} must lie between {low} and {high}, and higher must be better:"
                " rescale them.",
            )
        elif task in ("ranking", "preference"):
            yield Impossible(
                ratings.task.is_(task) & (value < 1), "a rank below 1", "Ranks start at 1."
            )
    on_yes_no = ratings.scale.is_(YES_NO) & ~np.isnan(value)
    yield Impossible(
        # The mean of several answers is the share of yes.
        on_yes_no & np.where(count > 1, (value < 0) | (value > 1), (value != 0) & (value != 1)),
        f"a value other than 1 (yes) or 0 (no) on the {YES_NO} scale",
        f"Answers on the {YES_NO} scale are yes and no, or 1 and 0. If the values have more steps,"
        " change the name of the scale in the column `scale`.",
    )
    yield Impossible(
        np.abs(ratings.standardized) > _LARGEST_Z,
        f"a standardized value beyond {_LARGEST_Z} standard deviations",
        "Standardized scores (z-scores) are in standard deviations from the mean of an annotator.",
    )
    yield from _impossible_spans(ratings)
    yield Impossible(
        ~((ratings.weight > 0) & np.isfinite(ratings.weight)),
        "a weight that is not above 0",
        "The weight of a judgment is 1 / the probability with which its segment was drawn.",
    )
    yield Impossible(
        ~ratings.annotator_kind.is_("", MACHINE),
        f"an annotator_kind other than {MACHINE}",
        f"annotator_kind is {MACHINE} for the judgments of a program, and empty for people.",
    )
    yield Impossible(
        ~((count >= 1) & (count == np.floor(count))),
        "a count of judgments that is not a whole number from 1",
        "Remove rows without judgments.",
    )


def _impossible_spans(ratings: Ratings) -> Iterator[Impossible]:
    start, end = ratings.span_start, ratings.span_end
    marked = ~(np.isnan(start) & np.isnan(end))
    hint = (
        "span_start and span_end count the characters (code points) of the text from 0; span_end is"
        " the place after the last character."
    )
    with np.errstate(invalid="ignore"):
        places = (start >= 0) & (start == np.floor(start)) & (end == np.floor(end))
        yield Impossible(marked & ~places, "a span that is not two whole numbers from 0", hint)
        yield Impossible(places & (end < start), "a span that ends before it begins", hint)
    yield Impossible(
        ~ratings.side.is_("", *SIDES),
        "a side other than output and source",
        "The side of a span is output or source.",
    )
