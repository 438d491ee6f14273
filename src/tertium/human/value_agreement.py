"""Agreement on values: Krippendorff's alpha; Cohen's and Fleiss' kappa for scales of few values.

Inter-annotator agreement uses the first judgment of an output by each annotator; intra-annotator
consistency uses outputs that were shown to an annotator again.
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
    """Cohen's kappa of two annotators on the outputs that both judged."""

    annotator: str
    other: str
    outputs: int
    kappa: float
    weighted: float


@dataclass(frozen=True)
class FleissKappa:
    """Fleiss' kappa of all annotators.

    Attributes:
        outputs: Number of outputs used: those judged by the most frequent number of annotators,
            because Fleiss' kappa needs the same number for all outputs.
        annotators: Number of annotators of each of these outputs.
        others: Number of outputs that another number of annotators (at least two) judged.
        kappa: Agreement beyond chance.
        reason: Why it is undefined; "" if it is defined.
    """

    outputs: int
    annotators: int
    others: int
    kappa: float
    reason: str


@dataclass(frozen=True)
class Agreement:
    """Agreement of annotators on scores.

    Attributes:
        annotators: Profiles, in the order of their names.
        outputs: Number of outputs that several judged.
        judgments: Number of their judgments.
        nominal: Krippendorff's alpha for nominal data.
        ordinal: Krippendorff's alpha for ordinal data.
        interval: Krippendorff's alpha for interval data.
        repeats: Intra-annotator consistency over all annotators.
    """

    annotators: tuple[Annotator, ...]
    outputs: int
    judgments: int
    nominal: float
    ordinal: float
    interval: float
    repeats: Repeats


def value_agreement(ratings: Ratings) -> Agreement:
    """Measure agreement on scores; judgments of different tasks are not compared."""
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
    """Cohen's kappa of each two annotators who judged the same outputs, plain and weighted.

    It applies to scales of a few values, such as 1 to 5.

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
    """Fleiss' kappa, on the outputs judged by the most frequent number of annotators.

    It applies to scales of a few values, such as 1 to 5.
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
    reason = "all scores are equal" if math.isnan(kappa) else ""
    return FleissKappa(int(times[usual]), usual, int(len(several) - times[usual]), kappa, reason)
