"""Suggested errors: spans from a file of ratings, which annotators keep, change or delete.

A suggestion stands in the text of an output or in its source, and counts code points. Repeated
outputs have the suggestions of the original, and degraded outputs those beside the changed words:
control items must look like all others.

Reference: Zouhar, Kocmi and Sachan 2025, AI-assisted human evaluation of machine translation.
"""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from typing import Any, NamedTuple, Protocol

import numpy as np

from tertium.campaign.items import Item, ShownOutput, systems_of
from tertium.core import files, wording
from tertium.core.errors import AlignmentError, DataError, UsageError
from tertium.core.formatting import counted
from tertium.core.testset import TestSet
from tertium.human.errors import NO_ERROR
from tertium.human.errors import TASKS as MARKING
from tertium.human.matching import match_names, match_segments
from tertium.human.preparation import check_possible
from tertium.human.ratings import Ratings
from tertium.human.shared_outputs import JOINED_BY

# Severities without a typology: those of error span annotation.
_SEVERITIES = ("minor", "major")


class Kinds(Protocol):
    """Severities and categories that annotators can choose; a typology has them."""

    @property
    def severities(self) -> Sequence[str]:
        """Names of the severities."""

    @property
    def choices(self) -> Collection[str]:
        """Names of the categories."""


class Suggestion(NamedTuple):
    """A suggested error.

    Attributes:
        start: First code point of the span, from 0.
        end: Code point after its last one.
        side: Text that the span is in: "output" or "source".
        severity: Severity of the error.
        category: Category of the error; "" if it has none.
    """

    start: int
    end: int
    side: str
    severity: str
    category: str


class Prefill:
    """Suggested errors of the outputs of a test set.

    Args:
        testset: The outputs that are judged.
        suggestions: Suggestions by system and place of the segment.
    """

    def __init__(
        self, testset: TestSet, suggestions: Mapping[tuple[str, int], Sequence[Suggestion]]
    ) -> None:
        self._texts = {name: runs[0].loaded for name, runs in testset.outputs.items()}
        self._suggestions = suggestions

    @classmethod
    def of(
        cls,
        testset: TestSet,
        ratings: Ratings,
        task: str,
        context: str,
        typology: Kinds | None = None,
    ) -> "Prefill":
        """Match suggested errors with the outputs of a test set.

        Args:
            testset: The outputs that are judged.
            ratings: Ratings with spans.
            task: The annotation task, which must mark errors.
            context: Texts shown beside the outputs.
            typology: Severities and categories of errors; None if errors are minor or major and
                have no category.
        """
        if task not in MARKING:
            raise UsageError(
                f"{wording.option('prefill')} suggests errors, which {task} does not mark.",
                hint=f"Choose a task that does: {wording.option('task', 'esa')}.",
            )
        _check_spans(ratings)
        known = _Known(testset, ratings, context, typology)
        found: dict[tuple[str, int], list[Suggestion]] = {}
        for row in np.flatnonzero(~ratings.severity.is_(*NO_ERROR)).tolist():
            for place in known.places(row):
                suggestions = found.setdefault(place, [])
                if known.suggestion(row) not in suggestions:
                    suggestions.append(known.suggestion(row))
        known.warn_unused()
        if not found:
            raise DataError(
                "The file suggests no error in an output of the campaign.", where=ratings.origin
            )
        return cls(testset, found)

    def of_item(self, item: Item) -> list[list[dict[str, Any]]]:
        """Suggestions for each output on a screen, as the page gets them; numbered from 1."""
        return [
            [
                {"id": number, **one._asdict()}
                for number, one in enumerate(self._of(item, output), 1)
            ]
            for output in item.outputs
        ]

    def _of(self, item: Item, output: ShownOutput) -> list[Suggestion]:
        if item.level == "document":  # Its segments have been judged before.
            return []
        found: dict[Suggestion, None] = {}
        for system in systems_of(output.system):
            for one in self._suggestions.get((system, item.segment), ()):
                moved = _moved(one, self._texts[system][item.segment], output.text)
                if moved is not None:
                    found[moved] = None
        return sorted(found)


class _Known:
    """Rows of suggested errors, and the outputs that they belong to."""

    def __init__(
        self, testset: TestSet, ratings: Ratings, context: str, typology: Kinds | None
    ) -> None:
        names = [name for name in ratings.system.names if JOINED_BY not in name]
        joined = [name for name in ratings.system.names if JOINED_BY in name]
        parts = {part for name in joined for part in systems_of(name)}
        try:
            matched = match_names(tuple(testset.outputs), dict.fromkeys([*names, *parts]), {})
        except AlignmentError as error:
            # Campaigns have no option that maps names.
            raise DataError(
                error.message,
                where=ratings.origin,
                hint="Name the systems in the file as the campaign does.",
            ) from None
        self._systems = {
            name: [matched[part] for part in systems_of(name) if part in matched]
            for name in ratings.system.names
        }
        self._texts = {name: runs[0].loaded for name, runs in testset.outputs.items()}
        self._source = testset.source if context in ("source", "both") else None
        self._ratings = ratings
        self._severities = tuple(_SEVERITIES if typology is None else typology.severities)
        choices = () if typology is None else typology.choices
        self._categories = {_normalized(name): name for name in choices}
        self._places = match_segments(testset, ratings)[1].tolist()
        self._unused: Counter[str] = Counter()

    def places(self, row: int) -> list[tuple[str, int]]:
        """System and segment of each output that an error is suggested for; check its span."""
        reason = self._reason_unused(row)
        if reason:
            self._unused[reason] += 1
            return []
        place = self._places[row]
        systems = self._systems[self._ratings.system[row]]
        for system in systems:
            self._check_fits(row, system, place)
        return [(system, place) for system in systems]

    def suggestion(self, row: int) -> Suggestion:
        """The error that a row suggests."""
        found = self._ratings
        return Suggestion(
            start=int(found.span_start[row]),
            end=int(found.span_end[row]),
            side=found.side[row] or "output",
            severity=found.severity[row].lower(),
            # A category that annotators cannot choose is left to them.
            category=self._categories.get(_normalized(found.category[row]), ""),
        )

    def warn_unused(self) -> None:
        """Warn of rows that are not shown, counted by reason."""
        if self._unused:
            reasons = ", ".join(f"{why} ({count:,})" for why, count in self._unused.most_common())
            files.warn_unused(
                f"{self._ratings.origin}: {counted(self._unused.total(), 'suggested error')} not"
                f" used: {reasons}."
            )

    def _reason_unused(self, row: int) -> str:
        ratings = self._ratings
        if not self._systems[ratings.system[row]]:
            return "of other systems"
        if self._places[row] < 0:
            return "of other segments"
        if np.isnan(ratings.span_start[row]):
            return "without a position"
        if ratings.side[row] == "source" and self._source is None:
            return "in the source, which is not shown"
        return ""

    def _check_fits(self, row: int, system: str, place: int) -> None:
        one, where = self.suggestion(row), self._ratings.location(row)
        if one.severity not in self._severities:
            raise DataError(
                f"The severity {one.severity!r} is none of {', '.join(self._severities)}, among"
                " which annotators choose.",
                where=where,
                hint="Change the severity in the file.",
            )
        if one.side == "source" and one.start == one.end:
            raise DataError("A span in the source must have a length.", where=where)
        in_source = one.side == "source"
        text = (self._source if in_source else self._texts[system])[place]  # type: ignore[index]
        if one.end > len(text):
            whole = "source" if in_source else f"output of {system}"
            raise DataError(
                f"The span from {one.start} to {one.end} is outside the {whole} for segment"
                f" {self._ratings.segment[row]}, which has {counted(len(text), 'character')}.",
                where=where,
                hint="Spans count code points from 0; the errors may belong to other outputs.",
            )


def _normalized(category: str) -> str:
    """A category without differences of writing: "Accuracy/Source language fragment" or so."""
    return category.lower().replace(" ", "-").replace("_", "-")


def _check_spans(ratings: Ratings) -> None:
    """Refuse a file with an impossible span, also if its reader has dropped the row."""
    for dropped in ratings.dropped:
        if "span" in dropped.reason:
            raise DataError(
                f"The row has {dropped.reason}.",
                where=dropped.where,
                hint="span_start and span_end count the code points of the text from 0.",
            )
    check_possible(ratings)


def _moved(one: Suggestion, original: str, shown: str) -> Suggestion | None:
    """Move a suggestion to a degraded text; None if it touches the words that were changed."""
    if one.side == "source" or original == shown:
        return one
    before = _common(original, shown)
    after = _common(original[before:][::-1], shown[before:][::-1])
    if one.end <= before:
        return one
    if one.start >= len(original) - after:
        shift = len(shown) - len(original)
        return one._replace(start=one.start + shift, end=one.end + shift)
    return None


def _common(one: str, other: str) -> int:
    """Number of equal characters at the beginning of two texts."""
    pairs = enumerate(zip(one, other, strict=False))
    return next((place for place, (a, b) in pairs if a != b), min(len(one), len(other)))
