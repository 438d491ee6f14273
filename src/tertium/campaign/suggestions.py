"""What became of suggested errors: annotators kept, changed or deleted them."""

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from tertium.core.errors import DataError

KEPT, CHANGED, DELETED = "kept", "changed", "deleted"


class JudgedSuggestion(NamedTuple):
    """A suggested error, and what one annotator made of it.

    Attributes:
        annotator: Name of the annotator.
        system: System of the output.
        document: Its document; "" if there are none.
        segment: Id of the segment.
        kind: Kind of item.
        suggestion: Number of the suggestion among those of the output, from 1.
        side: Text that the suggested span is in: "output" or "source".
        start: First code point of the span.
        end: Code point after its last one.
        severity: Suggested severity.
        category: Suggested category; "" if there was none.
        became: "kept", "changed" or "deleted".
        new_side: Text that the span of the annotator is in; "" if the suggestion was deleted.
        new_start: First code point of the span of the annotator; "" likewise.
        new_end: Code point after its last one.
        new_severity: Severity that the annotator chose.
        new_category: Category that the annotator chose.
    """

    annotator: str
    system: str
    document: str
    segment: str
    kind: str
    suggestion: int
    side: str
    start: int
    end: int
    severity: str
    category: str
    became: str
    new_side: str
    new_start: int | str
    new_end: int | str
    new_severity: str
    new_category: str


@dataclass(frozen=True)
class SuggestionCounts:
    """Numbers of suggested errors by what became of them."""

    kept: int
    changed: int
    deleted: int

    @property
    def judged(self) -> int:
        """Number of all suggestions that annotators saw."""
        return self.kept + self.changed + self.deleted


def judged_suggestions(
    judgments: Iterable[Mapping[str, Any]], extras: Mapping[int, str]
) -> Iterator[JudgedSuggestion]:
    """Yield what became of each suggestion in each judgment.

    Args:
        judgments: Columns of judgments and their items, as `Description.ratings` takes them.
        extras: What pages showed beside the texts of items, as JSON, by item.
    """
    for judgment in judgments:
        try:
            yield from _judged(judgment, json.loads(extras.get(judgment["item"], "{}")))
        except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
            raise DataError(
                f"The suggestions or the answer of judgment {judgment['id']} are damaged.",
                hint="Restore the database from a backup.",
            ) from None


def suggestion_counts(found: Iterable[JudgedSuggestion]) -> SuggestionCounts:
    """Count suggestions by what became of them."""
    became = [one.became for one in found]
    return SuggestionCounts(*(became.count(word) for word in (KEPT, CHANGED, DELETED)))


_OF_SPAN = ("side", "start", "end", "severity", "category")


def _judged(judgment: Mapping[str, Any], extra: Mapping[str, Any]) -> list[JudgedSuggestion]:
    answered = json.loads(judgment["answer"]).get("outputs", [])
    outputs = zip(judgment["outputs"], extra.get("suggestions", []), answered, strict=False)
    found: list[JudgedSuggestion] = []
    for (kind, system), suggestions, part in outputs:
        became = {one["id"]: one["became"] for one in part.get("suggestions", [])}
        found += [
            JudgedSuggestion(
                annotator=judgment["annotator"],
                system=system,
                document=judgment["document"],
                segment=judgment["segment"],
                kind=kind,
                suggestion=one["id"],
                **{name: one[name] for name in _OF_SPAN},
                became=became[one["id"]],
                **_new(part, one["id"]),
            )
            for one in suggestions
            if one["id"] in became
        ]
    return found


def _new(part: Mapping[str, Any], number: int) -> dict[str, Any]:
    """The span that a suggestion became; empty if it was deleted."""
    spans = (one for one in part.get("spans", []) if one.get("suggestion") == number)
    found: Mapping[str, Any] = next(spans, {})
    return {f"new_{name}": found.get(name, "") for name in _OF_SPAN}
