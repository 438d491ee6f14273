"""Matrices of p-values: a header with the names of systems, and one row per system."""

import math
import os

from tertium.core import files
from tertium.core.errors import DataError, FormatError
from tertium.core.formatting import counted
from tertium.core.numbers import number_from
from tertium.formats.cells import records
from tertium.inference.verdicts import PValues

# Cells without a p-value.
_NONE = ("", "-", "–", "nan", "na")


def read_p_values(path: str | os.PathLike[str]) -> PValues:
    """Read p-values of the row's system being better than the column's system."""
    origin = os.fspath(path)
    text = files.read_text(path)
    rows = list(records(text, "\t" if "\t" in text.split("\n", 1)[0] else ","))
    if len(rows) < 3:
        raise FormatError(
            "Expected a header and one row for each of at least two systems, found"
            f" {counted(len(rows), 'line')}.",
            where=origin,
        )
    names = tuple(rows[0][1][1:])
    matrix: dict[str, list[float]] = {}
    for line, cells in rows[1:]:
        where = f"{origin}:{line}"
        if len(cells) != len(names) + 1:
            raise FormatError(
                f"Expected {counted(len(names) + 1, 'cell')}, as in the header, found"
                f" {len(cells):,}.",
                where=where,
            )
        if cells[0] not in names or cells[0] in matrix:
            why = "occurs twice" if cells[0] in matrix else "is not in the header"
            raise FormatError(f"The system {cells[0]!r} {why}.", where=where)
        matrix[cells[0]] = [
            math.nan if name == cells[0] else _p_value(cell, name, where)
            for name, cell in zip(names, cells[1:], strict=True)
        ]
    lacking = [name for name in names if name not in matrix]
    if lacking or len(set(names)) < len(names):
        message = f"There is no row for {lacking[0]!r}." if lacking else "A system occurs twice."
        raise FormatError(message, where=origin)
    for i, one in enumerate(names):
        for j, other in enumerate(names[:i]):
            if math.isnan(matrix[one][j]) and math.isnan(matrix[other][i]):
                raise DataError(f"There is no p-value for {other!r} and {one!r}.", where=origin)
    return PValues(names, tuple(tuple(matrix[name]) for name in names))


def _p_value(cell: str, column: str, where: str) -> float:
    if cell.strip().lower() in _NONE:
        return math.nan
    try:
        p = number_from(cell)
    except ValueError:
        p = math.nan
    if not 0 <= p <= 1:
        raise FormatError(
            f"Expected a p-value between 0 and 1 in the column {column!r}, found {cell!r}.",
            where=where,
        )
    return p
