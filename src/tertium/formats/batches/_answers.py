"""Answers to screens, from programs that give the answer to each output by itself."""

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from tertium.campaign.batches import BatchAnswer, BatchScreen
from tertium.formats.batches._left_out import LeftOut

Json = dict[str, Any]


class Mark(NamedTuple):
    """A marked error in an output: code points, severity and category; a gap has no length."""

    start: int
    end: int
    severity: str
    category: str


@dataclass
class _Screen:
    """Answers of an annotator to the outputs of a screen."""

    screen: BatchScreen
    annotator: str
    assignment: str
    line: int
    parts: dict[int, Json] = field(default_factory=dict)
    start: float = math.inf
    end: float = -math.inf
    active: float = 0.0
    comment: str = ""


class Answers:
    """Collects the answers of a file.

    Args:
        task: The annotation task.
        left_out: What is not used.

    Attributes:
        edits: Whether answers are edited texts.
        scores: Whether answers have a score.
        own_slider: Name of the slider for the score, where a program has several sliders.
    """

    def __init__(self, task: str, left_out: LeftOut) -> None:
        self._task = task
        self._left_out = left_out
        self.edits = task == "post-editing"
        self.scores = task not in ("post-editing", "mqm")
        self.own_slider = task if task in ("adequacy", "fluency") else "score"
        self._screens: dict[tuple[str, int], _Screen] = {}

    def screen(self, screen: BatchScreen, annotator: str, assignment: str, line: int) -> _Screen:
        """The answers of an annotator to a screen so far."""
        key = (assignment, screen.item)
        if key not in self._screens:
            self._screens[key] = _Screen(screen, annotator, assignment, line)
        return self._screens[key]

    def finished(self) -> list[BatchAnswer]:
        """Answers to all outputs of their screens."""
        return list(self._finished())

    def _finished(self) -> Iterator[BatchAnswer]:
        for one in self._screens.values():
            if len(one.parts) < len(one.screen.outputs):
                self._left_out.count("screen (not all of its outputs are judged)")
                continue
            answer: Json = {"outputs": [one.parts[number] for number in sorted(one.parts)]}
            if one.comment:
                answer["comment"] = one.comment
            yield BatchAnswer(
                item=one.screen.item,
                annotator=one.annotator,
                answer=answer,
                assignment=one.assignment,
                line=one.line,
                shown=one.start if math.isfinite(one.start) else math.nan,
                submitted=one.end if math.isfinite(one.end) else math.nan,
                active=one.active,
            )

    def part(self, value: float | None, marks: Sequence[Mark], suggested: Sequence[Json]) -> Json:
        """The answer to one output, as the page of the task sends it."""
        part: Json = {}
        if self._task in ("esa", "mqm"):
            part["spans"] = _with_suggestions(marks, suggested)
        if self._task == "mqm":
            return part if marks else part | {"no_errors": True}
        return part | {"value": int(value) if value is not None else None}


def _with_suggestions(marks: Sequence[Mark], suggested: Sequence[Json]) -> list[Json]:
    """Marks with the numbers of the suggestions that they were.

    A mark that is equal to a suggestion is this one, kept; one that overlaps a suggestion is this
    one, changed. Other programs do not know where a gap is: a mark of missing content is the
    suggested gap.
    """
    made: list[Json] = [{**one._asdict(), "side": "output"} for one in marks]
    left = {one["id"]: one for one in suggested if one["side"] == "output"}
    for matches in (_is_same, _overlaps):
        for mark in made:
            found = next((key for key, one in left.items() if matches(mark, one)), None)
            if found is not None and "suggestion" not in mark:
                one = left.pop(found)
                mark["suggestion"] = found
                if _is_gap(one):
                    mark |= {"start": one["start"], "end": one["end"]}
    return made


def _is_same(mark: Json, suggestion: Mapping[str, Any]) -> bool:
    keys = ("severity", "category")
    return _overlaps(mark, suggestion, whole=True) and all(
        mark[key] == suggestion[key] for key in keys
    )


def _overlaps(mark: Json, suggestion: Mapping[str, Any], *, whole: bool = False) -> bool:
    if _is_gap(mark) or _is_gap(suggestion):
        return _is_gap(mark) and _is_gap(suggestion)
    if whole:
        return bool((mark["start"], mark["end"]) == (suggestion["start"], suggestion["end"]))
    return bool(mark["start"] < suggestion["end"] and suggestion["start"] < mark["end"])


def _is_gap(one: Mapping[str, Any]) -> bool:
    return bool(one["start"] == one["end"])


def suggestions_of(screen: BatchScreen, output: int) -> Sequence[Json]:
    """Errors that were suggested for an output."""
    found = screen.extra.get("suggestions", ())
    return found[output] if output < len(found) else ()
