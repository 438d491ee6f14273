"""Write rows of named cells as CSV or JSON Lines."""

import csv
import json
from collections.abc import Mapping, Sequence
from typing import Any

from tertium.core import files
from tertium.core.errors import UsageError
from tertium.core.formatting import no_formula

SUFFIXES = (".csv", ".jsonl")


def check_suffix(path: str) -> None:
    """Refuse a name whose ending is neither .csv nor .jsonl."""
    if not path.endswith(SUFFIXES):
        raise UsageError(
            f"The name {path!r} does not end in {' or '.join(SUFFIXES)}.",
            hint="The ending decides the format.",
        )


def write_rows(path: str, columns: Sequence[str], rows: Sequence[Mapping[str, Any]]) -> None:
    """Write rows to a file.

    Args:
        path: The file; its ending decides the format.
        columns: Names of the cells, in order.
        rows: Cells by name. A cell that a row lacks is empty. In CSV, lists are joined by ";", and
            texts that a spreadsheet would take for a formula begin with an apostrophe.
    """
    check_suffix(path)
    with files.writing(path) as file:
        if path.endswith(".jsonl"):
            for row in rows:
                file.write(json.dumps(row, ensure_ascii=False) + "\n")
            return
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(columns)
        for row in rows:
            writer.writerow([_cell(row.get(name)) for name in columns])


def _cell(value: Any) -> str:
    if value is None:
        return ""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list):
        return no_formula(";".join(map(str, value)))
    return no_formula(value) if isinstance(value, str) else str(value)
