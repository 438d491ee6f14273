"""Records of delimited cells, whatever their quotes."""

import csv
import io

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tertium.formats.cells import first_record, records


def one_restart_after_another(text: str) -> list[tuple[int, list[str]]]:
    """The same by definition: a line that cannot be read is read alone, then all that follow."""
    lines = list(io.StringIO(text, newline="\n"))
    found, begin = [], 0
    while begin < len(lines):
        reader = csv.reader(lines[begin:], strict=True)
        number = begin
        try:
            for cells in reader:
                if cells:
                    found.append((number + 1, cells))
                number = begin + reader.line_num
            break
        except csv.Error:
            try:
                found.append((number + 1, next(csv.reader([lines[number]]))))
            except csv.Error:
                found.append((number + 1, lines[number].split(",")))
            begin = number + 1
    return found


@given(st.lists(st.sampled_from(['"', ",", "\n", "a", "\r", '""', '","', '"\n']), max_size=40))
def test_a_quote_spoils_its_own_line_only(parts):
    text = "".join(parts)
    assert list(records(text)) == one_restart_after_another(text)


def test_lines_with_quotes_out_of_place_are_read_once_not_once_for_each_other():
    """A hundred thousand such lines took minutes; a tenth of a second is no matter of the clock."""
    lines = 100_000
    found = list(records('a","b\n' * lines))
    assert len(found) == lines
    assert found[-1] == (lines, ['a"', "b\n"])


@pytest.mark.parametrize("mark", [b"", b"\xef\xbb\xbf"])
def test_the_first_record(mark):
    assert first_record(mark + b'a,"b\nc",d\ne') == ["a", "b\nc", "d"]
