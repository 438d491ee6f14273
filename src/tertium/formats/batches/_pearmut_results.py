"""Annotations of Pearmut, matched with the items of a campaign."""

import math
from collections.abc import Iterator, Mapping
from itertools import pairwise
from typing import Any

from tertium.campaign.batches import Batch, BatchAnswer, BatchScreen
from tertium.core import files
from tertium.core.errors import DataError, FormatError, shown
from tertium.core.formatting import counted
from tertium.formats.batches._answers import Answers, Mark, suggestions_of
from tertium.formats.batches._left_out import LeftOut
from tertium.formats.browser_spans import code_points_of, outside
from tertium.formats.json_lines import object_of
from tertium.formats.ratings.pearmut import OURS

Json = dict[str, Any]

_RESET = "__RESET__"

# Longest pause between two actions that counts as work, in seconds.
_PAUSE = 60


def answers(data: bytes, origin: str, batch: Batch) -> list[BatchAnswer]:
    """Turn annotations into answers to screens."""
    left_out = LeftOut(origin, "Pearmut")
    found = Answers(batch.description.settings.task, left_out)
    for line, entry in _last(_entries(data, origin), left_out).items():
        _add(entry, found, batch, _Place(origin, line), left_out)
    left_out.warn_unused()
    return found.finished()


class _Place:
    """A place in the file."""

    def __init__(self, origin: str, line: int) -> None:
        self.line = line
        self.where = f"{origin}:{line}"

    def wrong(self, sentence: str) -> FormatError:
        """Make the error for something that is not as Pearmut writes it."""
        return FormatError(sentence, where=self.where)


def _entries(data: bytes, origin: str) -> Iterator[tuple[int, Json]]:
    """Annotations with the numbers of their lines, or of their places in a downloaded file."""
    lines = files.record_lines(data, origin)
    if len(lines) == 1:
        campaigns = object_of(lines[0], f"{origin}:1")
        if "annotation" not in campaigns:
            entries = [one for several in campaigns.values() for one in _listed(several, origin)]
            yield from enumerate(entries, 1)
            return
    for number, text in enumerate(lines, 1):
        if text.strip():
            yield number, object_of(text, f"{origin}:{number}")


def _listed(several: object, origin: str) -> list[Json]:
    if not isinstance(several, list) or not all(isinstance(one, dict) for one in several):
        raise FormatError("Each campaign must have a list of annotations.", where=origin)
    return several


def _last(entries: Iterator[tuple[int, Json]], left_out: LeftOut) -> dict[int, Json]:
    """The last annotation of each document by each user, if it was not reset."""
    places: dict[tuple[str, str], int] = {}
    last: dict[int, Json] = {}
    for number, entry in entries:
        document = (str(entry.get("user_id", "")), str(entry.get("item_i", "")))
        before = places.pop(document, None)
        if before is not None:
            del last[before]
            left_out.count("annotation (reset or repeated later)")
        if entry.get("annotation") != _RESET:
            places[document], last[number] = number, entry
    return last


def _add(entry: Json, found: Answers, batch: Batch, place: _Place, left_out: LeftOut) -> None:
    """Add the answers to the segments of a document."""
    if str(entry.get("item_i", "")).startswith(("welcome_", "random_")):
        left_out.count("annotation (of the tutorial or the form)")
        return
    items, annotation = entry.get("item"), entry.get("annotation")
    if not isinstance(items, list) or not isinstance(annotation, list):
        raise place.wrong("The annotation has no list 'item' or no list 'annotation'.")
    if len(items) != len(annotation):
        raise place.wrong(
            f"The annotation has {counted(len(annotation), 'part')} for"
            f" {counted(len(items), 'item')}."
        )
    user = str(entry.get("user_id", ""))
    start, end, active = _times(entry.get("actions"))
    comment = entry.get("comment")
    for item, by_name in zip(items, annotation, strict=True):
        ours = item.get(OURS) if isinstance(item, dict) else None
        if not isinstance(ours, dict) or not isinstance(by_name, dict):
            raise _of_another_campaign(place)
        if "check" in ours:
            left_out.count("answer to an attention check")
            continue
        hit, screen = batch.hit_of_key.get(ours.get("hit", "")), _screen(batch, ours)
        if hit is None or screen is None or screen not in hit.screens:
            raise _of_another_campaign(place)
        answer = found.screen(screen, user, f"{user}-{hit.number}", place.line)
        answer.start, answer.end = start, end
        answer.active = active / len(items)
        if isinstance(comment, str) and comment.strip():
            # A comment is on the whole document.
            answer.comment, comment = comment, None
        _add_parts(answer.parts, by_name, ours, screen, found, place)


def _screen(batch: Batch, ours: Json) -> BatchScreen | None:
    item = ours.get("item")
    return batch.screen_of_item.get(item) if isinstance(item, int) else None


def _of_another_campaign(place: _Place) -> DataError:
    return DataError(
        "The annotation is not of an item of this campaign.",
        where=place.where,
        hint="These are the results of another campaign, or its file was changed.",
    )


def _add_parts(
    parts: dict[int, Json],
    by_name: Json,
    ours: Json,
    screen: BatchScreen,
    found: Answers,
    place: _Place,
) -> None:
    """Add the answer to each output of a segment."""
    numbers = {(one.kind, one.system): number for number, one in enumerate(screen.outputs)}
    for name, given in by_name.items():
        meant = ours.get("outputs", {}).get(name)
        output = (
            numbers.get((meant.get("kind", ""), meant.get("system", "")))
            if isinstance(meant, dict)
            else None
        )
        if output is None or not isinstance(given, dict):
            raise _of_another_campaign(place)
        part = _part(given, output, screen, found, place)
        if part is not None:
            parts[output] = part


def _part(
    given: Json, output: int, screen: BatchScreen, found: Answers, place: _Place
) -> Json | None:
    """The answer to an output; None if the annotator has skipped it."""
    text = screen.outputs[output].text
    spans = given.get("error_spans") or []
    if not isinstance(spans, list) or not all(isinstance(one, dict) for one in spans):
        raise place.wrong("'error_spans' must be a list of objects.")
    sliders = given.get("sliders") or {}
    if not isinstance(sliders, dict):
        raise place.wrong("'sliders' must be an object.")
    value = given.get("score")
    own = found.own_slider
    if value is None and own in sliders:
        value = sliders[own]
    if value is not None and (isinstance(value, bool) or not isinstance(value, int | float)):
        raise place.wrong(f"The score must be a number. Got {shown(value)} instead.")
    if found.edits:
        edited = given.get("textfield")
        return {"text": edited} if isinstance(edited, str) else None
    if value is None and found.scores:
        return None
    marks = [_mark(one, text, place) for one in spans]
    part = found.part(value, marks, suggestions_of(screen, output))
    further = {name: number for name, number in sliders.items() if name != own}
    return part | ({"sliders": further} if further else {})


def _mark(one: Mapping[str, Any], output: str, place: _Place) -> Mark:
    """An error in code points of the output."""
    places = code_points_of(output, "\n")
    first, last = one.get("start_i"), one.get("end_i")
    severity = str(one.get("severity") or "").lower()
    main, _, sub = str(one.get("category") or "").partition("/")
    # A category without parts is its own part.
    category = main if sub in ("", main) else f"{main}/{sub}"
    if type(first) is not int or type(last) is not int or not 0 <= first <= last:
        raise place.wrong(f"The error span from {shown(first)} to {shown(last)} is impossible.")
    if first == last >= len(places):  # a special token: one unit after the output
        return Mark(len(output), len(output), severity, category)
    if last >= len(places):
        raise outside(first, last, len(places), place.where)
    return Mark(places[first], places[last] + 1, severity, category)


def _times(actions: object) -> tuple[float, float, float]:
    """First and last time of actions, and the seconds of work between them."""
    times = [
        float(action["time"])
        for action in (actions if isinstance(actions, list) else [])
        if isinstance(action, dict)
        and isinstance(action.get("time"), int | float)
        and math.isfinite(action["time"])
    ]
    if not times:
        return math.inf, -math.inf, 0.0
    active = sum(max(0.0, min(_PAUSE, later - earlier)) for earlier, later in pairwise(times))
    return min(times), max(times), active
