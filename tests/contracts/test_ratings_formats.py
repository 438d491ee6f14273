"""What holds for every format of ratings, found by its file: no row is lost silently."""

import csv
import io
import warnings
from typing import Any

import pytest
from tests.formats._examples import example_file, rating_examples

from tertium import formats
from tertium.core import plugins
from tertium.core.errors import DataWarning, FormatError
from tertium.human.columns import joined
from tertium.human.ratings import Ratings

EXAMPLES = rating_examples()
NAMES = tuple(EXAMPLES)
TABLES = [name for name in NAMES if EXAMPLES[name].delimiter]
HEADED = [name for name in NAMES if EXAMPLES[name].header]


def read(name: str, data: bytes) -> Ratings:
    """Ratings of a file, without warnings about dropped rows."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DataWarning)
        ratings: Ratings = plugins.load("formats.ratings", name).read(data, "x.de-en.csv")
    return ratings


def rows_used(name: str, ratings: Ratings) -> int:
    return len(joined(*(getattr(ratings, column) for column in EXAMPLES[name].key)).names)


def assert_accounted(name: str, data: bytes, rows: int) -> Ratings:
    ratings = read(name, data)
    assert rows_used(name, ratings) + len(ratings.dropped) == rows
    assert len({dropped.where for dropped in ratings.dropped}) == len(ratings.dropped)
    return ratings


def rewritten(name: str, change: Any) -> bytes:
    """The example with each list of cells changed."""
    delimiter = EXAMPLES[name].delimiter
    rows = csv.reader(io.StringIO(EXAMPLES[name].data(5).decode()), delimiter=delimiter)
    stream = io.StringIO()
    csv.writer(stream, delimiter=delimiter, lineterminator="\n").writerows(map(change, rows))
    return stream.getvalue().encode()


@pytest.mark.parametrize("name", formats.names("ratings"))
def test_its_test_file_has_an_example(name):
    assert example_file("ratings", name)
    assert name in EXAMPLES, "An example of ratings is an Example, of any number of rows."


@pytest.mark.parametrize("name", NAMES)
def test_every_row_of_a_good_file_is_used(name):
    data = EXAMPLES[name].data(5)
    assert formats.sniff("ratings", data) == name
    assert not assert_accounted(name, data, 5).dropped


@pytest.mark.parametrize("name", NAMES)
def test_cut_off(name):
    data = EXAMPLES[name].data(3)
    last = data[:-1].rindex(b"\n") + 1
    line = data.count(b"\n")
    for end in range(last + 1, len(data), max(1, (len(data) - last) // 50)):
        ratings = assert_accounted(name, data[:end], 3)
        assert {dropped.where for dropped in ratings.dropped} <= {f"x.de-en.csv:{line}"}


@pytest.mark.parametrize("name", HEADED)
def test_columns_in_another_order(name):
    ratings = assert_accounted(name, rewritten(name, lambda cells: cells[::-1]), 5)
    assert ratings.digest == read(name, EXAMPLES[name].data(5)).digest


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("line_end", [b"\n", b"\r\n", b"\r\r\n"])
@pytest.mark.parametrize("mark", [b"", b"\xef\xbb\xbf"])
@pytest.mark.parametrize("last", [b"", b"\n\n"])
def test_line_ends_and_a_byte_order_mark(name, line_end, mark, last):
    data = EXAMPLES[name].data(5)
    ratings = assert_accounted(name, mark + (data + last).replace(b"\n", line_end), 5)
    assert ratings.digest == read(name, data).digest


@pytest.mark.parametrize("name", NAMES)
def test_a_line_end_in_quotes(name):
    data = EXAMPLES[name].data(5)
    quoted = b'"two\nlines"' if EXAMPLES[name].delimiter else b'"two\\nlines"'
    changed = data.replace(EXAMPLES[name].word.encode(), quoted, 1)
    assert changed != data
    assert not assert_accounted(name, changed, 5).dropped


@pytest.mark.parametrize("name", TABLES)
def test_a_stray_quote_costs_its_own_row_at_most(name):
    word = EXAMPLES[name].word.encode()
    changed = EXAMPLES[name].data(5).replace(word, b'"' + word, 1)
    ratings = assert_accounted(name, changed, 5)
    assert len(ratings.dropped) <= 1


@pytest.mark.parametrize("name", TABLES)
def test_rows_of_too_few_cells_are_dropped_with_their_line(name):
    data = EXAMPLES[name].data(2) + b"x\n" + EXAMPLES[name].data(3).split(b"\n")[-2] + b"\n"
    line = 3 + bool(EXAMPLES[name].header)
    with pytest.warns(DataWarning, match=f"1 of 4 rows not used: .* the first in line {line}"):
        ratings = plugins.load("formats.ratings", name).read(data, "x.de-en.csv")
    assert rows_used(name, ratings) == 3
    assert [dropped.where for dropped in ratings.dropped] == [f"x.de-en.csv:{line}"]


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("rows", ["", "\n", "\n\n"])
def test_no_rows_at_all(name, rows):
    for header in {"", EXAMPLES[name].header}:
        with pytest.raises(FormatError) as caught:
            read(name, (header + rows).encode())
        assert caught.value.where.startswith("x.de-en.csv")


@pytest.mark.parametrize("name", TABLES)
def test_no_row_that_can_be_used(name):
    header = EXAMPLES[name].header
    with pytest.raises(FormatError) as caught:
        read(name, f"{header}\nx\ny\n".encode())
    line = 1 + bool(header) + (not header)
    assert str(caught.value).startswith(f"x.de-en.csv:{line}: None of the 2 rows can be used: ")


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_a_hundred_thousand_judgments(name):
    rows = EXAMPLES[name].large
    ratings = assert_accounted(name, EXAMPLES[name].data(rows), rows)
    assert len(ratings) >= 100_000
    assert not ratings.dropped
