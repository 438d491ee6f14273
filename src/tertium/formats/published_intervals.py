"""Tables of published correlations with their confidence intervals."""

import math
import re

from tertium.core import files, wording
from tertium.core.errors import FormatError
from tertium.core.formatting import counted
from tertium.core.numbers import number_from
from tertium.meta.audit import Published

# Names of columns in published tables.
_NAMES = {
    "metric": ("metric",),
    "r": ("r", "correlation", "pearson"),
    "n": ("n", "systems"),
    "interval": ("ci", "interval", "±", "+-", "reported"),
    "low": ("low", "lower"),
    "high": ("high", "upper"),
}


def read_published(path: str, n: int | None) -> list[Published]:
    """Read a table; `n` is the number of systems, if the table has no column for it."""
    lines = files.record_lines(files.read_bytes(path), path)
    if not lines:
        raise FormatError("The table is empty.", where=path)
    # White space separates cells if nothing else does; a sign before a number belongs to it.
    between = next((mark for mark in ("\t", ",") if mark in lines[0]), None)
    header = [cell.strip().lower() for cell in lines[0].split(between)]
    places = {
        name: next((i for i, cell in enumerate(header) if cell in known), None)
        for name, known in _NAMES.items()
    }
    wanted = ["metric", "r", *(["n"] if n is None else [])]
    wanted += ["interval"] if places["low"] is None or places["high"] is None else []
    for name in wanted:
        if places[name] is None:
            raise FormatError(
                f"No column {_NAMES[name][0]!r}; the columns are {', '.join(header)}.",
                where=f"{path}:1",
                hint=f"Give the number of systems with {wording.option('n')}."
                if name == "n"
                else "",
            )
    found = [
        _published(_cells(line, between), header, places, n, f"{path}:{number}")
        for number, line in enumerate(lines[1:], 2)
    ]
    if not found:
        raise FormatError("No correlations.", where=path)
    return found


def _cells(line: str, between: str | None) -> list[str]:
    return re.sub(r"(±|\+-)\s+", r"\1", line).split(between)


def _published(
    cells: list[str], header: list[str], places: dict[str, int | None], n: int | None, where: str
) -> Published:
    if len(cells) != len(header):
        raise FormatError(
            f"{counted(len(cells), 'column')}; the header has {len(header)}.", where=where
        )

    def number(name: str) -> float:
        place = places[name]
        assert place is not None
        text = cells[place].strip().lstrip("±").removeprefix("+-").strip()
        try:
            value = number_from(text)
        except ValueError:
            value = math.nan
        if not math.isfinite(value):
            raise FormatError(f"{text!r} in column {header[place]} is not a number.", where=where)
        return value

    r = number("r")
    if abs(r) > 1:
        raise FormatError(f"A correlation of {r:g} is not possible.", where=where)
    if places["low"] is not None and places["high"] is not None:
        low, high = number("low"), number("high")
    else:
        half = number("interval")
        low, high = r - half, r + half
    if not low <= r <= high:
        raise FormatError(
            f"[{low:g}, {high:g}] is not an interval that contains {r:g}.", where=where
        )
    metric = places["metric"]
    assert metric is not None
    systems = number("n") if n is None else n
    if systems != int(systems) or systems < 1:
        raise FormatError(f"{systems:g} is not a number of systems.", where=where)
    return Published(cells[metric].strip(), r, low, high, int(systems))
