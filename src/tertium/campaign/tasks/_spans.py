"""Tasks whose annotators mark errors: spans of the output or the source, and the whole output.

The answer to an output has a list of marks:

    {"start": 4, "end": 9, "side": "output", "severity": "major", "category": "Style/Awkward"}
    {"whole": true, "severity": "major", "category": "Non-translation"}

Positions are code points of the text as it was shown. Missing content is a gap of the output
(`start` equals `end`) or a span of the source. A mark that began as a suggestion has its number as
`suggestion`, and may have a `comment`.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, ClassVar

from tertium.campaign.tasks._task import (
    AnswerError,
    OutputTask,
    Question,
    Shown,
    object_schema,
    without_comment,
)
from tertium.campaign.typology import GAP, OUTPUT, SOURCE, WHOLE, Typology
from tertium.core.formatting import counted
from tertium.human.ratings import SIDES

# Largest number of marks on an output.
MOST_SPANS = 200

# What a suggestion and the mark that it became have in common if it was kept.
_OF_SPAN = ("start", "end", "side", "severity", "category")

_KEYS = {*_OF_SPAN, "suggestion"}


class SpanTask(OutputTask):
    """A task with marks on each output: `{"spans": [...]}` and what the task adds."""

    contexts: ClassVar[tuple[str, ...]] = ("source", "reference", "both")
    marks_spans: ClassVar[bool] = True

    def read_spans(
        self, given: Mapping[str, Any], number: int, shown: Shown, question: Question
    ) -> dict[str, Any]:
        """Check the marks on an output; with them is stored what became of suggestions.

        Args:
            given: The answer to the output.
            number: Number of the output on the screen, from 0.
            shown: What the annotator saw.
            question: How annotators answer.
        """
        spans = given.get("spans")
        if not isinstance(spans, list):
            raise AnswerError("bad-answer", "'spans' must be a list.")
        if len(spans) > MOST_SPANS:
            raise AnswerError(
                "out-of-range", f"At most {counted(MOST_SPANS, 'error')} can be marked."
            )
        typology = self.kinds(question)
        suggested = _suggested(shown, number, typology)
        read = [_read_span(one, shown, number, typology, suggested) for one in spans]
        used = [one["suggestion"] for one in read if "suggestion" in one]
        if len(set(used)) < len(used):
            raise AnswerError("bad-answer", "A suggestion can become one error only.")
        became = [{"id": key, "became": _became(one, read)} for key, one in suggested.items()]
        return {"spans": read} | ({"suggestions": became} if became else {})

    def kinds(self, question: Question) -> Typology:
        """Severities and categories of errors."""
        found = question.typology or self.typology("vilar")
        assert found is not None
        return found

    def span_rows(self, part: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
        """Yield the columns of each marked error."""
        for one in part["spans"]:
            columns = {
                name: one[name] for name in ("severity", "category", "comment") if name in one
            }
            if "whole" not in one:
                columns |= {
                    "side": one["side"],
                    "span_start": float(one["start"]),
                    "span_end": float(one["end"]),
                }
            yield columns

    def spans_schema(self, question: Question) -> dict[str, Any]:
        """JSON Schema of the list of marks."""
        kinds = self.kinds(question)
        severity = {"enum": list(kinds.severities)}
        position = {"type": "integer", "minimum": 0}
        shapes = []
        for places, shape in (
            ((OUTPUT, GAP), {"start": position, "end": position, "side": {"enum": [SIDES[0]]}}),
            ((SOURCE,), {"start": position, "end": position, "side": {"enum": [SIDES[1]]}}),
            ((WHOLE,), {"whole": {"const": True}}),
        ):
            names = dict.fromkeys(name for place in places for name in kinds.categories_at(place))
            if not names:
                continue
            if set(names) != {""}:
                shape = {**shape, "category": {"enum": list(names)}}
            shapes.append(object_schema(**shape, severity=severity))
        return {"type": "array", "items": {"anyOf": shapes}, "maxItems": MOST_SPANS}


def _read_span(
    given: object,
    shown: Shown,
    number: int,
    typology: Typology,
    suggested: Mapping[int, Mapping[str, Any]],
) -> dict[str, Any]:
    """Check a mark, and return the form that is stored."""
    mark, comment = without_comment(given)
    if "whole" in mark:
        if mark["whole"] is not True or not set(mark) <= {"whole", "severity", "category"}:
            raise AnswerError("bad-answer", "A mark of the whole output has no position.")
        return {"whole": True} | _kind(mark, WHOLE, typology) | comment
    if not set(mark) <= _KEYS:
        raise AnswerError("bad-answer", "A marked error has an unknown key.")
    side = mark.get("side", SIDES[0])
    if side not in SIDES:
        raise AnswerError("bad-answer", "The side of an error must be output or source.")
    text = shown.source if side == SIDES[1] else shown.outputs[number]
    if text is None:
        raise AnswerError("bad-answer", "An error is marked in the source, which is not shown.")
    start, end = mark.get("start"), mark.get("end")
    if type(start) is not int or type(end) is not int:
        raise AnswerError("bad-answer", "A marked error needs a start and an end, whole numbers.")
    if start > end:
        raise AnswerError("out-of-range", "A marked error ends before it starts.")
    if start < 0 or end > len(text):
        raise AnswerError("out-of-range", "A marked error is outside the text.")
    if side == SIDES[1] and start == end:
        raise AnswerError("out-of-range", "An error in the source must have a length.")
    place = SOURCE if side == SIDES[1] else GAP if start == end else OUTPUT
    read = {"start": start, "end": end, "side": side, **_kind(mark, place, typology)}
    if "suggestion" in mark:
        if type(mark["suggestion"]) is not int or mark["suggestion"] not in suggested:
            raise AnswerError("bad-answer", "There is no suggestion of this number.")
        read["suggestion"] = mark["suggestion"]
    return read | comment


def _kind(mark: Mapping[str, Any], place: str, typology: Typology) -> dict[str, str]:
    """Check the severity and the category of a mark at a place."""
    severity, category = mark.get("severity"), mark.get("category", "")
    if severity not in typology.severities:
        raise AnswerError("out-of-range", "A marked error has an unknown severity.")
    allowed = typology.categories_at(place)
    if not allowed:
        raise AnswerError("out-of-range", "Errors are not marked at such a place.")
    if category not in allowed:
        raise AnswerError("out-of-range", "A marked error has a category that is not known there.")
    return {"severity": severity, "category": category}


def _suggested(shown: Shown, number: int, typology: Typology) -> dict[int, Mapping[str, Any]]:
    """Errors that were suggested for an output, by their number."""
    suggestions: Sequence[Sequence[Mapping[str, Any]]] = shown.extra.get("suggestions", ())
    found = suggestions[number] if number < len(suggestions) else ()
    return {one["id"]: _possible(one, typology) for one in found}


def _possible(one: Mapping[str, Any], typology: Typology) -> Mapping[str, Any]:
    """A suggestion, without a category that cannot be chosen at its place."""
    place = SOURCE if one["side"] == SIDES[1] else GAP if one["start"] == one["end"] else OUTPUT
    return one if one["category"] in typology.categories_at(place) else {**one, "category": ""}


def _became(suggestion: Mapping[str, Any], spans: Sequence[Mapping[str, Any]]) -> str:
    """What the annotator made of a suggestion."""
    for one in spans:
        if one.get("suggestion") == suggestion["id"]:
            same = all(one[key] == suggestion[key] for key in _OF_SPAN)
            return "kept" if same else "changed"
    return "deleted"
