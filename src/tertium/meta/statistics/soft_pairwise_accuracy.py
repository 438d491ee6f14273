"""Soft pairwise accuracy."""

from dataclasses import dataclass
from itertools import combinations
from typing import Any, ClassVar, NamedTuple

import numpy as np

from tertium.core.arrays import TOLERANCE, Floats, Weights
from tertium.core.errors import UsageError
from tertium.core.limits import LARGEST_SEED, MOST_TRIALS
from tertium.core.resampling import SIGNS, AllSwaps, block_size, generator
from tertium.core.spec import option
from tertium.meta.statistics._arithmetic import ratio
from tertium.meta.statistics._statistic import Statistic
from tertium.meta.swaps import SwappedCells, Swapping
from tertium.meta.vectors import Counted, Vectors

# Number of signs that are unpacked from bits at a time.
_UNPACKED = 2**22


@dataclass(frozen=True)
class SoftPairwiseAccuracy(Statistic):
    """Soft pairwise accuracy: 1 - mean |p_h - p_m| over the pairs of systems.

    p is the p-value of a paired permutation test of whether the first system is better than the
    second, by human scores and by metric scores, with the same random signs for all pairs. Systems
    without any score are left out, then items that lack a score of one of the other systems.

    Either system of a pair can come first. Both orders give the same if no sum with random signs
    equals the observed sum, as the two p-values then add up to 1, but not if human scores tie
    systems, for example. So both orders are computed, and their mean counts. mt-metrics-eval takes
    the order of a list (Thompson et al. 2024).
    """

    title: ClassVar[str] = "Soft pairwise accuracy"
    lowest: ClassVar[float] = 0.0
    counts_pairs: ClassVar[bool] = True
    needs_items: ClassVar[bool] = True

    trials: int = option(
        1000,
        "Number of random sign vectors; if there are no more in all, all are enumerated.",
        minimum=1,
        maximum=MOST_TRIALS,
    )
    seed: int = option(
        12345, "Seed of the random signs.", minimum=0, maximum=LARGEST_SEED, shared=True
    )

    def layout(self, average: str) -> str:
        """It is computed on the whole table."""
        if average != "none":
            raise UsageError(
                f"{self.name} is one number for the whole table and cannot be averaged by"
                f" {average}."
            )
        return "item"

    def values(self, vectors: Vectors) -> Floats:
        """Return one value for the whole table: (1, replicate)."""
        systems, items = vectors.gold.shape[:2]
        pairs = systems * (systems - 1) // 2 - np.max(np.atleast_2d(vectors.copies), axis=0)
        if not items:
            return np.full((1, vectors.metric.shape[2]), np.nan)
        signs = self.signs(items)
        gold, metric = (SignedSums.of(scores, signs) for scores in (vectors.gold, vectors.metric))
        return 1 - ratio(np.abs(gold.p_values - metric.p_values).sum(axis=0), 2 * pairs)[None]

    def sizes(self, vectors: Vectors) -> Counted:
        """Return the number of pairs of systems."""
        systems, items = vectors.gold.shape[:2]
        return np.array([[systems * (systems - 1) // 2 if items else 0]])

    def reason(self, vectors: Vectors) -> str:
        """Say why there is no pair."""
        systems, items = vectors.gold.shape[:2]
        if not systems:
            return "no output has both scores"
        if not items:
            return f"no item has both scores for each of the {systems} systems that have any"
        return "fewer than two systems have both scores"

    def signs(self, items: int) -> "Signs":
        """Draw a sign for each item and trial."""
        if items <= self.trials.bit_length() - 1:
            every = AllSwaps(items).block(self.seed, 0, 2**items)
            return Signs(np.packbits(every.astype(np.uint8), axis=1))
        # The bytes that `core.resampling.coins` unpacks.
        drawn = generator(self.seed, SIGNS, 0).bytes(self.trials * -(-items // 8))
        return Signs(np.frombuffer(drawn, np.uint8).reshape(self.trials, -1))

    def swapping(self, swapped: SwappedCells) -> Swapping | None:
        """Sums of the second metric are the rest of the total."""
        return SwappedSigns.of(self, swapped)


@dataclass(frozen=True, eq=False)
class Signs:
    """Random signs of items, packed as bits to save memory.

    Attributes:
        packed: (trial, eight items), 1 for a minus.
    """

    packed: Any

    def sums(self, scores: Floats) -> Floats:
        """Sum scores with these signs: (system, item, replicate) to (system, trial, replicate)."""
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


class SignedSums(NamedTuple):
    """Sums of scores over items with random signs: the basis of permutation tests of systems.

    Attributes:
        drawn: With the signs of each trial: (system, trial, replicate).
        sums: Without random signs: (system, replicate).
        scale: The largest possible sum.
    """

    drawn: Floats
    sums: Floats
    scale: float

    @classmethod
    def of(cls, scores: Floats, signs: Signs) -> "SignedSums":
        """Sum the scores: (system, item, replicate)."""
        largest = float(np.abs(scores).sum(axis=1).max(initial=0.0))
        return cls(signs.sums(scores), scores.sum(axis=1), largest)

    @property
    def p_values(self) -> Floats:
        """One-sided p-values of all pairs of systems, then of the pairs in the opposite order.

        Returns:
            (pair, replicate).
        """
        pairs = list(combinations(range(len(self.sums)), 2))
        counts = np.empty((2, len(pairs), self.sums.shape[1]))
        tolerance = TOLERANCE * self.scale
        for number, (i, j) in enumerate(pairs):
            above = self.drawn[i] - self.drawn[j]
            above -= self.sums[i] - self.sums[j]
            counts[0, number] = np.count_nonzero(above >= -tolerance, axis=0)
            counts[1, number] = np.count_nonzero(above <= tolerance, axis=0)
        shares: Floats = np.concatenate(counts) / self.drawn.shape[1]
        return shares


@dataclass(frozen=True, eq=False)
class SwappedSigns:
    """Differences of soft pairwise accuracy after swapping, from sums with random signs.

    Attributes:
        swapped: The scores that are swapped.
        signs: Random signs of the permutation tests of systems.
        gold: p-values by human scores.
        total: Sums of both metrics.
    """

    swapped: SwappedCells
    signs: Signs
    gold: Floats
    total: SignedSums

    @classmethod
    def of(cls, statistic: SoftPairwiseAccuracy, swapped: SwappedCells) -> "SwappedSigns":
        """Sum everything that swapping does not change."""
        cells = swapped.cells
        signs = statistic.signs(cells.gold.shape[1])
        both = SignedSums.of((cells.metrics[0] + cells.metrics[1])[..., None], signs)
        gold = SignedSums.of(cells.gold[..., None], signs)
        return cls(swapped, signs, gold.p_values, both)

    @property
    def units(self) -> int:
        """Number of units."""
        return self.swapped.units

    def __call__(self, masks: Weights) -> Floats:
        """Return one difference for each replicate."""
        step = block_size(self.swapped.unit_of_cell.size)
        parts = [self._differences(masks[at : at + step]) for at in range(0, len(masks), step)]
        return np.concatenate(parts)

    def _differences(self, masks: Weights) -> Floats:
        one, two = (metric[..., None] for metric in self.swapped.cells.metrics)
        first = SignedSums.of(np.where(self.swapped.swapped(masks), two, one), self.signs)
        second = SignedSums(
            self.total.drawn - first.drawn, self.total.sums - first.sums, first.scale
        )
        farther, nearer = (
            np.abs(self.gold - sums.p_values).mean(axis=0) for sums in (second, first)
        )
        difference: Floats = farther - nearer
        return difference


STATISTIC = SoftPairwiseAccuracy

CITATIONS = (
    """
@inproceedings{thompson-2024,
  author    = {Thompson, Brian and Mathur, Nitika and Deutsch, Daniel and
               Khayrallah, Huda},
  title     = {Improving Statistical Significance in Human Evaluation of Automatic Metrics via Soft
               Pairwise Accuracy},
  booktitle = {Proceedings of the Ninth Conference on Machine Translation},
  pages     = {1222--1234},
  year      = {2024}
}
""",
)
