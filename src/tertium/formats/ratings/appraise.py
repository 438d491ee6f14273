"""Exports of Appraise: CSV without a header, one score a row.

Cells: user name, system, item, type (TGT, BAD, REF or CHK), source and target language, score; in
campaigns of documents also the document and whether the score is that of a whole document (True or
False); in ESA and MQM campaigns also a JSON list of error spans with their `severity` and
`error_type`; in campaigns of pairs perhaps errors and errors of the source; then start and end in
seconds, and perhaps the number of the batch and of the item. A header with the names `username`,
`system`, `itemId`, `itemType`, `srcLang`, `trgLang`, `score`, `docId`, `isDocScore`, `mqm`,
`timeStart` and `timeEnd` is understood too, in any order.

A type CHK is a repeat. Documents whose id ends in "#bad" hold degraded outputs, in "#dup" repeats,
in "#incomplete" the first segments; these endings are removed, so that the segments are known to be
the same. A pair of outputs that were scored side by side has two rows. Where a file has error
spans, its task is mqm if they have types, else esa, and a row becomes one judgment for the score
and one for each error. Positions of errors and errors of the source are not used. Scores of whole
documents and of tutorials are dropped.
"""

import ast
import json
import math
from collections.abc import Iterator
from typing import Any

from tertium.core import files
from tertium.formats.ratings._judgments import Judgments, Unusable, number_of
from tertium.formats.ratings._table import first_record, header_of, named, records
from tertium.human.ratings import Ratings

SUFFIXES = ()

_FIRST = ("username", "system", "itemId", "itemType", "srcLang", "trgLang", "score")

_KINDS = {"TGT": "system", "BAD": "bad_reference", "REF": "reference", "CHK": "repeat"}

_KINDS_OF_DOCUMENTS = {"bad": "bad_reference", "dup": "repeat", "incomplete": "system"}

_COLUMNS = (
    *("annotator", "system", "segment", "kind", "languages", "document", "start", "end", "batch"),
    *("task", "value", "category", "severity"),
)


_LAST = ("timeStart", "timeEnd", "batchNo", "itemNo", "target")


def sniff(head: bytes) -> bool:
    """Whether the first row is the header, or has a type and a score in their places."""
    first = first_record(head)
    return set(_FIRST) <= set(first) or _is_row(first)


def read(data: bytes, origin: str) -> Ratings:
    """Read all judgments of a file."""
    found = list(records(files.decode_records(data, origin)))
    if found and set(_FIRST) <= set(found[0][1]):
        header = header_of(iter(found[:1]), _FIRST, origin)
        found = found[1:]
    else:
        header = next((_layout(cells) for _, cells in found if _is_row(cells)), list(_FIRST))
    judgments = Judgments(origin, _COLUMNS)
    rows = []
    for line, row in named(iter(found), header, judgments):
        try:
            rows.append((line, row, _errors(row.get("mqm", ""))))
        except Unusable as error:
            judgments.drop(line, str(error))
    task = "adequacy" if "mqm" not in header else "esa"
    if any(category for _, _, errors in rows for category, _ in errors):
        task = "mqm"
    for line, row, errors in rows:
        judgments.add_row(line, _judged(row, task, errors))
    return judgments.ratings()


def _is_row(cells: list[str]) -> bool:
    """Whether a type and a score are in their places."""
    return len(cells) >= len(_FIRST) and cells[3] in _KINDS and _is_number(cells[6])


def _layout(cells: list[str]) -> list[str]:
    """Names of the cells of a row."""
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


def _errors(spans: str) -> list[tuple[str, str]]:
    """Category and severity of each error."""
    if spans in ("", "None"):
        return []
    try:
        found = _spans(spans)
        return [(_category(span.get("error_type")), span["severity"].lower()) for span in found]
    except (ValueError, SyntaxError, RecursionError, TypeError, AttributeError, KeyError):
        raise Unusable("error spans that cannot be read") from None


def _spans(text: str) -> list[dict[str, Any]]:
    """Read a list of spans, or a single one, in JSON or as Python prints it."""
    try:
        found = json.loads(text)
    except json.JSONDecodeError:
        found = ast.literal_eval(text)
    return [found] if isinstance(found, dict) else list(found)


def _category(types: list[str] | str | None) -> str:
    return types if isinstance(types, str) else "/".join(types or [])


def _judged(
    row: dict[str, str], task: str, errors: list[tuple[str, str]]
) -> Iterator[tuple[str, ...]]:
    if row.get("isDocScore") == "True":
        raise Unusable("the score of a whole document")
    if "-tutorial" in row.get("docId", ""):
        raise Unusable("a tutorial")
    if row["itemType"] not in _KINDS:
        raise Unusable(f"no type {row['itemType']!r}")
    document, _, ending = row.get("docId", "").rpartition("#")
    if ending not in _KINDS_OF_DOCUMENTS:
        document, ending = row.get("docId", ""), ""
    kind = _KINDS_OF_DOCUMENTS.get(ending) if row["itemType"] == "TGT" else ""
    item = (
        row["username"],
        row["system"],
        row["itemId"],
        kind or _KINDS[row["itemType"]],
        f"{row['srcLang']}-{row['trgLang']}",
        document,
        row.get("timeStart", ""),
        row.get("timeEnd", ""),
        row.get("batchNo", ""),
        task,
    )
    comment = row.get("errors", "")
    yield *item, row["score"], "" if comment == "None" else comment, ""
    for category, severity in errors:
        yield *item, "", category, severity
