"""Fit a table to the width of a terminal: leave out columns, or break it into parts."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from tertium.core import wording
from tertium.core.formatting import display_width
from tertium.report.table import Table, with_raised

# Space between columns.
_BETWEEN = 2


def _widths(table: Table) -> list[int]:
    """Width of each column, with the space after it."""
    columns = zip(table.header, *with_raised(table), strict=True)
    return [max(map(display_width, column)) + _BETWEEN for column in columns]


def fitted(table: Table, width: int) -> Table:
    """Leave out groups of columns until the table fits a width; a note names them."""
    widths, left_out = _widths(table), list[int]()
    for columns in table.spare:
        if sum(widths) - sum(widths[j] for j in left_out) - _BETWEEN <= width:
            break
        left_out += columns
    if not left_out:
        return table
    names = ", ".join(dict.fromkeys(table.header[j] for j in sorted(left_out)))
    kept = _columns(table, [j for j, _ in enumerate(table.header) if j not in left_out])
    option = table.elsewhere or wording.option("format", "csv")
    without = {table.column_notes.get(j) for j in left_out}
    notes = [note for note in table.notes if note not in without]
    return replace(kept, notes=[f"Not shown at this width: {names} (see {option}).", *notes])


def parts_of(table: Table, width: int) -> Iterator[Table]:
    """Break a table of many numbers to fit a width: some columns each, all with the heads."""
    widths, heads = _widths(table), list(range(table.heads))
    if not all(table.numeric[1:]) or sum(widths) - _BETWEEN <= width:
        yield table
        return
    begin, beside = table.heads, sum(widths[: table.heads])
    while begin < len(widths):
        end = begin + 1
        while end < len(widths) and beside + sum(widths[begin : end + 1]) - _BETWEEN <= width:
            end += 1
        yield _columns(table, [*heads, *range(begin, end)])
        begin = end


def _columns(table: Table, chosen: Sequence[int]) -> Table:
    """Some columns of a table."""
    places = {old: new for new, old in enumerate(chosen)}
    return replace(
        table,
        header=[table.header[j] for j in chosen],
        rows=[[row[j] for j in chosen] for row in table.rows],
        emphasis=frozenset((i, places[j]) for i, j in table.emphasis if j in places),
        warned=frozenset((i, places[j]) for i, j in table.warned if j in places),
        raised={(i, places[j]): text for (i, j), text in table.raised.items() if j in places},
        spare=(),
        column_notes={},
    )
