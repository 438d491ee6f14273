"""MQM as published by Google and read by its viewer Marot: TSV, one marked error per row.

Columns: `system`, `doc`, `doc_id` (or `docSegId`), the number of the segment in its document,
`seg_id` (or `globalSegId`), its number in the test set, `rater`, `source`, `target`, `category`,
`severity` and optionally `metadata`, a JSON object, or a `comment`. Without a header, columns are
expected in that order. "No-error" or an empty cell as category and severity marks a segment without
errors.

Severities are converted to lower case, because files differ in case. `seg_id` identifies segments,
unless `doc_id` distinguishes more of them. The language pair is the suffix of documents, as in
`talk.1:en-de`, or part of the file name, as in `mqm_ted_ende.tsv`. The `timestamp` in the metadata
is the end time, and its `note` the comment. Judgments of raters whose names begin with "AutoMQM"
are those of machines, as in Marot.

The tags `<v>` and `</v>` enclose an error in the source or in the target. Its span counts the code
points of the text without tags; the texts are not kept. If an error has several parts, its span
covers all of them; if it is marked in both texts, the span is that in the target. Without `</v>`,
it extends to the end of the text; rows where `</v>` comes first are dropped. Errors without tags
have no span.

Quotes are ordinary characters in most of these files and enclose cells in others, so a quote
encloses a cell only if the row would be too short otherwise, or if every source and target with a
quote is enclosed in quotes, with its own quotes doubled. Rows that lack columns before the
severity, metadata without a rater, and planted errors ("HOTW-test") are dropped.
"""

import math
import re
from collections.abc import Iterator
from pathlib import Path

from tertium.core import files
from tertium.core.formatting import counted
from tertium.core.numbers import number_from
from tertium.formats.cells import Records
from tertium.formats.ratings import _spans
from tertium.formats.ratings._judgments import Judgments, Unusable, object_in
from tertium.formats.ratings._table import header_of, named
from tertium.human.ratings import MACHINE, Ratings

SUFFIXES = ()

_ORDER = [
    *("system", "doc", "doc_id", "seg_id", "rater"),
    *("source", "target", "category", "severity", "metadata"),
]

_SYNONYMS = {"docSegId": "doc_id", "doc_seg_id": "doc_id", "globalSegId": "seg_id"}
_SYNONYMS |= {"global_seg_id": "seg_id"}

_NEEDED = ("system", "doc", "seg_id", "rater", "category", "severity")
# Columns that may number segments, within the file or within a document.
_NUMBERS = ("seg_id", "doc_id")

# Largest number of lines of a row with line ends in its cells.
_LINES = 20

_LANGUAGES_OF_DOCUMENT = re.compile(r":([A-Za-z]{2,3}(?:_\w+)?-[A-Za-z]{2,3}(?:_\w+)?)$")
_LANGUAGES_OF_FILE = re.compile(r"_([a-z]{2})([a-z]{2})(?:\.|$)")

_TIMESTAMP = re.compile(r'"timestamp":\s*([0-9]+)')

_COLUMNS = (
    *("annotator", "system", "document", "segment", "task"),
    *("category", "severity", "languages", "end"),
    *("annotator_kind", "comment", *_spans.COLUMNS),
)

_TEXTS = ("source", "target")
# Last column, by its name in newer and older files.
_REMARKS = ("metadata", "comment", "note")

_TAG = re.compile("</?v>")

# Prefix of the names of raters that are programs, in lower case.
_AUTOMATIC = "automqm"


def sniff(head: bytes) -> bool:
    """Whether the header has systems, raters and severities."""
    text = files.without_mark(head).decode("utf-8", "replace")
    return set(_NEEDED) <= set(_header(text.split("\n", 1)[0]))


def read(data: bytes, origin: str) -> Ratings:
    """Read all judgments of a file."""
    lines = [line.rstrip("\r") for line in files.record_lines(data, origin)]
    header = _header(lines[0]) if lines else []
    if "system" in header:
        header_of(iter([(1, header)]), _NEEDED, origin)
        found = _records(lines, header, begin=1)
    else:
        header = _ORDER
        found = _records(lines, header, begin=0)
    judgments = Judgments(origin, _COLUMNS)
    rows = list(named(found, header, judgments, least=_least(header)))
    number = _segment_column([row for _, row in rows])
    enclosed = _are_enclosed([row.get(name, "") for _, row in rows for name in _TEXTS])
    for line, row in rows:
        if enclosed:
            row |= {name: _unquoted(row[name]) for name in (*_TEXTS, *_REMARKS) if name in row}
        judgments.add_row(line, _judged(row, number, origin))
    return judgments.ratings()


def _header(line: str) -> list[str]:
    return [_SYNONYMS.get(name, name) for name in line.rstrip("\r").split("\t")]


def _records(lines: list[str], header: list[str], begin: int) -> Records:
    number = begin
    while number < len(lines):
        count, cells = _record(lines, number, header)
        if lines[number]:
            yield number + 1, cells
        number += count


def _record(lines: list[str], number: int, header: list[str]) -> tuple[int, list[str]]:
    """Read a record; it spans several lines if a quoted cell contains line ends."""
    least = _least(header)
    cells = lines[number].split("\t")
    if len(cells) < least and any(c.startswith('"') and c.count('"') % 2 for c in cells):
        for count in range(2, _LINES + 1):
            longer = "\n".join(lines[number : number + count]).split("\t")
            if least <= len(longer) <= len(header):
                return count, longer
    return 1, cells


def _least(header: list[str]) -> int:
    """Smallest number of cells of a row: up to the last column that is used."""
    return 1 + max(header.index(name) for name in (*_NEEDED, *_NUMBERS) if name in header)


def _segment_column(rows: list[dict[str, str]]) -> str:
    """Name of the column that distinguishes most segments."""
    names = [name for name in _NUMBERS if rows and name in rows[0]]
    return max(names, key=lambda name: len({(row["doc"], row[name]) for row in rows}), default="")


def _are_enclosed(texts: list[str]) -> bool:
    """Whether quotes enclose texts, as in CSV: each that has a quote, its own quotes doubled."""
    quoted = [text for text in texts if '"' in text]
    return bool(quoted) and all(map(_is_enclosed, quoted))


def _is_enclosed(text: str) -> bool:
    return text[0] == text[-1] == '"' != text and '"' not in text[1:-1].replace('""', "")


def _unquoted(text: str) -> str:
    return text[1:-1].replace('""', '"') if text and _is_enclosed(text) else text


def _judged(row: dict[str, str], number: str, origin: str) -> Iterator[tuple[str | float, ...]]:
    severity, category = row["severity"].lower(), row["category"]
    if severity == "hotw-test":
        raise Unusable("planted error (HOTW-test)")
    if not row["rater"]:
        raise Unusable("no rater")
    category = "" if category.lower() == "no-error" else category
    severity = "" if severity in ("no-error", "nan") else severity
    yield (
        row["rater"],
        row["system"],
        row["doc"],
        row[number],
        "mqm",
        category,
        severity,
        _languages(row["doc"], origin),
        _end(row.get("metadata", "")),
        MACHINE if row["rater"].lower().startswith(_AUTOMATIC) else "",
        _comment(row),
        *(_span(row) if category or severity else _spans.NO_SPAN),
    )


def _span(row: dict[str, str]) -> _spans.Cells:
    """Span of an error, in the target or else in the source."""
    for name, side in (("target", "output"), ("source", "source")):
        text = row.get(name, "")
        if tags := _TAG.findall(text):
            if tags[0] == "</v>":
                raise Unusable(_spans.REVERSED)
            parts = [len(part) for part in _TAG.split(text)]
            return side, parts[0], sum(parts) - (parts[-1] if tags[-1] == "</v>" else 0)
    return _spans.NO_SPAN


def _comment(row: dict[str, str]) -> str:
    """The note in the metadata, or the remark that older files have instead."""
    remark = next((row[name] for name in _REMARKS if row.get(name)), "")
    if not remark.startswith("{"):
        return "" if remark == "nan" else remark
    if '"note"' not in remark:  # parsing takes time
        return ""
    try:
        note = object_in(remark).get("note")
    except Unusable:
        return ""
    return note if isinstance(note, str) else ""


def _languages(document: str, origin: str) -> str:
    if found := _LANGUAGES_OF_DOCUMENT.search(document):
        return found[1]
    if found := _LANGUAGES_OF_FILE.search(Path(origin).name):
        return f"{found[1]}-{found[2]}"
    return ""


def _end(metadata: str) -> float:
    found = _TIMESTAMP.search(metadata)
    if not found:
        return math.nan
    seconds = number_from(found[1]) / 1000
    if math.isinf(seconds):
        raise Unusable(f"timestamp of {counted(len(found[1]), 'digit')}")
    return seconds
