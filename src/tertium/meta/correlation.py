"""How well the scores of a metric agree with those of people.

Scores are a table of systems and items. A statistic is computed on vectors taken from it: on a
single one of all cells, or on one for each item or each system, whose values are then averaged.
Vectors on which it is undefined are left out of the average and counted.

Pairs of cells are counted by whether people and the metric put them in the same order: C in the
same, D in the opposite, T_h tied by people only, T_m by the metric only, T_hm by both, N in all.
What is equal in exact arithmetic must tie: for all but Pearson's correlation scores are rounded to
12 digits, and a difference that equals a threshold in exact arithmetic reaches it. `ties=exact`
compares numbers as they are, noise of floating-point arithmetic included, as mt-metrics-eval does.

Reference: Kendall 1945; Stuart 1953; Mathur et al. 2020; Kocmi et al. 2021; Deutsch, Foster and
Freitag 2023 (ties); Thompson et al. 2024 (soft pairwise accuracy).
"""

import math
from abc import abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Any, ClassVar, NamedTuple

from tertium.core.arrays import TOLERANCE, Floats
from tertium.core.errors import UnknownMember, UsageError
from tertium.core.limits import LARGEST_SEED, MOST_TRIALS
from tertium.core.records import Defect, Defects
from tertium.core.resampling import SIGNS, AllSwaps, generator
from tertium.core.spec import Spec, option, parse_call
from tertium.inference.rank_tests import rounded
from tertium.meta.pairs import (
    SHORT,
    Counted,
    Counts,
    Present,
    Vectors,
    calibrate,
    count_pairs,
    order_of,
    tied_pairs_of,
)

AVERAGES = ("none", "item", "system")
CALIBRATED = "calibrated"
TIES = ("rounded", "exact")

# Pairs of which the calibrated accuracy is given beside the plain one.
_BESIDE = 2**21

# Signs that are numbers, not bits, at a time.
_UNPACKED = 2**22

# --- Statistics ---------------------------------------------------------------------------------


@dataclass(frozen=True)
class Statistic(Spec):
    """Base of all statistics between the scores of people and of a metric."""

    title: ClassVar[str] = ""
    lowest: ClassVar[float] = -1.0
    highest: ClassVar[float] = 1.0
    micro: ClassVar[bool] = False
    """Whether each vector counts by its pairs in the average, and not as much as any other."""

    @property
    def rounds(self) -> bool:
        """Whether scores are rounded first, so that they tie."""
        return False

    def layout(self, average: str) -> str:
        """How vectors are taken from the table; an average that makes no sense is refused."""
        if average not in AVERAGES:
            raise UnknownMember("average", average, AVERAGES)
        return average

    @abstractmethod
    def values(self, vectors: Vectors) -> Floats:
        """The statistic of each vector, NaN where it is undefined: (vector, replicate)."""

    def sizes(self, vectors: Vectors) -> Counted:
        """How many scores or pairs it rests on: (vector, replicate)."""
        return vectors.cells

    def reason(self, vectors: Vectors) -> str:
        """Why it is undefined on the one vector, or all."""
        if not vectors.present.any():
            return "no output has a score of both"
        if vectors.cells.max() < 2:
            return "it takes two outputs with scores of both"
        for scores, whose in ((vectors.gold, "people"), (vectors.metric, "the metric")):
            if all(
                _constant(column[there])
                for column, there in zip(scores[..., 0].T, vectors.present[..., 0].T, strict=True)
            ):
                return f"the scores of {whose} are all the same"
        return "on every vector the scores of people or of the metric are all the same"


@dataclass(frozen=True)
class Pearson(Statistic):
    """Pearson's correlation."""

    name: ClassVar[str] = "pearson"
    title: ClassVar[str] = "Pearson's r"

    def values(self, vectors: Vectors) -> Floats:
        """Covariance by the product of standard deviations."""
        return _pearson(vectors.gold, vectors.metric, vectors.present)


@dataclass(frozen=True)
class OfOrder(Statistic):
    """Base of statistics for which only the order of scores counts, and which of them tie."""

    ties: str = option(
        "rounded",
        "Scores that are equal in exact arithmetic tie (rounded), or numbers are compared as they"
        " are (exact), as mt-metrics-eval does.",
        choices=TIES,
    )

    @property
    def rounds(self) -> bool:
        """Unless numbers are compared as they are."""
        return self.ties == "rounded"

    def noise(self, scores: Floats) -> float:
        """By how much a difference of scores can miss what it is in exact arithmetic."""
        import numpy as np

        return TOLERANCE * float(np.abs(scores).max(initial=0.0)) if self.rounds else 0.0


@dataclass(frozen=True)
class Spearman(OfOrder):
    """Spearman's correlation: Pearson's of the ranks; tied scores have the mean of their ranks."""

    name: ClassVar[str] = "spearman"
    title: ClassVar[str] = "Spearman's rho"

    def values(self, vectors: Vectors) -> Floats:
        """Pearson's correlation of the ranks."""
        gold = _ranks(vectors.gold, vectors.present)
        return _pearson(gold, _ranks(vectors.metric, vectors.present), vectors.present)


@dataclass(frozen=True)
class OfPairs(OfOrder):
    """Base of statistics that follow from the numbers of pairs alone."""

    def values(self, vectors: Vectors) -> Floats:
        """Count pairs, and make the statistic of them."""
        return self.of_counts(count_pairs(vectors, self.tie(vectors), self.apart(vectors)))

    def tie(self, vectors: Vectors) -> float:
        """By how much scores of the metric may differ and still tie."""
        return 0.0

    def tie_at_0(self, vectors: Vectors) -> float:
        """The same before ties are calibrated."""
        return 0.0 if getattr(self, "epsilon", 0.0) == CALIBRATED else self.tie(vectors)

    def apart(self, vectors: Vectors) -> float:
        """By how much scores of people must differ for a pair to count."""
        return 0.0

    @abstractmethod
    def of_counts(self, counts: Counts) -> Floats:
        """The statistic from the numbers of pairs."""

    def sizes(self, vectors: Vectors) -> Counted:
        """Number of pairs."""
        return vectors.pairs


@dataclass(frozen=True)
class KendallB(OfPairs):
    """Kendall's tau-b: (C - D) / sqrt((N - ties of people) (N - ties of the metric))."""

    name: ClassVar[str] = "kendall_b"
    title: ClassVar[str] = "Kendall's tau-b"

    epsilon: float = option(
        0.0, "Scores of the metric that differ by no more are tied.", minimum=0, maximum=10**12
    )

    def tie(self, vectors: Vectors) -> float:
        """Its epsilon."""
        return self.epsilon + self.noise(vectors.metric) if self.epsilon else 0.0

    def of_counts(self, counts: Counts) -> Floats:
        """Undefined where all pairs are tied by one of the two."""
        import numpy as np

        gold, metric = counts.pairs - counts.gold_ties, counts.pairs - counts.metric_ties
        tau = _ratio(counts.balance, np.sqrt(gold) * np.sqrt(metric))
        return np.clip(tau, -1.0, 1.0, out=tau)


@dataclass(frozen=True)
class KendallC(OfOrder):
    """Kendall's tau-c (Stuart): 2 (C - D) / (n^2 (m - 1) / m), m the smaller number of values.

    Where cells are drawn several times, n^2 stands for 2 N n / (n - 1), with n different cells and
    N pairs of them: the same where none is repeated, and a perfect metric without ties has 1.
    """

    name: ClassVar[str] = "kendall_c"
    title: ClassVar[str] = "Kendall's tau-c"

    def values(self, vectors: Vectors) -> Floats:
        """Undefined where one of the two has a single value."""
        import numpy as np

        counts = count_pairs(vectors, 0.0)
        values = np.minimum(
            _distinct(vectors.gold, vectors.present), _distinct(vectors.metric, vectors.present)
        )
        cells = vectors.cells - vectors.repeated
        squared = 2.0 * counts.pairs * cells / np.maximum(cells - 1, 1)
        tau = _ratio(2.0 * counts.balance, squared * (values - 1) / np.maximum(values, 1))
        # Repeated cells in classes of unequal size can have more pairs than classes of equal size.
        return np.clip(tau, -1.0, 1.0, out=tau)

    def sizes(self, vectors: Vectors) -> Counted:
        """Number of pairs."""
        return vectors.pairs


@dataclass(frozen=True)
class WithTies(OfPairs):
    """Base of statistics that reward a metric for tying what people tie."""

    epsilon: float | str = option(
        0.0,
        "Scores of the metric that differ by no more are tied; `calibrated` takes the smallest"
        " difference between two scores at which the statistic is highest, or 0.",
        choices=(CALIBRATED,),
        minimum=0,
        maximum=10**12,
    )

    def values(self, vectors: Vectors) -> Floats:
        """Each replicate is calibrated by itself."""
        import numpy as np

        if self.epsilon != CALIBRATED:
            return super().values(vectors)
        replicates = max(vectors.gold.shape[2], vectors.metric.shape[2])
        alone = [vectors.replicate(number) for number in range(replicates)]
        return np.hstack([self.of_counts(count_pairs(one, calibrate(one))) for one in alone])

    def tie(self, vectors: Vectors) -> float:
        """Its epsilon."""
        if self.epsilon == CALIBRATED:
            return calibrate(vectors)
        return float(self.epsilon) + self.noise(vectors.metric) if self.epsilon else 0.0


@dataclass(frozen=True)
class AccuracyWithTies(WithTies):
    """Accuracy of pairs with ties, acc_eq or acc_23: (C + T_hm) / N."""

    name: ClassVar[str] = "acc_eq"
    title: ClassVar[str] = "Pairwise accuracy with ties"
    lowest: ClassVar[float] = 0.0

    def of_counts(self, counts: Counts) -> Floats:
        """Share of the pairs that people and metric order, or tie, alike."""
        return _ratio(counts.agreeing, counts.pairs)


@dataclass(frozen=True)
class TauWithTies(WithTies):
    """Kendall's tau with ties, tau_eq or tau_23: (C + T_hm - D - T_h - T_m) / N."""

    name: ClassVar[str] = "tau_eq"
    title: ClassVar[str] = "Kendall's tau with ties"

    def of_counts(self, counts: Counts) -> Floats:
        """What is not ordered or tied alike counts against it."""
        return _ratio(2 * counts.agreeing - counts.pairs, counts.pairs)


@dataclass(frozen=True)
class PairwiseAccuracy(OfPairs):
    """Share of the pairs that the metric orders, or ties, as people do; of all vectors together."""

    name: ClassVar[str] = "pairwise_accuracy"
    title: ClassVar[str] = "Pairwise accuracy"
    lowest: ClassVar[float] = 0.0
    micro: ClassVar[bool] = True

    def of_counts(self, counts: Counts) -> Floats:
        """(C + T_hm) / N."""
        return _ratio(counts.agreeing, counts.pairs)


@dataclass(frozen=True)
class KendallLike(OfPairs):
    """The Kendall-like statistic of WMT20: (C - D) / (C + D) of pairs that people set apart.

    What the metric ties is counted in D. Pairs of all vectors are counted together.
    """

    name: ClassVar[str] = "kendall_like"
    title: ClassVar[str] = "Kendall-like (WMT20)"
    micro: ClassVar[bool] = True

    threshold: float = option(
        25.0, "Pairs whose scores by people differ by less do not count.", minimum=0, maximum=10**12
    )

    def of_counts(self, counts: Counts) -> Floats:
        """All that is not concordant is discordant."""
        return _ratio(2 * counts.concordant - counts.pairs, counts.pairs)

    def apart(self, vectors: Vectors) -> float:
        """Its threshold, which 98 / 3 - 23 / 3 reaches if it is 25, whatever rounding leaves."""
        return max(self.threshold - self.noise(vectors.gold), self.threshold / 2)

    def sizes(self, vectors: Vectors) -> Counted:
        """Number of pairs that people set apart."""
        gold = vectors._replace(metric=vectors.gold)
        return count_pairs(gold, apart=self.apart(gold)).pairs

    def reason(self, vectors: Vectors) -> str:
        """Why no pair counts."""
        if vectors.cells.max(initial=0) < 2:
            return super().reason(vectors)
        return f"people set no pair apart by {self.threshold:g} or more"


@dataclass(frozen=True)
class SoftPairwiseAccuracy(Statistic):
    """Soft pairwise accuracy: 1 - mean |p_h - p_m| over the pairs of systems.

    p is the p-value of a paired permutation test whether the first system is better than the
    second, by the scores of people and by those of the metric, with the same random signs for all.
    Systems without any score are left out, then items that lack a score of one of the others.

    Either system of a pair can be the first. It is the same where all sums with random signs differ
    from the sum, as the p-values then add up to 1, but not where people tie systems, for example:
    both are taken, and the mean of both counts. mt-metrics-eval takes the order of a list.
    """

    name: ClassVar[str] = "soft_pairwise_accuracy"
    title: ClassVar[str] = "Soft pairwise accuracy"
    lowest: ClassVar[float] = 0.0

    trials: int = option(
        1000,
        "Number of random signs; where all there are are no more, they are enumerated.",
        minimum=1,
        maximum=MOST_TRIALS,
    )
    seed: int = option(12345, "Seed of the signs.", minimum=0, maximum=LARGEST_SEED)

    def layout(self, average: str) -> str:
        """It takes the table as it is."""
        if average != "none":
            raise UsageError(
                f"{self.name} is one number for the whole table and cannot be averaged by"
                f" {average}."
            )
        return "item"

    def values(self, vectors: Vectors) -> Floats:
        """One value for the whole table: (1, replicate)."""
        import numpy as np

        systems, items = vectors.gold.shape[:2]
        pairs = systems * (systems - 1) // 2 - np.max(np.atleast_2d(vectors.copies), axis=0)
        if not items:
            return np.full((1, vectors.metric.shape[2]), np.nan)
        signs = self.signs(items)
        gold, metric = (Flipped.of(scores, signs) for scores in (vectors.gold, vectors.metric))
        return 1 - _ratio(np.abs(gold.p_values - metric.p_values).sum(axis=0), 2 * pairs)[None]

    def sizes(self, vectors: Vectors) -> Counted:
        """Number of pairs of systems."""
        import numpy as np

        systems, items = vectors.gold.shape[:2]
        return np.array([[systems * (systems - 1) // 2 if items else 0]])

    def reason(self, vectors: Vectors) -> str:
        """Why there is no pair."""
        systems, items = vectors.gold.shape[:2]
        if not systems:
            return "no output has a score of both"
        if not items:
            return f"no item has scores of both for each of the {systems} systems that have any"
        return "it takes two systems with scores of both"

    def signs(self, items: int) -> "Signs":
        """Draw a sign for each item and trial."""
        import numpy as np

        if items <= self.trials.bit_length() - 1:
            every = AllSwaps(items).block(self.seed, 0, 2**items)
            return Signs(np.packbits(every.astype(np.uint8), axis=1))
        # What `core.resampling.coins` unpacks.
        drawn = generator(self.seed, SIGNS, 0).bytes(self.trials * -(-items // 8))
        return Signs(np.frombuffer(drawn, np.uint8).reshape(self.trials, -1))


@dataclass(frozen=True, eq=False)
class Signs:
    """Random signs of items, a bit each: those of very many items take no more than that.

    Attributes:
        packed: (trial, eight items), 1 for a minus.
    """

    packed: Any

    def sums(self, scores: Floats) -> Floats:
        """Sums of scores with these signs: (system, item, replicate) to trials for items."""
        import numpy as np

        items = scores.shape[1]
        step = 8 * max(1, _UNPACKED // (8 * len(self.packed)))

        def of_items(begin: int) -> Floats:
            part = scores[:, begin : begin + step]
            packed = self.packed[:, begin // 8 : (begin + step) // 8]
            signs = np.unpackbits(packed, axis=1, count=part.shape[1]).astype(np.float64)
            signs *= -2
            signs += 1
            total: Floats = signs @ part
            return total

        total = of_items(0)
        for begin in range(step, items, step):
            total += of_items(begin)
        return total


class Flipped(NamedTuple):
    """Sums of scores over items, with random signs: what permutation tests of systems rest on.

    Attributes:
        drawn: With the signs of each trial: (system, trial, replicate).
        sums: As they are: (system, replicate).
        scale: The largest that a sum could be.
    """

    drawn: Floats
    sums: Floats
    scale: float

    @classmethod
    def of(cls, scores: Floats, signs: Signs) -> "Flipped":
        """Sum up the scores: (system, item, replicate)."""
        import numpy as np

        largest = float(np.abs(scores).sum(axis=1).max(initial=0.0))
        return cls(signs.sums(scores), scores.sum(axis=1), largest)

    @property
    def p_values(self) -> Floats:
        """One-sided ones of all pairs of systems, then those of the pairs turned round.

        Returns:
            (pair, replicate).
        """
        import numpy as np

        pairs = list(combinations(range(len(self.sums)), 2))
        found = np.empty((2, len(pairs), self.sums.shape[1]))
        tolerance = TOLERANCE * self.scale
        for number, (i, j) in enumerate(pairs):
            above = self.drawn[i] - self.drawn[j]
            above -= self.sums[i] - self.sums[j]
            found[0, number] = np.count_nonzero(above >= -tolerance, axis=0)
            found[1, number] = np.count_nonzero(above <= tolerance, axis=0)
        shares: Floats = np.concatenate(found) / self.drawn.shape[1]
        return shares


STATISTICS: dict[str, type[Statistic]] = {
    kind.name: kind
    for kind in (
        Pearson,
        Spearman,
        KendallB,
        KendallC,
        TauWithTies,
        AccuracyWithTies,
        KendallLike,
        PairwiseAccuracy,
        SoftPairwiseAccuracy,
    )
}

# The names of mt-metrics-eval.
_ALIASES = {"tau_23": "tau_eq", "acc_23": "acc_eq"}


def statistic_of(text: str) -> Statistic:
    """Give the statistic of a name with parameters, as in "kendall_like(threshold=25)"."""
    name, arguments = parse_call(text)
    name = _ALIASES.get(name, name)
    if name not in STATISTICS:
        raise UnknownMember("statistic", name, STATISTICS)
    return STATISTICS[name].of(arguments)


def unknown_statistic(field: str, text: str) -> Defects:
    """A field of a record that names no statistic."""
    try:
        statistic_of(text)
    except UsageError as error:
        yield Defect(field, str(error))


# --- One metric beside people -------------------------------------------------------------------


@dataclass(frozen=True)
class Correlation:
    """A statistic between people and a metric.

    Attributes:
        statistic: Which one, as it is written.
        average: Over which vectors it was averaged.
        value: What it is; NaN where it is undefined.
        groups: Vectors it was computed on.
        undefined: Vectors left out, as it is undefined on them.
        n: Scores, or pairs of them, in the vectors that were not.
        missing: Cells of the table left out, as a score is missing.
        epsilon: The difference up to which scores of the metric tie, where it was calibrated.
        reason: Why the value is undefined, where it is.
        plain: Of a statistic with ties, what it is where only equal scores of the metric tie.
        calibrated: The same with calibrated ties, which published figures of WMT have.
        noise: Pairs of human scores that tie because of rounding.
    """

    statistic: str
    average: str
    value: float
    groups: int
    undefined: int
    n: int
    missing: int = 0
    epsilon: float | None = None
    reason: str = ""
    plain: float | None = None
    calibrated: float | None = None
    noise: int = 0


def correlate(
    statistic: Statistic,
    gold: Floats,
    metric: Floats,
    average: str = "none",
    *,
    details: bool = False,
) -> Correlation:
    """Compute a statistic between scores of people and of a metric.

    Args:
        statistic: One of `STATISTICS`, with its parameters.
        gold: Scores of people: (system, item), NaN where there is none.
        metric: Those of the metric.
        average: "none" takes all cells as one vector, "item" averages over the items, "system" over
            the systems.
        details: Whether to give what stands beside the value: statistics with ties both plain and
            calibrated, and the pairs that tie because of rounding.
    """
    import numpy as np

    cells = Cells.of(statistic, gold, [metric], average)
    vectors = cells.vectors(0)
    epsilon = None
    if isinstance(statistic, WithTies) and statistic.epsilon == CALIBRATED:
        epsilon = calibrate(vectors)

    def with_ties_up_to(least: float) -> Floats:
        """Values where just these scores of the metric tie; an observed difference has no noise."""
        assert isinstance(statistic, WithTies)
        return statistic.of_counts(count_pairs(vectors, least))

    values = statistic.values(vectors) if epsilon is None else with_ties_up_to(epsilon)
    sizes = statistic.sizes(vectors)
    defined = ~np.isnan(values)
    plain = calibrated = None
    if details and isinstance(statistic, WithTies) and statistic.epsilon in (0, CALIBRATED):
        if epsilon is None and vectors.pairs.sum() <= _BESIDE:
            epsilon = calibrate(vectors)
        plain, calibrated = (
            None
            if least is None
            else float(mean(statistic, with_ties_up_to(least), lambda: sizes)[0])
            for least in (0.0, epsilon)
        )
    noise = 0
    if details and statistic.rounds:
        as_given = cells.arranged(np.where(cells.present, gold, 0.0))
        noise = tied_pairs_of(vectors.gold, vectors.present) - tied_pairs_of(
            as_given, vectors.present
        )
    return Correlation(
        str(statistic),
        average,
        float(mean(statistic, values, lambda: sizes)[0]),
        int(defined.sum()),
        int((~defined).sum()),
        int(sizes[defined].sum()),
        cells.missing,
        epsilon if defined.any() else None,
        "" if defined.any() else statistic.reason(vectors),
        plain,
        calibrated,
        noise,
    )


def averaged(statistic: Statistic, vectors: Vectors) -> Floats:
    """The mean over the vectors on which a statistic is defined, NaN where it is on none.

    Returns:
        One for each replicate.
    """
    return mean(statistic, statistic.values(vectors), lambda: statistic.sizes(vectors))


def mean(statistic: Statistic, values: Floats, sizes: Callable[[], Counted]) -> Floats:
    """The mean of defined values: (vector, replicate) to one for each replicate."""
    import numpy as np

    if len(values) == 1:
        single: Floats = values[0]
        return single
    defined = ~np.isnan(values)
    weights = defined * sizes() if statistic.micro else defined
    return _ratio((np.where(defined, values, 0.0) * weights).sum(axis=0), weights.sum(axis=0))


@dataclass(frozen=True, eq=False)
class Cells:
    """The table a statistic is computed on: scores of people and of metrics, (system, item).

    A cell that lacks any of the scores is left out of all.

    Attributes:
        gold: Scores of people; 0 where a cell is left out.
        metrics: Those of the metrics, as many tables.
        present: Cells that are not left out.
        layout: How vectors are taken.
        rounds: Whether scores are rounded.
        missing: Number of cells left out.
    """

    gold: Floats
    metrics: tuple[Floats, ...]
    present: Present
    layout: str
    rounds: bool
    missing: int

    @classmethod
    def of(
        cls, statistic: Statistic, gold: Floats, metrics: Sequence[Floats], average: str
    ) -> "Cells":
        """Bring scores into shape."""
        import numpy as np

        layout = statistic.layout(average)
        tables = [np.asarray(scores, dtype=np.float64) for scores in (gold, *metrics)]
        if tables[0].ndim != 2 or any(one.shape != tables[0].shape for one in tables):
            shapes = ", ".join(str(one.shape) for one in tables)
            raise UsageError(f"Scores must be tables of the same systems and items. Got {shapes}.")
        present = np.all([np.isfinite(one) for one in tables], axis=0)
        total = present.size
        if isinstance(statistic, SoftPairwiseAccuracy):
            scored = present.any(axis=1)
            complete = present[scored].all(axis=0)
            tables = [one[scored][:, complete] for one in tables]
            present = present[scored][:, complete]
        scores = [_filled(one, present, statistic.rounds) for one in tables]
        missing = total - int(present.sum())
        return cls(scores[0], tuple(scores[1:]), present, layout, statistic.rounds, missing)

    def standardized(self) -> "Cells":
        """Give the same with scores of the metrics in one scale: mean 0, standard deviation 1."""
        import numpy as np

        def standard(scores: Floats) -> Floats:
            there = scores[self.present]
            made = (scores - there.mean()) / there.std()
            # Of what is 0 in exact arithmetic rounding would leave a score that varies.
            made[np.abs(made) < TOLERANCE] = 0.0
            return _filled(made, self.present, self.rounds)

        return replace(self, metrics=tuple(standard(one) for one in self.metrics))

    def vectors(self, metric: int) -> Vectors:
        """Vectors of people and one of the metrics."""
        return Vectors(
            self.arranged(self.gold),
            self.arranged(self.metrics[metric]),
            self.arranged(self.present),
        )

    def arranged(self, table: Any) -> Any:
        """Take vectors from a table: (system, item) or (system, item, replicate)."""
        whole = table if table.ndim == 3 else table[..., None]
        if self.layout == "none":
            return whole.reshape(-1, 1, whole.shape[2])
        return whole if self.layout == "item" else whole.swapaxes(0, 1)


def of_systems(cells: Cells, kept: Any) -> Cells:
    """Cells of some of the systems."""
    return replace(
        cells,
        gold=cells.gold[kept],
        metrics=tuple(metric[kept] for metric in cells.metrics),
        present=cells.present[kept],
    )


def _filled(scores: Floats, present: Present, rounds: bool) -> Floats:
    """Scores with 0 where they are missing."""
    import numpy as np

    filled = np.zeros(scores.shape)
    filled[present] = rounded(scores[present]) if rounds else scores[present]
    return filled


# --- What several statistics share --------------------------------------------------------------


def _pearson(gold: Floats, metric: Floats, present: Present) -> Floats:
    """Pearson's correlation of each vector: (vector, replicate)."""
    import numpy as np

    count = present.sum(axis=0)
    everything = bool(present.all())

    def centred(scores: Floats) -> tuple[Floats, Floats, Present]:
        """Without their mean; the sum of squares; where they vary."""
        mean = scores.sum(axis=0) / np.maximum(count, 1)
        left = scores - mean
        if not everything:
            left *= present
        squares = np.einsum("lgr,lgr->gr", left, left)
        return left, squares, squares > TOLERANCE**2 * (squares + count * mean**2)

    x, one, varies = centred(gold)
    y, other, also = centred(metric)
    if x.shape[2] == 1:
        product = np.einsum("lg,lgr->gr", x[..., 0], y)
    else:
        product = np.einsum("lgr,lgr->gr", x, np.broadcast_to(y, x.shape))
    defined = varies & also & (count > 1)
    values = _ratio(product, np.where(defined, np.sqrt(one) * np.sqrt(other), 0.0))
    bounded: Floats = np.clip(values, -1.0, 1.0)
    return bounded


def _ranks(scores: Floats, present: Present) -> Floats:
    """Ranks of the scores of each vector, 0 where they are missing.

    Those of short vectors are given as how many scores are smaller less how many are larger, which
    is twice the rank but for a constant.
    """
    import numpy as np

    if len(scores) <= SHORT:
        found = np.zeros(np.broadcast_shapes(scores.shape, present.shape), np.int8)
        everything = bool(present.all())
        for i in range(1, len(scores)):
            for j in range(i):
                order = order_of(scores[i], scores[j], 0.0)
                if not everything:
                    order = order * (present[i] & present[j]).view(np.int8)
                found[i] += order
                found[j] -= order
        return found.astype(np.float64)
    from scipy.stats import rankdata

    shape = np.broadcast_shapes(scores.shape, present.shape)
    last = np.where(present, np.broadcast_to(scores, shape), np.inf)
    ranks: Floats = np.where(present, rankdata(last, axis=0), 0.0)
    return ranks


def _distinct(scores: Floats, present: Present) -> Counted:
    """Number of different scores of each vector: (vector, replicate)."""
    import numpy as np

    ascending = np.sort(np.where(present, scores, np.inf), axis=0)
    new = np.isfinite(ascending)
    new[1:] &= ascending[1:] != ascending[:-1]
    return new.sum(axis=0)


def _constant(scores: Floats) -> bool:
    import numpy as np

    return bool(np.ptp(scores) <= TOLERANCE * np.abs(scores).max()) if len(scores) else True


def _ratio(numerator: Any, denominator: Any) -> Floats:
    """Quotient, NaN where there is nothing to divide by."""
    import numpy as np

    above, below = np.broadcast_arrays(
        np.asarray(numerator, np.float64), np.asarray(denominator, np.float64)
    )
    quotient = np.full(above.shape, math.nan)
    np.divide(above, below, out=quotient, where=below > 0)
    return quotient
