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

    Up to the line where reading failed no line closed the quote, so it closes none that the lines
    in between leave open: these are records of one line. No line is then read more than three
    times.
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
            failed = begin + reader.line_num - 1
            for i in range(number, max(failed, number + 1)):
                if cells := _of_one_line(lines[i], delimiter):
                    yield i + 1, cells
            begin = max(failed, number + 1)


def first_record(head: bytes, delimiter: str = ",") -> list[str]:
    """Cells of the first line of a file, whatever it is."""
    text = files.without_mark(head).decode("utf-8", "replace")
    return next(records(text, delimiter), (0, []))[1]


def _of_one_line(line: str, delimiter: str) -> list[str]:
    """Cells of a line by itself, quotes that are out of place and all."""
    try:
        return next(csv.reader([line], delimiter=delimiter), [])
    except csv.Error:
        return line.split(delimiter)
