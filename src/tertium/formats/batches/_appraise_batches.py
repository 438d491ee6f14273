"""Batches of Appraise, with their manifest, as campaigns of ours."""

import html
from collections.abc import Iterator
from itertools import groupby
from typing import Any

from tertium.campaign.incoming import Incoming, IncomingHit, IncomingScreen
from tertium.campaign.items import ShownOutput
from tertium.core.errors import DataError, FormatError, UsageError
from tertium.formats.batches._appraise_items import MISSING, SPACES, TYPES
from tertium.formats.batches._appraise_languages import language_of
from tertium.formats.batches._json_values import (
    a_list,
    a_text,
    a_whole_number,
    an_object,
    one_of,
    parsed,
)
from tertium.formats.batches._left_out import LeftOut
from tertium.formats.batches._mqm_core import category_of, mqm_core
from tertium.formats.batches._plain_text import plain_text
from tertium.formats.browser_spans import code_points_of, outside

Json = dict[str, Any]

_KINDS = {type_: kind for kind, type_ in TYPES.items()}

# Kinds of documents whose id has such an ending.
_ENDINGS = {"bad": "bad_reference", "dup": "repeat", "incomplete": "system"}

# Points of a score that a tutorial accepts below and above its target, and units of a span.
_SCORE_TOLERANCE, _SPAN_TOLERANCE = 20, 3

_TYPES = ("Direct", "DocLevelDA", "Document", "Pairwise", "PairwiseDocument")

# Options that change nothing here.
_OPTIONS = ("esa", "mqm", "monolingual", "reference", "staticcontext", "newui", "highlightstyle")


def incoming(data: bytes, origin: str, manifest: bytes | None, manifest_origin: str) -> Incoming:
    """Read batches.

    Args:
        data: The file of batches.
        origin: Its name.
        manifest: The manifest; None if there is none.
        manifest_origin: Its name.
    """
    tasks = a_list(parsed(data, origin), "The file", origin)
    about = {} if manifest is None else parsed(manifest, manifest_origin)
    return _Reader(tasks, origin, an_object(about, "The manifest", manifest_origin)).read(
        manifest_origin
    )


class _Reader:
    """Reads tasks."""

    def __init__(self, tasks: list[Any], origin: str, manifest: Json) -> None:
        self._tasks = tasks
        self._origin = origin
        self._manifest = manifest
        self._left_out = LeftOut(origin, "Our campaigns")
        self._options = {
            option.lower() for option in str(manifest.get("TASK_OPTIONS", "")).split(";") if option
        }
        self._tutorial: dict[str, tuple[str, Json]] = {}
        # Without a manifest, the items show whether errors are marked, and whether they have types.
        marked = [] if manifest else list(_marked(tasks))
        self._has_types = "mqm" in self._options or any(one.get("error_type") for one in marked)
        self._marks = bool({"esa", "mqm"} & self._options) or bool(marked)

    def read(self, manifest_origin: str) -> Incoming:
        """Read everything."""
        type_ = self._manifest.get("TASK_TYPE", "Document" if self._manifest == {} else "Direct")
        one_of(type_, _TYPES, "'TASK_TYPE'", manifest_origin)
        for option in sorted(self._options - set(_OPTIONS)):
            self._left_out.add(f"the option {option!r}")
        hits: list[IncomingHit] = []
        languages: set[tuple[str, str]] = set()
        for number, task in enumerate(self._tasks, 1):
            where = f"{self._origin}: task {number}"
            given = an_object(task, "A task", where)
            about = an_object(given.get("task"), "'task'", where)
            languages.add(
                (
                    language_of(a_text(about.get("sourceLanguage"), "'sourceLanguage'", where)),
                    language_of(a_text(about.get("targetLanguage"), "'targetLanguage'", where)),
                )
            )
            if about.get("requiredAnnotations", 1) != 1 and not self._manifest:
                self._left_out.add("several annotators of a task (the manifest names them)")
            items = a_list(given.get("items"), "'items'", where)
            screens = self._screens(items, where)
            if screens:
                hits.append(IncomingHit("", tuple(screens)))
        if not hits:
            raise DataError("The file has no items to judge.", where=self._origin)
        if len(languages) > 1:
            raise UsageError(
                f"{self._origin}: The tasks have several language pairs.",
                hint="Make a campaign for each of them.",
            )
        task = self._task()
        found = Incoming(
            origin=self._origin,
            task=task,
            hits=tuple(self._owned(hits, manifest_origin)),
            languages=languages.pop(),
            typology=mqm_core() if task == "mqm" else None,
            tutorial=tuple(self._tutorial.values()),
        )
        self._left_out.warn_unheld()
        return found

    def _task(self) -> str:
        if self._marks:
            return "mqm" if self._has_types else "esa"
        return "fluency" if "monolingual" in self._options else "adequacy"

    def _owned(self, hits: list[IncomingHit], where: str) -> list[IncomingHit]:
        """Give tasks to annotators, as the manifest says; else to whoever joins."""
        shares = a_list(
            self._manifest.get("TASKS_TO_ANNOTATORS", []), "'TASKS_TO_ANNOTATORS'", where
        )
        if len(shares) != 1:
            return hits
        share = a_list(shares[0], "'TASKS_TO_ANNOTATORS'", where)
        if len(share) != 5:
            raise FormatError("'TASKS_TO_ANNOTATORS' must have five values.", where=where)
        people = a_whole_number(share[3], "The number of annotators", where)
        copies = a_whole_number(self._manifest.get("REDUNDANCY", 1), "'REDUNDANCY'", where)
        total = len(hits) * copies
        if people < copies or copies < 1 or total % people:
            self._left_out.add("the number of annotators (whoever joins gets the tasks)")
            return hits
        each, digits = total // people, len(str(people))
        return [
            IncomingHit(f"annotator-{place // each + 1:0{digits}d}", hit.screens)
            for place, hit in enumerate(hits * copies)
        ]

    # --- Items --------------------------------------------------------------------------------

    def _screens(self, items: list[Any], where: str) -> list[IncomingScreen]:
        """Screens of a task; documents are items with the same document that follow each other."""
        named = [
            (f"{where}, item {number}", an_object(item, "An item", f"{where}, item {number}"))
            for number, item in enumerate(items, 1)
        ]
        screens: list[IncomingScreen] = []
        block = 0
        blocks: list[tuple[int, str, Json]] = []
        ended = False
        for place, (where_item, item) in enumerate(named):
            before = named[place - 1][1] if place else {}
            together = "documentID" in item and all(
                item.get(key) == before.get(key) for key in ("documentID", "targetID")
            )
            if ended or not together:
                block += 1
            ended = bool(item.get("isCompleteDocument"))
            blocks.append((block, where_item, item))
        for number, several in groupby(blocks, key=lambda one: one[0]):
            document = list(several)
            segments = sum(not one.get("isCompleteDocument") for _, _, one in document)
            for _, where_item, item in document:
                if self._is_tutorial(item, where_item):
                    continue
                whole = bool(item.get("isCompleteDocument"))
                if whole and segments < 2:
                    continue
                screens.append(
                    self._screen(
                        item,
                        where_item,
                        number if segments > 1 else None,
                        [one for _, _, one in document] if whole else [],
                    )
                )
        return screens

    def _screen(
        self, item: Json, where: str, block: int | None, document: list[Json]
    ) -> IncomingScreen:
        kind, name = self._kind_and_document(item, where)
        targets = item.get("targets")
        pair = targets is not None
        listed = a_list(targets, "'targets'", where) if pair else [item]
        if not 1 <= len(listed) <= 2:
            raise FormatError("'targets' must have one or two outputs.", where=where)
        outputs = []
        for number, given in enumerate(listed):
            target = an_object(given, "An output", where)
            text = self._target(target, len(listed), where)
            if document:
                text = "\n".join(self._of_document(one, number, where) for one in document)
            system = a_text(target.get("targetID"), "'targetID'", where)
            outputs.append(ShownOutput(kind, system, text))
        source = item.get("sourceText", item.get("segmentText"))
        shown = a_text(source, "'sourceText'", where)
        beside = html.unescape(shown) if self._is_html_source(item) else shown
        context = beside if beside and "monolingual" not in self._options else None
        is_reference = "reference" in self._options
        return IncomingScreen(
            where,
            segment=str(a_whole_number(_number(item.get("itemID")), "'itemID'", where)),
            document=name,
            outputs=tuple(outputs),
            source=None if is_reference else context,
            reference=context if is_reference else None,
            level="document" if document else "segment",
            block=block,
            suggestions=self._suggestions(item, outputs[0].text, where),
        )

    def _kind_and_document(self, item: Json, where: str) -> tuple[str, str]:
        given = a_text(item.get("itemType"), "'itemType'", where)
        # ESA batches may add to the type of degraded outputs.
        type_ = one_of(given.partition(".")[0], [*_KINDS], "'itemType'", where)
        name, _, ending = str(item.get("documentID", "")).rpartition("#")
        if ending not in _ENDINGS:
            return _KINDS[type_], str(item.get("documentID", ""))
        return (_ENDINGS[ending] if type_ == "TGT" else _KINDS[type_]), name

    def _of_document(self, item: Json, number: int, where: str) -> str:
        """Output of a segment, for the text of the whole document."""
        if item.get("isCompleteDocument"):
            return ""
        listed = item.get("targets") or [item]
        return self._target(listed[min(number, len(listed) - 1)], len(listed), where)

    def _target(self, given: Json, outputs: int, where: str) -> str:
        text = a_text(given.get("targetText"), "'targetText'", where)
        return text if self._marks or outputs > 1 else html.unescape(text)

    def _is_html_source(self, item: Json) -> bool:
        """Whether Appraise shows the source as HTML."""
        return not self._marks and "documentID" not in item

    # --- Suggested errors and tutorials -------------------------------------------------------

    def _suggestions(self, item: Json, output: str, where: str) -> tuple[tuple[Json, ...], ...]:
        given = item.get("mqm")
        if given in (None, [], "[]"):
            return ()
        spans = a_list(given, "'mqm'", where)
        if not self._marks:
            self._left_out.add("suggested errors (the campaign marks none)")
            return ()
        return (tuple(_span(one, output, where) for one in spans),)

    def _is_tutorial(self, item: Json, where: str) -> bool:
        """Add an item of the tutorial, which is the same for all tasks."""
        given = item.get("mqm")
        if not isinstance(given, dict):
            return False
        about = an_object(given.get("tutorial"), "'tutorial'", where)
        output = a_text(item.get("targetText"), "'targetText'", where)
        expected: Json = {}
        target = about.get("score_target")
        if target is not None and not self._has_types:
            score = a_whole_number(target, "'score_target'", where)
            ends = (score - _SCORE_TOLERANCE, score + _SCORE_TOLERANCE)
            expected["value"] = [max(0, ends[0]), min(100, ends[1])]
        spans = [
            _span(one, output, where, tolerant=True)
            for one in a_list(about.get("mqm_target", []), "'mqm_target'", where)
        ]
        found = [one for one in spans if one["start"] < one["end"]]
        if found:
            expected["spans"] = [
                {key: one[key] for key in ("start", "end", "severity")} for one in found
            ]
            expected["tolerance"] = _SPAN_TOLERANCE
        line: Json = {"source": item.get("sourceText", ""), "output": output}
        if expected:
            line["expected"] = expected
        line["feedback"] = plain_text(str(about.get("instruction", ""))) or "–"
        name = f"tutorial-{len(self._tutorial) + 1}"
        self._tutorial.setdefault(repr(line), (where, {"id": name, **line}))
        return True


def _marked(tasks: list[Any]) -> Iterator[Json]:
    """Errors that are suggested, or part of a tutorial."""
    for task in tasks:
        for item in task.get("items", ()) if isinstance(task, dict) else ():
            found = item.get("mqm") if isinstance(item, dict) else None
            if isinstance(found, dict):
                yield {}
            yield from (one for one in found or () if isinstance(one, dict))


def _number(given: object) -> object:
    """A number that may be written as a text."""
    return int(given) if isinstance(given, str) and given.isascii() and given.isdigit() else given


def _span(given: object, output: str, where: str, *, tolerant: bool = False) -> Json:
    """A suggested or expected error in code points."""
    span = an_object(given, "An error span", where)
    inside = output.strip(SPACES)
    offset = len(output) - len(output.lstrip(SPACES))
    places = code_points_of(inside)
    first, last = span.get("start_i"), span.get("end_i")
    rest = {
        "severity": str(span.get("severity") or "minor").lower(),
        "category": category_of(span.get("error_type")),
    }
    if first == last == MISSING:
        return {"start": offset + len(inside), "end": offset + len(inside), **rest}
    if tolerant and type(last) is int and places:
        last = min(last, len(places) - 1)
    if type(first) is not int or type(last) is not int or not 0 <= first <= last < len(places):
        raise outside(first, last, len(places), where)
    return {"start": offset + places[first], "end": offset + places[last] + 1, **rest}
