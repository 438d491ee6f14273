"""Verification of a result file."""

from tertium.comparison.verification import Verification
from tertium.core.formatting import counted
from tertium.report.table import Table


def title(result: Verification) -> str:
    """The heading of a page."""
    return "Verification of a result"


def data(result: Verification) -> str:
    """The number of values that were compared."""
    return f"{counted(result.values, 'value')}."


def tables(result: Verification) -> list[Table]:
    """One row per value that differs."""
    rows = [[str(value) for value in row.values()] for row in result.to_rows()]
    return [Table(["where", "stored", "found"], rows, caption="Values that differ.")]


def text(result: Verification) -> str:
    """The values that differ."""
    return str(result)
