"""Segment scores of systems from human judgments.

Judgments of outputs and of repeated outputs are used; those of other control items are not. The
score of a system is a weighted mean of its judgments; the ways to average differ in the weights
only. If segments were drawn with unequal probabilities, a segment has the weight 1 / probability,
so that the weighted mean of the segments drawn estimates the mean of all segments (Hajek 1971).

Reference: Hajek 1971, discussion of An essay on the logical foundations of survey sampling.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from tertium.core import wording
from tertium.core.arrays import Floats
from tertium.core.errors import DataError, UsageError
from tertium.human.columns import Integers, Mask, Words
from tertium.human.groups import Groups, grouped
from tertium.human.ratings import YES_NO, Ratings
from tertium.inference.rank_tests import DIGITS

# In signatures: segments have unequal weights.
WEIGHTED = "weighted"


@dataclass(frozen=True, eq=False)
class JudgedSegments:
    """Judgments of outputs, by system and segment: a cell is one segment of one system.

    Attributes:
        ratings: The judgments used, of one task in one language pair.
        scale: "standardized" or "raw" scores.
        of_segment: Whether the score of a cell is the mean of its judgments, or of the means of its
            annotators.
        domains: Domain of each document, if needed.
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
        """Select the judgments of outputs; refuse several tasks or language pairs."""
        if scale == "auto":
            unknown_z = np.isnan(ratings.standardized).all()
            scale = "raw" if unknown_z or ratings.answer_scales == (YES_NO,) else "standardized"
        counted = ratings.where(
            ratings.kind.is_("system", "repeat") & ~np.isnan(_column(ratings, scale))
        )
        if not len(counted):
            raise DataError(f"There are no {scale} scores of systems.", where=ratings.origin)
        for column, what in ((counted.task, "tasks"), (counted.languages, "language pairs")):
            if len(column.names) > 1:
                raise UsageError(
                    f"There are judgments of several {what}: {', '.join(sorted(column.names))}.",
                    hint="Choose one.",
                )
        unknown = set(counted.document.names) - domains.keys() if domains else set()
        if unknown:
            raise DataError(
                f"The domain of the document {min(unknown)!r} is unknown.",
                hint="Give the domain of every judged document.",
            )
        check_segment_weights(counted)
        if has_unequal_weights(counted) and WEIGHTED not in counted.filters:
            counted = replace(counted, filters=(*counted.filters, WEIGHTED))
        return cls(counted, scale, of_segment, domains)

    def where(self, rows: Mask) -> "JudgedSegments":
        """Select judgments."""
        return JudgedSegments(self.ratings.where(rows), self.scale, self.of_segment, self.domains)

    @property
    def values(self) -> Floats:
        """Scores of the judgments."""
        return _column(self.ratings, self.scale)

    @property
    def score_scale(self) -> str:
        """What scores are: "standardized", "raw", or "yes-no" if they are shares of yes."""
        return (
            YES_NO if self.scale == "raw" and self.ratings.scale.names == (YES_NO,) else self.scale
        )

    @cached_property
    def systems(self) -> tuple[str, ...]:
        """Names of the systems, sorted."""
        return tuple(sorted(self.ratings.system.names))

    @cached_property
    def system(self) -> Integers:
        """Index of the system of each judgment."""
        places = [self.systems.index(name) for name in self.ratings.system.names]
        return np.array(places, dtype=np.int64)[self.ratings.system.codes]

    @cached_property
    def cells(self) -> Groups:
        """Judgments grouped by system and segment, sorted by system."""
        return grouped(self.system, self.ratings.item)

    @property
    def cell_system(self) -> Integers:
        """Index of the system of each cell."""
        return self.system[self.cells.first]

    @property
    def cell_item(self) -> Integers:
        """Number of the segment of each cell."""
        return self.ratings.item.codes[self.cells.first]

    @property
    def known_domains(self) -> dict[str, str]:
        """Domains of the judged documents; empty if unknown."""
        known = self.domains or {}
        return {name: known[name] for name in self.ratings.document.names if name in known}

    @property
    def documents(self) -> Words:
        """Document of each judgment; refused if unknown."""
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
        """Domain of each cell; one domain if domains are unknown."""
        documents = self.ratings.document
        known = self.domains or dict.fromkeys(documents.names, "")
        domains = Words.of(known[name] for name in documents.names)
        return Words(domains.codes[documents.codes[self.cells.first]], domains.names)

    @property
    def weighted(self) -> bool:
        """Whether segments have unequal weights."""
        return has_unequal_weights(self.ratings)

    @cached_property
    def cell_weights(self) -> Floats:
        """Weight of the segment of each cell; 1 if all weights are equal."""
        return self.ratings.weight[self.cells.first] if self.weighted else np.ones(len(self.cells))

    @cached_property
    def cell_judgments(self) -> Floats:
        """Number of judgments of each cell."""
        return self.cells.sums(self.ratings.count)

    @cached_property
    def shares(self) -> Floats:
        """Weight of each judgment in its cell; the weights of a cell sum to 1."""
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
        """Number of digits of cell scores to rank by; all digits of published scores."""
        return None if len(self.cells) == len(self.ratings) else DIGITS

    def weights(self, average: str) -> Floats:
        """Weight of each judgment in the score of its system.

        Args:
            average: Whether the score is the mean over segments, over judgments, or over domains
                of the means over their segments.
        """
        of_cells = self.cell_weights
        if average == "judgments":
            of_cells = of_cells * self.cell_judgments
        elif average == "domains":
            domains = grouped(self.cell_system, self.cell_domain)
            of_cells = of_cells / domains.sums(of_cells)[domains.numbers]
        return self.shares * of_cells[self.cells.numbers]

    def system_scores(self, values: Floats, average: str) -> Floats:
        """Score of each system from the given values of the judgments."""
        return self.system_sums(self.weights(average) * values) / self.system_sums(
            self.weights(average)
        )

    def system_sums(self, values: Floats) -> Floats:
        """Sum over the judgments of each system."""
        return np.bincount(self.system, values, len(self.systems)).astype(np.float64)

    def table(self) -> Floats:
        """Scores of cells by system and segment; NaN if not judged."""
        table = np.full((len(self.systems), len(self.ratings.item.names)), np.nan)
        table[self.cell_system, self.cell_item] = self.cell_scores
        return table

    def complete(self) -> "JudgedSegments":
        """Select the segments that were judged for all systems."""
        judged_for = np.bincount(self.cell_item, minlength=len(self.ratings.item.names))
        complete = (judged_for == len(self.systems))[self.ratings.item.codes]
        if not complete.any():
            raise DataError("No segment was judged for all systems.", where=self.ratings.origin)
        return self.where(complete)


def has_unequal_weights(ratings: Ratings) -> bool:
    """Whether segments were drawn with unequal probabilities; equal weights change no mean."""
    return bool((ratings.weight != ratings.weight[:1]).any())


def refuse_weights(ratings: Ratings) -> None:
    """Refuse judgments whose weights would be ignored: comparisons of outputs do not use them."""
    if has_unequal_weights(ratings):
        raise UsageError(
            "Segments of the judgments have unequal weights, which comparisons of outputs do not"
            " use."
        )


def check_segment_weights(ratings: Ratings) -> None:
    """Refuse judgments of one segment that have different weights."""
    if not has_unequal_weights(ratings):
        return
    first = grouped(ratings.item)
    expected = ratings.weight[first.first][first.numbers]
    wrong = np.flatnonzero(ratings.weight != expected)
    if len(wrong):
        row = wrong[0]
        document = f" of the document {ratings.document[row]!r}" if ratings.document[row] else ""
        raise DataError(
            f"Judgments of the segment {ratings.segment[row]!r}{document} have different weights:"
            f" {expected[row]:g} and {ratings.weight[row]:g}.",
            where=ratings.origin,
            hint="The weight belongs to the segment: 1 / the probability with which it was drawn.",
        )


def _column(ratings: Ratings, scale: str) -> Floats:
    return ratings.value if scale == "raw" else ratings.standardized
