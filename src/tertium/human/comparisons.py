"""Relative judgments as comparisons: of each two outputs that were ranked together, the better."""

from dataclasses import dataclass

from tertium.core.errors import DataError, UsageError
from tertium.human.groups import grouped
from tertium.human.ratings import Integers, Ratings, Words

TASKS = ("ranking", "preference")


@dataclass(frozen=True, eq=False)
class Comparisons:
    """Two outputs of a segment each, in the order in which they were listed.

    Attributes:
        systems: Names of the systems, sorted.
        first: Place of the system that was listed first.
        second: Place of the other.
        outcome: 1 where the first is better, -1 where the second is, 0 for a tie.
        annotator: Who compared them.
        item: The segment.
        filters: What was done to the judgments before.
    """

    systems: tuple[str, ...]
    first: Integers
    second: Integers
    outcome: Integers
    annotator: Words
    item: Words
    filters: tuple[str, ...] = ()

    def __len__(self) -> int:
        return len(self.outcome)

    @classmethod
    def of(cls, ratings: Ratings) -> "Comparisons":
        """Compare all outputs of a segment that one annotator ranked together, 1 for the best."""
        import numpy as np

        ranked = ratings.where(ratings.task.is_(*TASKS) & ~np.isnan(ratings.value))
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
            filters=ranked.filters,
        )


def _pairs(groups: Integers) -> tuple[Integers, Integers]:
    """All pairs of rows of the same group, the earlier row first."""
    import numpy as np

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
