"""Agreement on values: Krippendorff's alpha; Cohen's and Fleiss' kappa for scales of few values.

Between annotators the first judgment that each gave of an output counts; within them, outputs that
they were shown again.
"""

import math
from dataclasses import dataclass
from itertools import combinations

import numpy as np

from tertium.human.annotator_profiles import (
    Annotator,
    Repeats,
    annotator_profiles,
    first_judgments,
    outputs_of,
    repeat_agreement,
)
from tertium.human.control_items import control_pairs
from tertium.human.groups import places
from tertium.human.ratings import Ratings
from tertium.inference.agreement import SCALES, cohen_kappa, fleiss_kappa, krippendorff_alpha


@dataclass(frozen=True)
class CohenKappa:
    """Agreement of two annotators on what both judged."""

    annotator: str
    other: str
    outputs: int
    kappa: float
    weighted: float


@dataclass(frozen=True)
class FleissKappa:
    """Agreement of all annotators together, whoever they are.

    Attributes:
        outputs: Number of outputs it is told from: those that the usual number of annotators
            judged, since it is defined for one number only.
        annotators: How many judged each of them.
        others: Number of outputs that several judged, but more or fewer than these.
        kappa: Agreement beyond chance.
        reason: Why it is undefined, where it is.
    """

    outputs: int
    annotators: int
    others: int
    kappa: float
    reason: str


@dataclass(frozen=True)
class Agreement:
    """Agreement of all annotators.

    Attributes:
        annotators: Each of them, in the order of their names.
        outputs: Number of outputs that several judged.
        judgments: Number of their judgments.
        nominal: Krippendorff's alpha, where values are the same or not.
        ordinal: Where they have an order.
        interval: Where they have distances.
        repeats: Agreement of annotators with themselves, all together.
    """

    annotators: tuple[Annotator, ...]
    outputs: int
    judgments: int
    nominal: float
    ordinal: float
    interval: float
    repeats: Repeats


def value_agreement(ratings: Ratings) -> Agreement:
    """Tell how far annotators agree on values; those of different tasks are different outputs."""
    rated = ratings.where(~np.isnan(ratings.value))
    first = first_judgments(rated)
    outputs = outputs_of(rated, first)
    alphas = {
        scale: krippendorff_alpha(rated.value[first], outputs.numbers, scale) for scale in SCALES
    }
    repeated = control_pairs(rated, "repeat")
    return Agreement(
        annotators=annotator_profiles(rated, first, outputs, repeated),
        outputs=int((outputs.sizes > 1).sum()),
        judgments=int(outputs.sizes[outputs.sizes > 1].sum()),
        **alphas,
        repeats=repeat_agreement(repeated.original, repeated.control),
    )


def cohen_kappas(ratings: Ratings, weights: str = "quadratic") -> tuple[CohenKappa, ...]:
    """Kappa of each two annotators who judged the same outputs, plain and weighted.

    It is for scales of a few values, such as 1 to 5.

    Args:
        ratings: Judgments.
        weights: How disagreements are weighted, "linear" or "quadratic".
    """
    rated = ratings.where(~np.isnan(ratings.value))
    first = first_judgments(rated)
    outputs, values = outputs_of(rated, first).numbers, rated.value[first]
    found = []
    own = dict(zip(rated.annotator.names, places(rated.annotator, first), strict=True))
    for one, other in combinations(sorted(own), 2):
        common, *at = np.intersect1d(outputs[own[one]], outputs[own[other]], return_indices=True)
        if len(common):
            labels = values[own[one][at[0]]], values[own[other][at[1]]]
            kappas = cohen_kappa(*labels), cohen_kappa(*labels, weights)
            found.append(CohenKappa(one, other, len(common), *kappas))
    return tuple(found)


def fleiss(ratings: Ratings) -> FleissKappa:
    """Kappa of all annotators, on the outputs that the usual number of them judged.

    It is for scales of a few values, such as 1 to 5.
    """
    rated = ratings.where(~np.isnan(ratings.value))
    first = first_judgments(rated)
    outputs = outputs_of(rated, first)
    several = outputs.sizes[outputs.sizes > 1]
    if not len(several):
        return FleissKappa(0, 0, 0, math.nan, "no output was judged by several annotators")
    times = np.bincount(several)
    usual = int(np.flatnonzero(times == times.max())[-1])
    counted = (outputs.sizes == usual)[outputs.numbers]
    labels, codes = np.unique(rated.value[first][counted], return_inverse=True)
    table = np.zeros((len(outputs), len(labels)))
    np.add.at(table, (outputs.numbers[counted], codes), 1)
    kappa = fleiss_kappa(table[outputs.sizes == usual])
    reason = "all values are the same" if math.isnan(kappa) else ""
    return FleissKappa(int(times[usual]), usual, int(len(several) - times[usual]), kappa, reason)
