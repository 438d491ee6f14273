"""Files of delimited cells, record by record."""

import csv
import io
from collections.abc import Iterator

from tertium.core import files

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


def _spoilt(line: str, delimiter: str) -> list[str]:
    try:
        return next(csv.reader([line], delimiter=delimiter), [""])
    except csv.Error:
        return line.split(delimiter)
