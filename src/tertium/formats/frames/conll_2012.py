"""CoNLL-2012: words in a table, with a column of bracketed roles for every predicate.

Role columns stand before the last; `(ARG0*` opens a filler, `*)` closes it, and `(V*)` is the
predicate, which `(C-V*)` continues. Every sentence is a segment.
"""

import re
from collections.abc import Sequence

from tertium.core import files
from tertium.core.errors import FormatError
from tertium.core.frames import Filler, Frame, Frames, SegmentFrames
from tertium.formats.frames._sentences import Row, first_row, frames_of_sentences

SUFFIXES = (".conll12",)

_NUMBER, _WORD, _PARSE, _ROLES, _COLUMNS = 2, 3, 5, 11, 12
_PREDICATE = ("V", "C-V")


def sniff(head: bytes) -> bool:
    """Whether the first line is the first word of such a table."""
    row = first_row(head)
    begun = files.without_mark(head).startswith(b"#begin document")
    return len(row) >= _COLUMNS and row[_NUMBER] == "0" and (begun or "*" in row[_PARSE])


def read(data: bytes, origin: str) -> SegmentFrames:
    """Read the frames of all sentences."""
    return frames_of_sentences(data, origin, _COLUMNS, _frames)


def _frames(rows: Sequence[Row], where: str) -> Frames:
    return tuple(_frame(rows, column, where) for column in range(_ROLES, len(rows[0]) - 1))


def _frame(rows: Sequence[Row], column: int, where: str) -> Frame:
    spans: list[tuple[int, int, str]] = []
    opened: list[tuple[int, str]] = []
    for i, row in enumerate(rows):
        for role, closed in re.findall(r"\(([^()*]+)|(\))", row[column]):
            if role:
                opened.append((i, role))
            elif not opened and closed:
                raise FormatError(f"Column {column + 1} closes more than it opens.", where=where)
            else:
                first, role = opened.pop()
                spans.append((first, i + 1, role))
    if opened:
        raise FormatError(f"Column {column + 1} opens more than it closes.", where=where)
    found = [(role, " ".join(row[_WORD] for row in rows[i:j])) for i, j, role in sorted(spans)]
    predicate = " ".join(text for role, text in found if role in _PREDICATE)
    if not predicate:
        raise FormatError(f"Column {column + 1} has no predicate (V*).", where=where)
    return Frame(predicate, tuple(Filler(*one) for one in found if one[0] not in _PREDICATE))
