"""Exports of Appraise: CSV without a header, one score per row.

Cells: user name, system, item, type (TGT, BAD, REF or CHK), source and target language, score. In
document campaigns, the document follows, then whether the score is that of a whole document (True
or False), and in later versions a JSON list of error spans with `start_i`, `end_i`, `severity` and
`error_type`, empty unless the campaign is ESA or MQM. In pairwise campaigns, errors and errors of
the source may follow. The last cells are start and end in seconds, and optionally the numbers of
batch and item. Data assessment campaigns have the address of the document and an id of the text
after the type, and a number for machine-translated look after the score; the id and that number
are not used.

A header with the names `username`, `system`, `itemId`, `itemType`, `srcLang`, `trgLang`, `score`,
`docId`, `isDocScore`, `mqm`, `timeStart` and `timeEnd` is recognized in any order, and so are
dumps of all results, with the names `taskID`, `systemID`, `username`, `segmentID`, `score`,
`startTime`, `endTime` and `itemType`; languages may be missing.

The type CHK is a repeat. Documents whose id ends in "#bad" hold degraded outputs, in "#dup"
repeats, in "#incomplete" the first segments; these endings are removed, so that the segments match.
A pair of outputs that were scored side by side has two rows, one for each system. If any row has
error spans, the task of the file is mqm if they have types, else esa, and a row becomes one
judgment for the score and one for each error. Errors of the source in pairwise campaigns are not
used. Scores of whole documents and of tutorials are dropped.

Appraise numbers the first and the last UTF-16 unit of a span (`start_i` and `end_i`) in the output
without spaces at its ends. A file has no texts, so the numbers are kept, with the end excluded:
they are code points unless characters beyond U+FFFF, such as emoji, come before. Content marked as
missing ("missing" instead of numbers) has no span, because the length of the output is unknown.
Rows with a reversed span are dropped.
"""

import ast
import json
import math
from collections.abc import Iterator
from typing import Any

from tertium.core import files
from tertium.formats.cells import first_record, records
from tertium.formats.ratings import _spans
from tertium.formats.ratings._judgments import Judgments, Unusable, number_of
from tertium.formats.ratings._table import header_of, named
from tertium.human.ratings import Ratings

SUFFIXES = ()

_FIRST = ("username", "system", "itemId", "itemType", "srcLang", "trgLang", "score")

_DATA = ("username", "system", "docId", "text", *_FIRST[2:], "rank")

_NEEDED = ("username", "system", "itemId", "itemType", "score")

# Names in dumps of all results.
_OTHER_NAMES = {
    "systemID": "system",
    "segmentID": "itemId",
    "documentID": "docId",
    "isCompleteDocument": "isDocScore",
    "startTime": "timeStart",
    "endTime": "timeEnd",
    "taskID": "batchNo",
}

_KINDS = {"TGT": "system", "BAD": "bad_reference", "REF": "reference", "CHK": "repeat"}

_KINDS_OF_DOCUMENTS = {"bad": "bad_reference", "dup": "repeat", "incomplete": "system"}

_COLUMNS = (
    *("annotator", "system", "segment", "kind", "languages", "document", "start", "end", "batch"),
    *("task", "value", "category", "severity", *_spans.COLUMNS),
)

# Number of a unit in the mark of missing content.
_MISSING = "missing"

_LAST = ("timeStart", "timeEnd", "batchNo", "itemNo", "target")


def sniff(head: bytes) -> bool:
    """Whether the first row is the header, or has a type and a score in the expected cells."""
    first = first_record(head)
    return _is_header(first) or _is_row(first)


def read(data: bytes, origin: str) -> Ratings:
    """Read all judgments of a file."""
    header, found = read_cells(data, origin)
    judgments = Judgments(origin, _COLUMNS)
    rows = []
    for line, row in named(iter(found), header, judgments):
        try:
            rows.append((line, row, _errors(row.get("mqm", ""))))
        except Unusable as error:
            judgments.drop(line, str(error))
    marked = [category for _, _, errors in rows for category, *_ in errors]
    task = "mqm" if any(marked) else "esa" if marked else "adequacy"
    for line, row, errors in rows:
        judgments.add_row(line, _judged(row, task, errors))
    return judgments.ratings()


def read_cells(data: bytes, origin: str) -> tuple[list[str], list[tuple[int, list[str]]]]:
    """Names of the cells of a file, and its rows with their lines."""
    found = list(records(files.decode_records(data, origin)))
    if found and _is_header(found[0][1]):
        line, names = found[0]
        return header_of(iter([(line, _named_alike(names))]), _NEEDED, origin), found[1:]
    header = next((_layout(cells) for _, cells in found if _is_row(cells)), list(_FIRST))
    return header, found


def _is_header(cells: list[str]) -> bool:
    return set(_NEEDED) <= set(_named_alike(cells))


def _named_alike(header: list[str]) -> list[str]:
    return [_OTHER_NAMES.get(name, name) for name in header]


def _is_row(cells: list[str]) -> bool:
    """Whether a type and a score are in the expected cells."""
    return _has(cells, _FIRST) or _has(cells, _DATA)


def _has(cells: list[str], names: tuple[str, ...]) -> bool:
    if len(cells) < len(names):
        return False
    row = dict(zip(names, cells, strict=False))
    return row["itemType"] in _KINDS and _is_number(row["score"])


def _layout(cells: list[str]) -> list[str]:
    """Names of the cells of a row."""
    if not _has(cells, _FIRST):
        return [*_DATA, *_LAST][: len(cells)]
    names, rest = list(_FIRST), cells[len(_FIRST) :]
    if rest[1:2] in (["True"], ["False"]):
        names += ["docId", "isDocScore"] + ["mqm"] * (rest[2:] != [] and not _is_number(rest[2]))
    elif rest[1:] and not _is_number(rest[0]):
        names += ["errors", "sourceErrors"]
    return [*names, *_LAST][: len(cells)]


def _is_number(cell: str) -> bool:
    try:
        return not math.isnan(number_of(cell))
    except ValueError:
        return False


# Category, severity and span.
_Error = tuple[str, str, str, float | str, float | str]

# Raised by Python's parser for an invalid literal, or one nested too deeply.
_UNREADABLE = (ValueError, SyntaxError, RecursionError, MemoryError)


def _errors(text: str) -> list[_Error]:
    """Category, severity and span of each error."""
    if text in ("", "None"):
        return []
    try:
        return [
            (_category(error.get("error_type")), error["severity"].lower(), *_span(error))
            for error in marked(text)
        ]
    except (ValueError, TypeError, AttributeError, KeyError):
        raise Unusable("unreadable error spans") from None


def marked(text: str) -> list[dict[str, Any]]:
    """Parse a list of errors, or a single error, in JSON or as Python prints it.

    Raises:
        ValueError: The text is neither.
    """
    try:
        found = _parsed(text)
        if isinstance(found, str):  # Appraise encodes the suggested errors of an item twice
            found = json.loads(found)
    except _UNREADABLE:
        raise ValueError(text) from None
    listed = [found] if isinstance(found, dict) else found
    if not isinstance(listed, list):
        raise ValueError(text)
    return listed


def _parsed(text: str) -> Any:
    try:
        return json.loads(text)
    except json.JSONDecodeError:
        return ast.literal_eval(text)


def _category(types: list[str] | str | None) -> str:
    return types if isinstance(types, str) else "/".join(types or [])


def _span(error: dict[str, Any]) -> _spans.Cells:
    if error.get("start_i") == error.get("end_i") == _MISSING:
        return _spans.NO_SPAN
    units = _spans.first_and_last(error)
    return ("output", units[0], units[1] + 1) if units else _spans.NO_SPAN


def _judged(
    row: dict[str, str], task: str, errors: list[_Error]
) -> Iterator[tuple[str | float, ...]]:
    if row.get("isDocScore") == "True":
        raise Unusable("score of a whole document")
    if "-tutorial" in row.get("docId", ""):
        raise Unusable("tutorial")
    if row["itemType"] not in _KINDS:
        raise Unusable(f"unknown type {row['itemType']!r}")
    document, _, ending = row.get("docId", "").rpartition("#")
    if ending not in _KINDS_OF_DOCUMENTS:
        document, ending = row.get("docId", ""), ""
    kind = _KINDS_OF_DOCUMENTS.get(ending) if row["itemType"] == "TGT" else ""
    item = (
        row["username"],
        row["system"],
        row["itemId"],
        kind or _KINDS[row["itemType"]],
        "-".join(filter(None, (row.get("srcLang"), row.get("trgLang")))),
        document,
        row.get("timeStart", ""),
        row.get("timeEnd", ""),
        row.get("batchNo", ""),
        task,
    )
    comment = row.get("errors", "")
    yield *item, row["score"], "" if comment == "None" else comment, "", *_spans.NO_SPAN
    for error in errors:
        yield *item, "", *error
