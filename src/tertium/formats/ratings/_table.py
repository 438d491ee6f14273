"""Files of delimited cells, with a header or without."""

import csv
import io
from collections.abc import Iterator, Sequence

from tertium.core import files
from tertium.core.errors import FormatError
from tertium.core.plain import counted
from tertium.formats.ratings._judgments import Judgments

# What else columns of our own are called.
_OTHER_WORDS = {
    "annotator": ("rater", "judge", "user", "username", "worker", "workerid", "evaluator"),
    "system": ("model", "engine", "mt", "sys"),
    "value": ("score", "rating", "judgment", "rank"),
    "segment": ("segment_id", "seg", "id", "item"),
}

Records = Iterator[tuple[int, list[str]]]


def records(text: str, delimiter: str = ",") -> Records:
    """Records of a text, each with the number of the line that it begins in.

    Cells in quotes may hold line ends. A quote that is out of place or never closed spoils its own
    line only: that is read as well as possible, and reading goes on with the next one. Empty lines
    are no records.
    """
    lines = list(io.StringIO(text, newline="\n"))
    begin = 0
    while begin < len(lines):
        rest = map(lines.__getitem__, range(begin, len(lines)))
        reader = csv.reader(rest, delimiter=delimiter, strict=True)
        number = begin
        try:
            for cells in reader:
                if cells:
                    yield number + 1, cells
                number = begin + reader.line_num
            return
        except csv.Error:
            yield number + 1, _spoilt(lines[number], delimiter)
            begin = number + 1


def first_record(head: bytes, delimiter: str = ",") -> list[str]:
    """Cells of the first line of a file, whatever it is."""
    text = files.without_mark(head).decode("utf-8", "replace")
    return next(records(text, delimiter), (0, []))[1]


def header_of(found: Records, needed: Sequence[str], origin: str) -> list[str]:
    """Take the header from the records, and check that it has what is needed, once."""
    line, header = next(found, (1, []))
    for name in needed:
        if name not in header:
            raise FormatError(lacking(name, header, needed), where=f"{origin}:{line}")
    for name in header:
        if name and header.count(name) > 1:
            raise FormatError(f"Two columns are named {name}.", where=f"{origin}:{line}")
    return header


def lacking(name: str, header: Sequence[str], needed: Sequence[str]) -> str:
    """Say that a column is missing, and which one of those that are there may be it."""
    near = meant(name, header, needed)
    said = f" Is it the one named {near!r}? Then name it {name!r}." if near else ""
    return f"No column {name} in the header.{said}"


def meant(name: str, header: Sequence[str], needed: Sequence[str]) -> str:
    """Name of a column that may be the one wanted: misspelt, or by another word; empty if none."""
    from difflib import get_close_matches

    others = {one.strip().lower(): one for one in header if one not in needed}
    same = [word for word in (name, *_OTHER_WORDS.get(name, ())) if word in others]
    near = same or get_close_matches(name, others, n=1, cutoff=0.75)
    return others[near[0]] if near else ""


def named(
    found: Records, header: Sequence[str], judgments: Judgments, least: int = 0
) -> Iterator[tuple[int, dict[str, str]]]:
    """Records by the names of their columns; those of another size than the header are dropped.

    With `least`, the last columns may be missing: so many there must be.
    """
    for line, cells in found:
        if (least or len(header)) <= len(cells) <= len(header):
            yield line, dict(zip(header, cells, strict=False))
        else:
            judgments.drop(line, f"{counted(len(cells), 'cell')} instead of {len(header):,}")


def _spoilt(line: str, delimiter: str) -> list[str]:
    try:
        return next(csv.reader([line], delimiter=delimiter), [""])
    except csv.Error:
        return line.split(delimiter)
