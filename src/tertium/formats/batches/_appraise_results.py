"""Exported scores of Appraise, matched with the items of a campaign."""

import math
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from tertium.campaign.batches import Batch, BatchAnswer, BatchScreen
from tertium.core.errors import DataError, FormatError
from tertium.core.numbers import number_from
from tertium.formats.batches._answers import Answers, Mark, suggestions_of
from tertium.formats.batches._appraise_items import MISSING, SPACES, Entry, Origin
from tertium.formats.batches._left_out import LeftOut
from tertium.formats.batches._mqm_core import category_of
from tertium.formats.browser_spans import code_points_of, outside
from tertium.formats.ratings.appraise import marked

_NEEDED = ("batchNo", "itemNo")

# What the file says of an item: itemID, type, document and system.
Key = tuple[str, str, str, str]

# Ends the document of a score of a whole document.
_WHOLE = "\0"


class _Row(NamedTuple):
    line: int
    cells: Mapping[str, str]


class _Place(NamedTuple):
    """An item of a task, and what an answer to it belongs to; None if to nothing."""

    batch: str
    origin: Origin | None


def answers(
    tasks: Iterable[tuple[int, list[Entry]]],
    rows: Iterable[tuple[int, Mapping[str, str]]],
    batch: Batch,
    origin: str,
) -> list[BatchAnswer]:
    """Turn rows of the file into answers to screens.

    Args:
        tasks: Numbers and items of the tasks that the campaign was divided into.
        rows: Line and cells of each row, by name.
        batch: The work of the campaign.
        origin: Name of the file.
    """
    left_out = LeftOut(origin, "Appraise")
    places = _places(tasks)
    found = Answers(batch.description.settings.task, left_out)
    turns: Counter[tuple[str, ...]] = Counter()
    for row in _last_answers(rows, origin):
        cells, where = row.cells, f"{origin}:{row.line}"
        user, number, key = cells["username"], cells["batchNo"], _key_of(cells)
        if "-tutorial" in cells.get("docId", ""):
            left_out.count("answer to the tutorial")
            continue
        place = _place(places.get(key, ()), number, turns[user, number, *key])
        turns[user, number, *key] += 1
        if place is None:
            raise DataError(
                f"The campaign has no item {cells['itemId']} of {cells['system']} with the type"
                f" {cells['itemType']} in batch {number}.",
                where=where,
                hint="These are the results of another campaign.",
            )
        if place.origin is None:
            left_out.count("answer (to a repeat that fills a task, or to a whole document)")
            continue
        screen = batch.screen_of_item[place.origin.item]
        answer = found.screen(screen, user, f"{user}-{number}", row.line)
        answer.parts[place.origin.output] = _part(found, screen, place.origin, cells, where)
        start, end = _times(cells, where)
        answer.start, answer.end = min(answer.start, start), max(answer.end, end)
        answer.active += end - start
    left_out.warn_unused()
    return found.finished()


def _places(tasks: Iterable[tuple[int, list[Entry]]]) -> dict[Key, list[_Place]]:
    """Items by what the file says of them, in their order."""
    places: dict[Key, list[_Place]] = {}
    for number, entries in tasks:
        for entry in entries:
            item = entry.json
            targets = [one["targetID"] for one in item.get("targets", ())] or [item["targetID"]]
            document = item.get("documentID", "") + (_WHOLE if entry.complete else "")
            for output, target in enumerate(targets):
                place = _Place(str(number), entry.origins[output] if entry.origins else None)
                for system in target.split("+"):
                    key = (str(item["itemID"]), item["itemType"], document, system)
                    places.setdefault(key, []).append(place)
    return places


def _place(found: Sequence[_Place], batch: str, turn: int) -> _Place | None:
    """The item of a batch; the next one, if it has several that look alike."""
    here = [place for place in found if place.batch == batch]
    if here:
        return here[min(turn, len(here) - 1)]
    # Items that were not needed any more may be missing from the file, which shifts the batches.
    return found[0] if len(found) == 1 else None


def _key_of(cells: Mapping[str, str]) -> Key:
    document = cells.get("docId", "")
    known = "" if document == "None" else document
    whole = _WHOLE if cells.get("isDocScore") == "True" else ""
    return cells["itemId"], cells["itemType"], known + whole, cells["system"]


def _last_answers(rows: Iterable[tuple[int, Mapping[str, str]]], origin: str) -> list[_Row]:
    """The last answer to each item, in the order of items.

    An output of several systems has a row for each of them.
    """
    last: dict[tuple[str, ...], _Row] = {}
    for line, cells in rows:
        if not all(cells.get(name) for name in _NEEDED):
            raise FormatError(
                "The row has no number of its batch.",
                where=f"{origin}:{line}",
                hint="Export scores with `ExportSystemScoresToCSV NAME --batch-info`.",
            )
        key = tuple(cells.get(name, "") for name in ("username", "batchNo", "itemNo", "target"))
        last[key] = _Row(line, cells)
    return sorted(last.values(), key=lambda row: (len(row.cells["itemNo"]), row.cells["itemNo"]))


def _part(
    found: Answers,
    screen: BatchScreen,
    place: Origin,
    cells: Mapping[str, str],
    where: str,
) -> dict[str, Any]:
    try:
        score = number_from(cells["score"])
    except ValueError:
        raise FormatError(
            f"The score must be a number. Got {cells['score']!r} instead.", where=where
        ) from None
    output = screen.outputs[place.output].text
    marks = [_mark(one, output, where) for one in _marked(cells.get("mqm", ""), where)]
    return found.part(score, marks, suggestions_of(screen, place.output))


def _marked(text: str, where: str) -> list[dict[str, Any]]:
    if text in ("", "None"):
        return []
    try:
        found: list[Any] = marked(text)
    except ValueError:
        found = [None]
    if not all(isinstance(one, dict) for one in found):
        raise FormatError("The error spans cannot be read.", where=where)
    return found


def _mark(one: Mapping[str, Any], output: str, where: str) -> Mark:
    """An error in code points of the output."""
    inside = output.strip(SPACES)
    offset = len(output) - len(output.lstrip(SPACES))
    places = code_points_of(inside)
    first, last = one.get("start_i"), one.get("end_i")
    category = category_of(one.get("error_type"))
    severity = str(one.get("severity") or "").lower()
    if first == last == MISSING:
        end = offset + len(inside)
        return Mark(end, end, severity, category)
    if type(first) is not int or type(last) is not int or not 0 <= first <= last < len(places):
        raise outside(first, last, len(places), where)
    return Mark(offset + places[first], offset + places[last] + 1, severity, category)


def _times(cells: Mapping[str, str], where: str) -> tuple[float, float]:
    try:
        start, end = (number_from(cells[name]) for name in ("timeStart", "timeEnd"))
    except (KeyError, ValueError):
        raise FormatError("The times of the row are not numbers.", where=where) from None
    return (start, end) if math.isfinite(start) and math.isfinite(end) else (0.0, 0.0)
