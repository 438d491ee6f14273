"""Agreement between annotators and within them, and how each of them uses the scale.

Between annotators the first judgment that each gave of an output counts; within them, outputs that
they were shown again.
"""

import math
from dataclasses import dataclass
from itertools import combinations
from typing import NamedTuple

from tertium.core.arrays import Floats
from tertium.core.errors import UnknownMember
from tertium.human.comparisons import Comparisons
from tertium.human.groups import Groups, grouped, places
from tertium.human.quality_control import ControlPairs, control_pairs
from tertium.human.ratings import Integers, Mask, Ratings
from tertium.inference.agreement import SCALES, cohen_kappa, fleiss_kappa, krippendorff_alpha

DEFINITIONS = ("clean", "wmt16")


@dataclass(frozen=True)
class Repeats:
    """Outputs that were judged again.

    Attributes:
        repeats: How many.
        same: Share with the same value as before.
        difference: Mean absolute difference.
        correlation: Pearson's, of first and second values.
    """

    repeats: int
    same: float
    difference: float
    correlation: float


@dataclass(frozen=True)
class Annotator:
    """How an annotator judges.

    Attributes:
        annotator: Who it is.
        judgments: Number of judgments of systems.
        mean: Their mean.
        deviation: Their standard deviation.
        lowest: The lowest value.
        highest: The highest.
        distinct: Number of different values.
        favourite: The most frequent value.
        favourite_share: How many of the judgments have it.
        drift: Change from the first judgment to the last, as a line through all has it, in
            standard deviations.
        drift_p: P-value of the drift, two-sided.
        shared: Number of outputs that others judged too.
        correlation: Pearson's, with the mean of the others.
        repeats: Agreement with oneself.
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


def agreement(ratings: Ratings) -> Agreement:
    """Tell how far annotators agree on values; those of different tasks are different outputs."""
    import numpy as np

    rated = ratings.where(~np.isnan(ratings.value))
    first = first_judgments(rated)
    outputs = outputs_of(rated, first)
    alphas = {
        scale: krippendorff_alpha(rated.value[first], outputs.numbers, scale) for scale in SCALES
    }
    repeated = control_pairs(rated, "repeat")
    return Agreement(
        annotators=_annotators(rated, first, outputs, repeated),
        outputs=int((outputs.sizes > 1).sum()),
        judgments=int(outputs.sizes[outputs.sizes > 1].sum()),
        **alphas,
        repeats=_repeats(repeated.original, repeated.control),
    )


def cohen_kappas(ratings: Ratings, weights: str = "quadratic") -> tuple[CohenKappa, ...]:
    """Kappa of each two annotators who judged the same outputs, plain and weighted.

    It is for scales of a few values, such as 1 to 5.

    Args:
        ratings: Judgments.
        weights: How disagreements are weighted, "linear" or "quadratic".
    """
    import numpy as np

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
    import numpy as np

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


def first_judgments(ratings: Ratings) -> Integers:
    """Rows of the first judgment that each annotator gave of each output."""
    import numpy as np

    rows = np.flatnonzero(ratings.kind.is_("system"))
    columns = (ratings.annotator, ratings.task, ratings.system, ratings.item)
    return rows[np.sort(grouped(*(column.codes[rows] for column in columns)).first)]


def outputs_of(ratings: Ratings, rows: Integers) -> Groups:
    """Which of some rows judge the same output, for the same task."""
    columns = (ratings.task, ratings.system, ratings.item)
    return grouped(*(column.codes[rows] for column in columns))


def _annotators(
    rated: Ratings, first: Integers, outputs: Groups, repeated: ControlPairs
) -> tuple[Annotator, ...]:
    import numpy as np

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
                    repeats=_repeats(repeated.original[again], repeated.control[again]),
                )
            )
    return tuple(sorted(found, key=lambda one: one.annotator))


class Drift(NamedTuple):
    """Change in standard deviations, and its two-sided p-value."""

    change: float
    p: float


def drift(values: Floats, times: Floats) -> Drift:
    """Change of values from the first to the last, as the line of least squares has it.

    Args:
        values: The values; where times are not known, they are in order.
        times: When they were given; those of one time are in order.
    """
    import numpy as np
    from scipy.special import stdtr

    size = len(values)
    if size < 3 or np.ptp(values) == 0:
        return Drift(math.nan, math.nan)
    given = values if np.isnan(times).any() else values[np.argsort(times, kind="stable")]
    r = correlation(given, np.arange(size, dtype=np.float64))
    # Places have a deviation of sqrt(n (n + 1) / 12), and n - 1 steps from first to last.
    change = r * (size - 1) / math.sqrt(size * (size + 1) / 12)
    if abs(r) >= 1:
        return Drift(change, 0.0)
    t = abs(r) * math.sqrt((size - 2) / (1 - r**2))
    return Drift(change, 2 * float(stdtr(size - 2, -t)))


def correlation(one: Floats, other: Floats) -> float:
    """Pearson's correlation; NaN for fewer than three values or where some do not vary."""
    import numpy as np

    if len(one) < 3 or np.ptp(one) == 0 or np.ptp(other) == 0:
        return math.nan
    return float(np.clip(np.corrcoef(one, other)[0, 1], -1, 1))


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
    import numpy as np

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


def _repeats(original: Floats, again: Floats) -> Repeats:
    import numpy as np

    count = len(original)
    return Repeats(
        repeats=count,
        same=float((original == again).mean()) if count else math.nan,
        difference=float(np.abs(again - original).mean()) if count else math.nan,
        correlation=correlation(original, again),
    )


@dataclass(frozen=True)
class LabelAgreement:
    """Agreement on which of two outputs is better, or whether they are equal.

    kappa = (P(A) - P(E)) / (1 - P(E)), with P(E) = t^2 + 2 ((1 - t) / 2)^2 for a share t of ties.

    Attributes:
        agree: Number of pairs of judgments of the same two outputs that agree.
        comparable: Number of all such pairs.
        ties: Number of judgments that are ties, for the agreement that chance gives.
        total: Number of judgments that this is told from.
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
        """Compute shares and kappa; NaN where nothing is comparable."""
        observed = agree / comparable if comparable else math.nan
        tie = ties / total if total else math.nan
        expected = tie**2 + 2 * ((1 - tie) / 2) ** 2
        kappa = (observed - expected) / (1 - expected) if expected < 1 else math.nan
        return cls(agree, comparable, ties, total, observed, expected, kappa)


@dataclass(frozen=True)
class PairwiseAgreement:
    """Agreement on comparisons, between annotators and within them."""

    definition: str
    inter: LabelAgreement
    intra: LabelAgreement


def pairwise_agreement(compared: Comparisons, definition: str = "clean") -> PairwiseAgreement:
    """Tell how far annotators agree which of two outputs is better.

    The numbers that WMT published until 2016 count judgments of two outputs as comparable only if
    they were listed in the same order, and those of the same annotator as between annotators too;
    chance within annotators is told from segments where anything is comparable.

    Args:
        compared: The comparisons.
        definition: "clean", or "wmt16" for the numbers of WMT.
    """
    import numpy as np

    if definition not in DEFINITIONS:
        raise UnknownMember("definition of agreement", definition, DEFINITIONS)
    clean = definition == "clean"
    turned = (compared.first > compared.second) & clean
    first = np.where(turned, compared.second, compared.first)
    second = np.where(turned, compared.first, compared.second)
    outcome = np.where(turned, -compared.outcome, compared.outcome) + 1
    pairs = grouped(compared.item, first, second)
    within = grouped(compared.annotator, pairs.numbers)
    every, own = _agreeing(pairs, outcome), _agreeing(within, outcome)
    told = np.ones(len(compared), dtype=np.bool_)
    told_within = told
    if clean:
        every = every[0] - own[0], every[1] - own[1]
    else:
        segments = grouped(compared.annotator, compared.item)
        repeated = np.zeros(len(segments), dtype=np.bool_)
        repeated[segments.numbers[within.sizes[within.numbers] > 1]] = True
        told_within = repeated[segments.numbers]
    return PairwiseAgreement(
        definition,
        LabelAgreement.of(*every, *_ties(compared, told)),
        LabelAgreement.of(*own, *_ties(compared, told_within)),
    )


def _agreeing(groups: Groups, labels: Integers) -> tuple[int, int]:
    """Number of pairs of the same group that agree, and of all."""
    alike = grouped(groups.numbers, labels)
    return _pairs(alike.sizes), _pairs(groups.sizes)


def _pairs(sizes: Integers) -> int:
    return int((sizes * (sizes - 1)).sum()) // 2


def _ties(compared: Comparisons, rows: Mask) -> tuple[int, int]:
    """Number of ties among some judgments, and of all of them."""
    return int((compared.outcome[rows] == 0).sum()), int(rows.sum())
