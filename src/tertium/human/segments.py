"""Judgments that count for systems, and what they make of each segment of each system.

Outputs count, and so do outputs shown again: a repeat is a judgment like any other. Other control
items do not. The score of a system is a weighted mean of its judgments; how they are weighted is
all that the ways to average differ in.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from tertium.core import wording
from tertium.core.arrays import Floats
from tertium.core.errors import DataError, UsageError
from tertium.human.columns import Integers, Mask, Words
from tertium.human.groups import Groups, grouped
from tertium.human.ratings import Ratings
from tertium.inference.rank_tests import DIGITS


@dataclass(frozen=True, eq=False)
class JudgedSegments:
    """Judgments of outputs, by system and segment: a cell is one segment of one system.

    Attributes:
        ratings: Judgments that count, of one task in one language pair.
        scale: Which of their values count, "standardized" or "raw".
        of_segment: What the score of a cell is the mean of: its judgments, or the means of its
            annotators.
        domains: Domain of each document, where that matters.
    """

    ratings: Ratings
    scale: str
    of_segment: str = "judgments"
    domains: Mapping[str, str] | None = None

    @classmethod
    def of(
        cls,
        ratings: Ratings,
        scale: str = "auto",
        of_segment: str = "judgments",
        domains: Mapping[str, str] | None = None,
    ) -> "JudgedSegments":
        """Take what counts; judgments of several tasks or language pairs cannot be averaged."""
        if scale == "auto":
            scale = "raw" if np.isnan(ratings.standardized).all() else "standardized"
        counted = ratings.where(
            ratings.kind.is_("system", "repeat") & ~np.isnan(_column(ratings, scale))
        )
        if not len(counted):
            raise DataError(f"There are no {scale} judgments of systems.", where=ratings.origin)
        for column, what in ((counted.task, "tasks"), (counted.languages, "language pairs")):
            if len(column.names) > 1:
                raise UsageError(
                    f"There are judgments of several {what}: {', '.join(sorted(column.names))}.",
                    hint="Choose one.",
                )
        unknown = set(counted.document.names) - domains.keys() if domains else set()
        if unknown:
            raise DataError(
                f"The domain of the document {min(unknown)!r} is not known.",
                hint="There must be one for each document that was judged.",
            )
        return cls(counted, scale, of_segment, domains)

    def where(self, rows: Mask) -> "JudgedSegments":
        """Give some of the judgments."""
        return JudgedSegments(self.ratings.where(rows), self.scale, self.of_segment, self.domains)

    @property
    def values(self) -> Floats:
        """The judgments that count."""
        return _column(self.ratings, self.scale)

    @cached_property
    def systems(self) -> tuple[str, ...]:
        """Names of the systems in an order that does not depend on how they were given."""
        return tuple(sorted(self.ratings.system.names))

    @cached_property
    def system(self) -> Integers:
        """For each judgment the place of its system among all."""
        places = [self.systems.index(name) for name in self.ratings.system.names]
        return np.array(places, dtype=np.int64)[self.ratings.system.codes]

    @cached_property
    def cells(self) -> Groups:
        """Judgments of one segment of one system; those of the same system are neighbours."""
        return grouped(self.system, self.ratings.item)

    @property
    def cell_system(self) -> Integers:
        """For each cell the place of its system."""
        return self.system[self.cells.first]

    @property
    def cell_item(self) -> Integers:
        """For each cell the number of its segment."""
        return self.ratings.item.codes[self.cells.first]

    @property
    def known_domains(self) -> dict[str, str]:
        """Domains of the documents that were judged; none where none is known."""
        known = self.domains or {}
        return {name: known[name] for name in self.ratings.document.names if name in known}

    @property
    def documents(self) -> Words:
        """For each judgment its document; refused where that is not known."""
        if "" in self.ratings.document.names:
            raise UsageError(
                f"{wording.option('level', 'document')} needs the document of each segment; the"
                " judgments do not name it.",
                hint="Add a column `document`, or test segments:"
                f" {wording.option('level', 'segment')}.",
            )
        return self.ratings.document

    @cached_property
    def cell_domain(self) -> Words:
        """For each cell the domain of its document; all are of one where none is known."""
        documents = self.ratings.document
        known = self.domains or dict.fromkeys(documents.names, "")
        domains = Words.of(known[name] for name in documents.names)
        return Words(domains.codes[documents.codes[self.cells.first]], domains.names)

    @cached_property
    def cell_judgments(self) -> Floats:
        """How many judgments each cell rests on."""
        return self.cells.sums(self.ratings.count)

    @cached_property
    def shares(self) -> Floats:
        """Weight of each judgment in its cell, where they sum to 1."""
        if self.of_segment == "judgments":
            return self.ratings.count / self.cell_judgments[self.cells.numbers]
        own = grouped(self.cells.numbers, self.ratings.annotator)
        annotators = np.bincount(self.cells.numbers[own.first], minlength=len(self.cells))
        shares: Floats = self.ratings.count / own.sums(self.ratings.count)[own.numbers]
        return shares / annotators[self.cells.numbers]

    @cached_property
    def cell_scores(self) -> Floats:
        """Score of each cell."""
        return self.cells.sums(self.shares * self.values)

    @property
    def digits(self) -> int | None:
        """How many digits of the scores of cells to rank: of those that others computed all."""
        return None if len(self.cells) == len(self.ratings) else DIGITS

    def weights(self, average: str) -> Floats:
        """Weight of each judgment in the score of its system.

        Args:
            average: Whether the score is the mean over segments, over judgments, or over domains
                of the means over their segments.
        """
        if average == "segments":
            return self.shares
        of_cells = self.cell_judgments
        if average == "domains":
            domains = grouped(self.cell_system, self.cell_domain)
            of_cells = 1 / domains.sizes[domains.numbers]
        return self.shares * of_cells[self.cells.numbers]

    def system_scores(self, values: Floats, average: str) -> Floats:
        """Score of each system by some values of the judgments."""
        return self.system_sums(self.weights(average) * values) / self.system_sums(
            self.weights(average)
        )

    def system_sums(self, values: Floats) -> Floats:
        """Sum over the judgments of each system."""
        return np.bincount(self.system, values, len(self.systems)).astype(np.float64)

    def table(self) -> Floats:
        """Scores of cells by system and segment; NaN where a system was not judged."""
        table = np.full((len(self.systems), len(self.ratings.item.names)), np.nan)
        table[self.cell_system, self.cell_item] = self.cell_scores
        return table

    def complete(self) -> "JudgedSegments":
        """Give the judgments of those segments that were judged for all systems."""
        judged_for = np.bincount(self.cell_item, minlength=len(self.ratings.item.names))
        complete = (judged_for == len(self.systems))[self.ratings.item.codes]
        if not complete.any():
            raise DataError("No segment was judged for all systems.", where=self.ratings.origin)
        return self.where(complete)


def _column(ratings: Ratings, scale: str) -> Floats:
    return ratings.value if scale == "raw" else ratings.standardized
