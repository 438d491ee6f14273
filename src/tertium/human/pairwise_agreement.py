"""Agreement on which of two outputs is better, for relative judgments."""

import math
from dataclasses import dataclass

import numpy as np

from tertium.core.errors import UnknownMember
from tertium.human.columns import Integers, Mask
from tertium.human.comparisons import Comparisons
from tertium.human.groups import Groups, grouped

DEFINITIONS = ("clean", "wmt16")


@dataclass(frozen=True)
class LabelAgreement:
    """Agreement on which of two outputs is better, or whether they are equal.

    kappa = (P(A) - P(E)) / (1 - P(E)), with P(E) = t^2 + 2 ((1 - t) / 2)^2 for a share t of ties.

    Attributes:
        agree: Number of pairs of judgments of the same two outputs that agree.
        comparable: Number of all such pairs.
        ties: Number of ties, for the agreement expected by chance.
        total: Number of judgments among which ties are counted.
        observed: P(A), the share of pairs that agree.
        expected: P(E), the share that would agree by chance.
        kappa: Agreement beyond chance.
    """

    agree: int
    comparable: int
    ties: int
    total: int
    observed: float
    expected: float
    kappa: float

    @classmethod
    def of(cls, agree: int, comparable: int, ties: int, total: int) -> "LabelAgreement":
        """Compute shares and kappa; NaN if no judgments are comparable."""
        observed = agree / comparable if comparable else math.nan
        tie = ties / total if total else math.nan
        expected = tie**2 + 2 * ((1 - tie) / 2) ** 2
        kappa = (observed - expected) / (1 - expected) if expected < 1 else math.nan
        return cls(agree, comparable, ties, total, observed, expected, kappa)


@dataclass(frozen=True)
class PairwiseAgreement:
    """Inter-annotator agreement and intra-annotator consistency on comparisons."""

    definition: str
    inter: LabelAgreement
    intra: LabelAgreement


def pairwise_agreement(compared: Comparisons, definition: str = "clean") -> PairwiseAgreement:
    """Measure how far annotators agree on which of two outputs is better.

    The numbers that WMT published until 2016 count judgments of two outputs as comparable only if
    the outputs were listed in the same order, and count pairs of judgments of one annotator as
    inter-annotator pairs, too. Their chance agreement within annotators is estimated on segments
    with comparable judgments.

    Args:
        compared: The comparisons.
        definition: "clean", or "wmt16" for the numbers of WMT.
    """
    if definition not in DEFINITIONS:
        raise UnknownMember("definition of agreement", definition, DEFINITIONS)
    clean = definition == "clean"
    swapped = (compared.first > compared.second) & clean
    first = np.where(swapped, compared.second, compared.first)
    second = np.where(swapped, compared.first, compared.second)
    outcome = np.where(swapped, -compared.outcome, compared.outcome) + 1
    pairs = grouped(compared.item, first, second)
    within = grouped(compared.annotator, pairs.numbers)
    every, own = _agreeing(pairs, outcome), _agreeing(within, outcome)
    rows = np.ones(len(compared), dtype=np.bool_)
    rows_within = rows
    if clean:
        every = every[0] - own[0], every[1] - own[1]
    else:
        segments = grouped(compared.annotator, compared.item)
        repeated = np.zeros(len(segments), dtype=np.bool_)
        repeated[segments.numbers[within.sizes[within.numbers] > 1]] = True
        rows_within = repeated[segments.numbers]
    return PairwiseAgreement(
        definition,
        LabelAgreement.of(*every, *_ties(compared, rows)),
        LabelAgreement.of(*own, *_ties(compared, rows_within)),
    )


def _agreeing(groups: Groups, labels: Integers) -> tuple[int, int]:
    """Number of pairs of a group that agree, and number of all pairs."""
    alike = grouped(groups.numbers, labels)
    return _pairs(alike.sizes), _pairs(groups.sizes)


def _pairs(sizes: Integers) -> int:
    return int((sizes * (sizes - 1)).sum()) // 2


def _ties(compared: Comparisons, rows: Mask) -> tuple[int, int]:
    """Number of ties among the given judgments, and number of these judgments."""
    return int((compared.outcome[rows] == 0).sum()), int(rows.sum())
