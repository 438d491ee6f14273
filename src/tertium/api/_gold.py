"""Gold standards from files: result files, and matrices of p-values."""

import math
import os
from dataclasses import dataclass

from tertium.api.gold import GoldResult
from tertium.api.rank import HumanRanking
from tertium.api.results import is_result, read_result
from tertium.core import files
from tertium.core.errors import DataError, FormatError, UsageError
from tertium.core.numbers import number_from
from tertium.core.plain import counted
from tertium.core.testset import digest
from tertium.inference.verdicts import PValues

# What stands in a cell without a p-value.
_NONE = ("", "-", "–", "nan", "na")


@dataclass(frozen=True)
class Gold:
    """What people say of all pairs of systems.

    Attributes:
        p_values: Of each system being better than each other, the same at every level.
        at_levels: Others for some levels, where they depend on it.
        source: What they rest on, for signatures.
    """

    p_values: PValues
    at_levels: dict[float, PValues]
    source: str

    def at(self, level: float) -> PValues:
        """P-values at a level."""
        if not self.at_levels:
            return self.p_values
        if level not in self.at_levels:
            known = ", ".join(f"{one:g}" for one in self.at_levels)
            raise UsageError(
                f"The gold standard was not combined at the level {level:g}.",
                hint=f"It was at {known}: choose of these with --levels or --gold-level.",
            )
        return self.at_levels[level]


def read_gold(path: str | os.PathLike[str]) -> Gold:
    """Read a gold standard: a result of `tertium human gold` or `human rank`, or a matrix."""
    origin = os.fspath(path)
    if not is_result(path):
        matrix = _matrix(path)
        return Gold(matrix, {}, f"p-values:{digest([repr(matrix)])}")
    result = read_result(path)
    if isinstance(result, GoldResult):
        combined = {one.level: one.p_values for one in result.gold.combined}
        return Gold(result.gold.adequacy, combined, result.signature)
    if isinstance(result, HumanRanking) and result.ranking is not None:
        if result.ranking.settings.alternative != "greater":
            raise DataError(
                "The ranking does not rest on one-sided tests.",
                where=origin,
                hint="Rank again without --alternative.",
            )
        return Gold(result.ranking.p_values, {}, result.signature)
    raise DataError(
        f"A result of `tertium {result.result}` has no verdicts of people.",
        where=origin,
        hint="Give one of `tertium human gold` or `tertium human rank`, or a matrix of p-values.",
    )


def _matrix(path: str | os.PathLike[str]) -> PValues:
    """P-values of the row being better than the column, under a header with names."""
    from tertium.formats._cells import records

    origin = os.fspath(path)
    text = files.read_text(path)
    rows = list(records(text, "\t" if "\t" in text.split("\n", 1)[0] else ","))
    if len(rows) < 3:
        raise FormatError(
            "Expected a header and a row for each of two systems or more, found"
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
            why = "is there twice" if cells[0] in matrix else "is not in the header"
            raise FormatError(f"The system {cells[0]!r} {why}.", where=where)
        matrix[cells[0]] = [
            math.nan if name == cells[0] else _p_value(cell, name, where)
            for name, cell in zip(names, cells[1:], strict=True)
        ]
    lacking = [name for name in names if name not in matrix]
    if lacking or len(set(names)) < len(names):
        said = f"There is no row for {lacking[0]!r}." if lacking else "A system is there twice."
        raise FormatError(said, where=origin)
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
