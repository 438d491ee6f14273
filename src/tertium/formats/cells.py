"""Files of delimited cells, record by record."""

import csv
import io
from collections.abc import Iterator

from tertium.core import files

Records = Iterator[tuple[int, list[str]]]


def records(text: str, delimiter: str = ",") -> Records:
    """Records of a text, each with the number of the line that it begins in.

    Cells in quotes may hold line ends. A misplaced or unclosed quote affects its own line only: the
    line is read as well as possible, and reading continues with the next line. Empty lines are not
    records.

    No line up to the one where reading failed closes the quote, so the lines in between are records
    of one line each. No line is read more than three times.
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
    """Cells of the first line of a file."""
    text = files.without_mark(head).decode("utf-8", "replace")
    return next(records(text, delimiter), (0, []))[1]


def _of_one_line(line: str, delimiter: str) -> list[str]:
    """Cells of a single line, misplaced quotes included."""
    try:
        return next(csv.reader([line], delimiter=delimiter), [])
    except csv.Error:
        return line.split(delimiter)
