"""Relative judgments as pairwise comparisons of outputs that were ranked together."""

from dataclasses import dataclass
from itertools import combinations

import numpy as np

from tertium.core.errors import DataError, UsageError
from tertium.human.columns import Integers, Mask, Words
from tertium.human.groups import grouped
from tertium.human.ratings import Ratings
from tertium.human.shared_outputs import SHARED_COPIED, members

TASKS = ("ranking", "preference")


@dataclass(frozen=True, eq=False)
class Comparisons:
    """Pairs of outputs of one segment, in the order in which they were listed.

    Attributes:
        systems: Names of the systems, sorted.
        first: Index of the system that was listed first.
        second: Index of the other system.
        outcome: 1 if the first is better, -1 if the second is better, 0 for a tie.
        annotator: The annotator.
        item: The segment.
        ranking: The ranking that the pair comes from.
        task: "ranking" (several outputs) or "preference" (two).
        languages: The language pair.
        filters: How the judgments were filtered before.
    """

    systems: tuple[str, ...]
    first: Integers
    second: Integers
    outcome: Integers
    annotator: Words
    item: Words
    ranking: Integers
    task: str = ""
    languages: str = ""
    filters: tuple[str, ...] = ()

    def __len__(self) -> int:
        return len(self.outcome)

    @classmethod
    def of(cls, ratings: Ratings, *, repeats: bool = False) -> "Comparisons":
        """Form all pairs of outputs that one annotator ranked together; rank 1 is best.

        Args:
            ratings: Judgments; degraded outputs, which test annotators, are left out.
            repeats: Whether to include outputs that an annotator ranked before. They show how
                consistent annotators are, but add nothing on systems.
        """
        ranked = ratings.where(ratings.task.is_(*TASKS) & ~np.isnan(ratings.value))
        ranked = ranked.where(~is_control(ranked, repeats=repeats))
        if not len(ranked):
            raise DataError("There are no relative judgments.", where=ratings.origin)
        if len(ranked.languages.names) > 1:
            raise UsageError(
                "There are judgments of several language pairs:"
                f" {', '.join(sorted(ranked.languages.names))}.",
                hint="Choose one.",
            )
        systems = tuple(sorted(ranked.system.names))
        places = np.array([systems.index(name) for name in ranked.system.names], dtype=np.int64)
        system = places[ranked.system.codes]
        one, other = _pairs(grouped(ranked.annotator, ranked.batch, ranked.item).numbers)
        differ = system[one] != system[other]
        one, other = one[differ], other[differ]
        if not len(one):
            raise DataError("No two systems were ranked together.", where=ratings.origin)
        return cls(
            systems,
            first=system[one],
            second=system[other],
            outcome=np.sign(ranked.value[other] - ranked.value[one]).astype(np.int64),
            annotator=Words(ranked.annotator.codes[one], ranked.annotator.names),
            item=Words(ranked.item.codes[one], ranked.item.names),
            ranking=grouped(ranked.annotator, _rankings(ranked), ranked.item).numbers[one],
            task="+".join(ranked.task.names),
            languages=ranked.languages.names[0],
            filters=ranked.filters,
        )

    def of_single_systems(self) -> "Comparisons":
        """Copy the judgments of outputs that several systems share to each of these systems.

        WMT joins their names by "+" in its collapsed files. The result equals WMT's other files:
        every pair of systems of the two sides, and for each ranking one tie between the systems
        that share an output.
        """
        together = set(zip(self.first.tolist(), self.second.tolist(), strict=True))
        found = members(self.systems, together)
        if found == [(name,) for name in self.systems]:
            return self
        sizes = np.array([len(one) for one in found])
        names = tuple(sorted({name for one in found for name in one}))
        codes = [np.array([names.index(name) for name in one]) for one in found]
        row = np.repeat(np.arange(len(self)), sizes[self.first] * sizes[self.second])
        pairs = [
            (one, other)
            for first, second in zip(self.first.tolist(), self.second.tolist(), strict=True)
            for one in codes[first]
            for other in codes[second]
        ]
        tied_row, tied = self._ties_of_shared(codes)
        both = np.array([*pairs, *tied], dtype=np.int64).reshape(-1, 2)
        rows = np.concatenate([row, tied_row])
        outcome = np.concatenate([self.outcome[row], np.zeros(len(tied), dtype=np.int64)])
        return Comparisons(
            names,
            first=both[:, 0],
            second=both[:, 1],
            outcome=outcome,
            annotator=Words(self.annotator.codes[rows], self.annotator.names),
            item=Words(self.item.codes[rows], self.item.names),
            ranking=self.ranking[rows],
            task=self.task,
            languages=self.languages,
            filters=(*self.filters, SHARED_COPIED),
        )

    def repeated(self) -> int:
        """Number of comparisons of two outputs that were compared by several annotators."""
        low, high = np.minimum(self.first, self.second), np.maximum(self.first, self.second)
        pairs = grouped(self.item, low, high)
        judged = grouped(pairs.numbers, self.annotator)
        annotators = np.bincount(pairs.numbers[judged.first], minlength=len(pairs))
        return int((annotators > 1)[pairs.numbers].sum())

    def rankings_of_more_than(self, systems: int) -> tuple[int, int]:
        """Number of rankings of more than so many systems, and of all rankings."""
        ranked = np.tile(self.ranking, 2), np.concatenate([self.first, self.second])
        of_ranking = np.unique(ranked[0][grouped(*ranked).first], return_counts=True)[1]
        return int((of_ranking > systems).sum()), len(of_ranking)

    def _ties_of_shared(self, codes: "list[Integers]") -> tuple[Integers, list[tuple[int, int]]]:
        """Ties between systems that share an output, once per ranking, with one of its rows."""
        seen = np.concatenate([self.first, self.second])
        rows = np.tile(np.arange(len(self)), 2)
        once = grouped(self.ranking[rows], seen).first
        ties = [
            (int(rows[place]), pair)
            for place in once.tolist()
            for pair in combinations(codes[int(seen[place])].tolist(), 2)
        ]
        return np.array([row for row, _ in ties], dtype=np.int64), [pair for _, pair in ties]


def is_control(ratings: Ratings, *, repeats: bool = False) -> Mask:
    """Whether rows are of degraded outputs, or of repeats unless these are included."""
    return ratings.kind.is_(*(("bad_reference",) if repeats else ("bad_reference", "repeat")))


def _rankings(ranked: Ratings) -> Words:
    """Ranking of each row; WMT16 numbers the pairs of a ranking after the last colon."""
    if ranked.task.names != ("preference",):
        return ranked.batch
    column = Words.of(name.rpartition(":")[0] or name for name in ranked.batch.names)
    return Words(column.codes[ranked.batch.codes], column.names)


def _pairs(groups: Integers) -> tuple[Integers, Integers]:
    """All pairs of rows of the same group, the earlier row first."""
    order = np.argsort(groups, kind="stable")
    ascending = groups[order]
    ones, others = [order[:0]], [order[:0]]
    for distance in range(1, len(order)):
        together = ascending[distance:] == ascending[:-distance]
        if not together.any():
            break
        ones.append(order[:-distance][together])
        others.append(order[distance:][together])
    return np.concatenate(ones), np.concatenate(others)
