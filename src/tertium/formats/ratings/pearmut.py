"""Annotations of Pearmut: JSONL, one document of one annotator per line.

`annotations.json`, as downloaded from its dashboard, is a single object with a list of such objects
for each campaign.

Keys: `user_id`; `item_i`, the number of the document; `item`, a list of segments with `item_id`
(or `doc_id`) and the texts; `annotation`, a list of the same length, whose objects hold `score` or
`sliders` of each system, and `error_spans` with `start_i`, `end_i`, `severity` and `category`; and
`actions` with their `time`. Earlier files have a single object as annotation, and no items.

The task is mqm if errors have categories, esa if there are errors without categories, else
adequacy; a segment becomes one judgment for the score and one for each error. Sliders named
adequacy or fluency are judgments of these tasks; other sliders are not used. An `item_id` of four
parts joined by `_#_`, as at WMT, names languages, domain, document and segment. Without ids,
segments are identified by the source text. If an id does not name its document, the campaign is
the document, and the suffix after "_#_" of its name, as in "wmt25_#_en-cs_CZ", gives the languages.

Pearmut numbers the first and the last UTF-16 unit of a span (`start_i` and `end_i`) in the output,
line ends not counted. Spans are converted to code points of the output (`tgt`), with the end
excluded. Special tokens after the output, such as "[missing]", become a gap at its end. Without the
text of the output, the numbers are kept, with the end excluded. A document with a span that is
reversed or outside its text is dropped.

The `comment` on a document, and the `textfield` of an output unless it repeats the output, become
the comment of the first judgment of each output.

Items of a campaign that `tertium campaign export --to pearmut` has written have the key `tertium`,
with segment and document, and the kind and system of each output; checks among them are not used.

Tutorials, checks and skipped documents are dropped, and so are annotations that were reset or
repeated: the last one counts.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

from tertium.core import files
from tertium.core.formatting import counted
from tertium.core.streams import digest
from tertium.formats.browser_spans import code_points_of
from tertium.formats.json_lines import begins_with_key
from tertium.formats.ratings import _spans
from tertium.formats.ratings._judgments import Judgments, Unusable, object_in
from tertium.human.ratings import Ratings

SUFFIXES = ()

_RESET = "__RESET__"

# Key for the campaign of an entry; Pearmut has no key of that name.
_CAMPAIGN = "\0campaign"

# Key of an item for what Pearmut does not know: kinds of outputs, and names of their systems.
OURS = "tertium"

_NOT_JUDGED = ("welcome_", "random_", "goodbye_")

_OUR_TASKS = ("adequacy", "fluency", "esa", "mqm")

_SLIDERS = ("adequacy", "fluency")

_COLUMNS = (
    *("annotator", "batch", "start", "end", "languages", "document", "segment"),
    *("system", "kind", "comment", "task", "value", "category", "severity", *_spans.COLUMNS),
)

Entry = dict[str, Any]


def sniff(head: bytes) -> bool:
    """Whether the file begins with an object that has an annotation of a user."""
    return begins_with_key(head, ["annotation"]) and begins_with_key(head, ["user_id", "actions"])


def read(data: bytes, origin: str) -> Ratings:
    """Read all judgments of a file."""
    lines = list(files.record_lines(data, origin))
    downloaded = _downloaded(lines)
    judgments = Judgments(origin, _COLUMNS, "line" if downloaded is None else "entry")
    entries: dict[int, Entry] = {}
    found: Sequence[str | Entry] = lines if downloaded is None else downloaded
    for number, entry in enumerate(found, 1):
        if isinstance(entry, str) and not entry.strip():
            continue
        try:
            entries[number] = _checked(object_in(entry) if isinstance(entry, str) else entry)
        except Unusable as error:
            judgments.drop(number, str(error))
    _drop_superseded(entries, judgments)
    task = _task(entries.values())
    for line, entry in entries.items():
        judgments.add_row(line, _judged(entry, task))
    return judgments.ratings()


def _downloaded(lines: list[str]) -> list[Entry] | None:
    """Entries of all campaigns of a file that is one object; None if lines are objects."""
    try:
        campaigns = object_in(lines[0] if len(lines) == 1 else "\n".join(lines))
    except (Unusable, IndexError):
        return None
    if "annotation" in campaigns or not all(isinstance(of, list) for of in campaigns.values()):
        return None
    return [
        (entry if isinstance(entry, dict) else {}) | {_CAMPAIGN: campaign}
        for campaign, entries in campaigns.items()
        for entry in entries
    ]


def _checked(entry: Entry) -> Entry:
    """Return an entry with lists of items and annotations of equal length."""
    annotation, items = entry.get("annotation"), entry.get("item")
    if annotation == _RESET:
        return entry
    if isinstance(annotation, dict):
        annotation = [annotation]
    if str(entry.get("item_i", "")).startswith(_NOT_JUDGED):
        raise Unusable("tutorial, check or form")
    if not isinstance(annotation, list) or not all(map(_is_by_system, annotation)):
        raise Unusable("no annotation by system")
    if items is None:
        items = [{}] * len(annotation)
    if not isinstance(items, list) or not all(isinstance(item, dict) for item in items):
        raise Unusable("no list of items")
    if len(items) != len(annotation):
        raise Unusable(
            f"{counted(len(annotation), 'annotation')} for {counted(len(items), 'item')}"
        )
    return entry | {"annotation": annotation, "item": items}


def _is_by_system(annotation: Any) -> bool:
    """Whether an annotation is by system; earlier versions had no systems."""
    if annotation is None:
        return True
    return isinstance(annotation, dict) and all(isinstance(v, dict) for v in annotation.values())


def _drop_superseded(entries: dict[int, Entry], judgments: Judgments) -> None:
    """Keep the last annotation of each document by each user, and none that was reset."""
    last: dict[tuple[str, ...], int] = {}
    for line, entry in list(entries.items()):
        document = tuple(str(entry.get(key, "")) for key in (_CAMPAIGN, "user_id", "item_i"))
        before = last.pop(document, None)
        if entry["annotation"] == _RESET:
            judgments.drop(line, "reset")
            del entries[line]
        else:
            last[document] = line
        if before is not None:
            judgments.drop(before, "reset or repeated later")
            del entries[before]


def _task(entries: Any) -> str:
    errors = [
        error
        for entry in entries
        for _, _, annotation in _annotations(entry)
        for error in _marked(annotation)
    ]
    if any(map(_category, errors)):
        return "mqm"
    return "esa" if errors else "adequacy"


def _judged(entry: Entry, task: str) -> Iterator[tuple[str | float, ...]]:
    """Judgments of all systems and segments of a document."""
    user, number = str(entry.get("user_id", "")), str(entry.get("item_i", ""))
    campaign = entry.get(_CAMPAIGN, "")
    places = _places(entry["item"], number, campaign)
    number = f"{campaign}:{number}" if campaign else number
    start, end = _times(entry.get("actions"))
    judged = False
    for position, system, annotation in _annotations(entry):
        item = entry["item"][position]
        ours = item.get(OURS) if isinstance(item.get(OURS), dict) else {}
        if "check" in ours:
            judged = True
            continue
        hit = str(ours.get("hit", number))
        judgment_of = (user, hit, start, end, *_our_place(ours, places[position]))
        output = _output(item, system)
        no_error = ("", "", *_spans.NO_SPAN)
        kind_of_task = _our_task(ours, task)
        judgments: list[tuple[str | float, ...]] = [
            *((kind_of_task, score, *no_error) for score in _numbers(annotation.get("score"))),
            *((kind_of_task, "", *error) for error in _errors(annotation, output)),
            *((name, value, *no_error) for name, value in _sliders(annotation)),
        ]
        comment = _comment(entry, annotation, output)
        for judgment in judgments:
            judged = True
            yield *judgment_of, *_our_system(ours, system), comment, *judgment
            comment = ""
    if not judged:
        raise Unusable("skipped: no score and no error")


def _our_place(ours: Entry, place: tuple[str, str, str]) -> tuple[str, str, str]:
    """Languages, document and segment, as a campaign of ours names them."""
    if not isinstance(ours.get("segment"), str):
        return place
    return place[0], str(ours.get("document", "")), ours["segment"]


def _our_task(ours: Entry, task: str) -> str:
    """The task of a campaign of ours, also where no error is marked."""
    return ours["task"] if ours.get("task") in _OUR_TASKS else task


def _our_system(ours: Entry, name: str) -> tuple[str, str]:
    """System and kind of an output, as a campaign of ours names them."""
    outputs = ours.get("outputs")
    meant = outputs.get(name) if isinstance(outputs, dict) else None
    if not isinstance(meant, dict):
        return name, "system"
    return str(meant.get("system", name)), str(meant.get("kind", "system"))


def _annotations(entry: Entry) -> Iterator[tuple[int, str, dict[str, Any]]]:
    """Annotation of each segment and system."""
    for position, by_system in enumerate(entry["annotation"]):
        for system, annotation in (by_system or {}).items():
            yield position, system, annotation


def _output(item: dict[str, Any], system: str) -> str | None:
    """Text of the output of a system, if the file has it."""
    outputs = item.get("tgt")
    output = outputs.get(system) if isinstance(outputs, dict) else None
    return output if isinstance(output, str) else None


def _comment(entry: Entry, annotation: dict[str, Any], output: str | None) -> str:
    """The comment on the document and the text field of the output, if it was changed."""
    written = (entry.get("comment"), annotation.get("textfield"))
    return "\n".join(text for text in written if isinstance(text, str) and text not in ("", output))


def _marked(annotation: dict[str, Any]) -> list[dict[str, Any]]:
    """Errors as they were marked."""
    errors = annotation.get("error_spans")
    return [e for e in (errors if isinstance(errors, list) else []) if isinstance(e, dict)]


def _errors(annotation: dict[str, Any], output: str | None) -> Iterator[tuple[str | float, ...]]:
    """Category, severity and span of each error."""
    errors = _marked(annotation)
    # Pearmut numbers no line ends.
    places = code_points_of(output, "\n") if output is not None and errors else None
    for error in errors:
        severity = str(error.get("severity") or "").lower()
        yield _category(error), severity, *_span(error, output or "", places)


def _category(error: dict[str, Any]) -> str:
    return str(error.get("category") or "")


def _span(error: dict[str, Any], output: str, places: list[int] | None) -> _spans.Cells:
    """Span of an error in code points; in UTF-16 units if the output is unknown."""
    units = _spans.first_and_last(error)
    if units is None:
        return _spans.NO_SPAN
    first, last = units
    if places is None:
        return "output", first, last + 1
    if first == last >= len(places):  # a special token: one unit after the output
        return "output", len(output), len(output)
    if last >= len(places):
        raise Unusable(_spans.OUTSIDE)
    return "output", places[first], places[last] + 1


def _sliders(annotation: dict[str, Any]) -> list[tuple[str, Any]]:
    sliders = annotation.get("sliders")
    return [
        (name.lower(), value)
        for name, found in (sliders.items() if isinstance(sliders, dict) else ())
        if name.lower() in _SLIDERS
        for value in _numbers(found)
    ]


def _numbers(score: Any) -> list[Any]:
    """Return the score, if there is one."""
    if score is None:
        return []
    if isinstance(score, bool) or not isinstance(score, int | float):
        raise Unusable(f"expected a number as score, found {type(score).__name__}")
    return [score]


def _places(
    items: list[dict[str, Any]], document: str, campaign: str
) -> list[tuple[str, str, str]]:
    """Languages, document and id of each segment; ids that occur twice are numbered."""
    ids = [_id(item, f"{document}:{number}") for number, item in enumerate(items)]
    seen = Counter(ids)
    return [
        _place(id_ if seen[id_] == 1 else f"{id_}:{number}", campaign)
        for number, id_ in enumerate(ids)
    ]


def _id(item: dict[str, Any], otherwise: str) -> str:
    id_ = item.get("item_id", item.get("doc_id"))
    if id_ is not None:
        return str(id_)
    source = item.get("src")
    return digest([source]) if isinstance(source, str) else otherwise


def _place(id_: str, campaign: str) -> tuple[str, str, str]:
    parts = id_.split("_#_")
    if len(parts) != 4:
        _, separator, languages = campaign.rpartition("_#_")
        return languages if separator else "", campaign, id_
    languages, domain, document, segment = parts
    return languages, f"{domain}:{document}", segment


def _times(actions: Any) -> tuple[float, float] | tuple[str, str]:
    times = [
        action["time"]
        for action in (actions if isinstance(actions, list) else [])
        if isinstance(action, dict) and isinstance(action.get("time"), int | float)
    ]
    return (min(times), max(times)) if times else ("", "")
