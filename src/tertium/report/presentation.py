"""Presentation of a result: its title, summary, tables and charts.

The file in `report/results/` that has the name of a result presents it: `human_rank.py` presents
the result of `tertium human rank`. Such a file defines

- `title(result)`: the heading of a page;
- `data(result)`: the data of the result, in a sentence;
- `summary(result)`: the answer, in a few sentences;
- `tables(result)`: all tables, with every note;
- `brief(result)`: tables that fit a screen, with short notes, if `tables` are longer;
- `charts(result)`: charts by kind, the most suitable first, if there are any;
- `text(result)`: text for a terminal, if a table would be hard to read.
"""

import sys
from collections.abc import Callable, Mapping
from types import ModuleType
from typing import Any

from tertium.core import plugins
from tertium.core.formatting import visible
from tertium.core.results import Result
from tertium.report.table import Table, flat_table
from tertium.report.terminal import show

FOLDER = "report.results"


def member(result: Result) -> ModuleType:
    """The file that presents a result."""
    return plugins.load(FOLDER, result.result.replace(" ", "-"))


def title(result: Result) -> str:
    """The heading of a page about a result."""
    return str(member(result).title(result))


def data(result: Result) -> str:
    """The data of a result."""
    return str(member(result).data(result))


def summary(result: Result) -> list[str]:
    """The answer, in a few sentences."""
    return list(getattr(member(result), "summary", lambda _: [])(result))


def tables(result: Result, *, explain: bool = True, **how: Any) -> list[Table]:
    """All tables of a result, or those that fit a screen.

    Args:
        result: Any result.
        explain: Whether to return all tables, with all notes.
        how: Options of some results, such as the number of `digits`.
    """
    presented = member(result)
    shown = presented.tables if explain else getattr(presented, "brief", presented.tables)
    return list(shown(result, **how))


def charts(result: Result) -> Mapping[str, Callable[[], list[Any]]]:
    """Charts of a result by kind, the most suitable first."""
    drawn: Mapping[str, Callable[[], list[Any]]] = getattr(member(result), "charts", _none)(result)
    return drawn


def _none(result: Result) -> Mapping[str, Callable[[], list[Any]]]:
    return {}


def show_result(
    result: Result, output_format: str = "table", *, explain: bool = False, **how: Any
) -> None:
    """Write a result to standard output: the answer first, then tables and notes.

    Args:
        result: Any result.
        output_format: "table", "json", "tsv", "csv", "markdown" or "latex".
        explain: Whether to show all tables, with all notes, if the format is "table".
        how: Options of some results, such as the number of `digits`.
    """
    presented = member(result)
    if output_format == "table" and hasattr(presented, "text"):
        sys.stdout.write(visible(presented.text(result), keep="\n") + "\n")
        return
    show(
        tables(result, explain=explain or output_format != "table", **how),
        result.to_dict,
        output_format,
        flat=lambda: flat_table(result.to_rows()),
        summary=summary(result),
    )
