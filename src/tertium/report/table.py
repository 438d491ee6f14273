"""A table: rows of cells, with sentences and notes below."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import field
from functools import cached_property
from typing import Any

from tertium.core.formatting import display_width, is_number, padded, visible
from tertium.core.frozen import frozen


@frozen
class Table:
    """Rows of cells under a header, with sentences below.

    Texts may contain names from files; control characters in them are escaped.

    Attributes:
        header: Names of the columns.
        rows: Cells, as printed.
        sentences: Sentences below the table.
        notes: Small print: sentences, and signatures as "name  signature".
        emphasis: Cells to print in bold, as (row, column).
        warned: Cells that show a problem, to print in red.
        raised: Superscripts of cells, by (row, column).
        caption: Caption, for LaTeX.
        heads: Number of leading columns that name a row.
        spare: Groups of columns to leave out, one after the other, if the terminal is narrow.
        column_notes: Notes that are left out with a column.
        elsewhere: The option that shows columns that were left out.
    """

    header: Sequence[str]
    rows: Sequence[Sequence[str]]
    sentences: Sequence[str] = ()
    notes: Sequence[str] = ()
    emphasis: frozenset[tuple[int, int]] = frozenset()
    warned: frozenset[tuple[int, int]] = frozenset()
    raised: Mapping[tuple[int, int], str] = field(default_factory=dict)
    caption: str = ""
    heads: int = 1
    spare: Sequence[Sequence[int]] = ()
    column_notes: Mapping[int, str] = field(default_factory=dict)
    elsewhere: str = ""

    def __post_init__(self) -> None:
        vars(self).update(
            header=visible_texts(self.header),
            rows=[visible_texts(row) for row in self.rows],
            sentences=visible_texts(self.sentences),
            notes=visible_texts(self.notes),
            caption=visible(self.caption),
        )

    @cached_property
    def numeric(self) -> tuple[bool, ...]:
        """Whether all cells of a column are numbers."""
        columns = list(zip(*self.rows, strict=True)) or [()] * len(self.header)
        return tuple(all(is_number(cell) for cell in column) for column in columns)

    @property
    def bold(self) -> frozenset[tuple[int, int]]:
        """Cells that are emphasized or warned of."""
        return self.emphasis | self.warned


def number(value: float, form: str) -> str:
    """Format a number; a dash if it is undefined."""
    return "–" if math.isnan(value) else format(value, form)


def flat_table(rows: Sequence[Mapping[str, Any]]) -> Table:
    """Table for a spreadsheet: numbers in full precision; undefined values are empty."""

    def cell(value: Any) -> str:
        if value is None or (isinstance(value, float) and not math.isfinite(value)):
            return ""
        return str(value).lower() if isinstance(value, bool) else str(value)

    header = list(rows[0]) if rows else []
    return Table(header, [[cell(row[name]) for name in header] for row in rows])


def visible_texts(texts: Sequence[str]) -> list[str]:
    """Escape characters that would steer a terminal."""
    return [visible(text) for text in texts]


def is_signature(note: str) -> bool:
    """Whether a note is a name and a signature, which no line may break."""
    return "  " in note


def with_raised(table: Table) -> list[list[str]]:
    """Cells with their superscripts, padded so that numbers stay aligned."""
    widths = [
        max(
            (display_width(text) for (_, c), text in table.raised.items() if c == column), default=0
        )
        for column in range(len(table.header))
    ]
    return [
        [
            f"{cell} {padded(table.raised.get((i, j), ''), widths[j], right=False)}"
            if widths[j]
            else cell
            for j, cell in enumerate(row)
        ]
        for i, row in enumerate(table.rows)
    ]
