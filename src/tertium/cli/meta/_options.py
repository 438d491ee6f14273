"""Options that the commands about metrics share."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar

import click

from tertium.cli._options import output_option

if TYPE_CHECKING:
    from tertium.core.results import Result
    from tertium.report.table import Table

F = TypeVar("F", bound=Callable[..., Any])


def result_options(command: F) -> F:
    """What is written."""
    report = click.option("--report", metavar="FILE", help="Write a page to look at (.html).")
    output = click.option("--output", metavar="FILE", help="Write the result to a file (.json).")
    return report(output(output_option(command)))


def give(
    result: "Result",
    tables: "list[Table]",
    *,
    title: str,
    summary: str,
    output_format: str,
    report: str | None,
    output: str | None,
) -> None:
    """Show a result, and write the files that are asked for."""
    from tertium.report.table import flat_table, show

    if report:
        from tertium.core.files import write_text
        from tertium.report.page import result_page

        write_text(report, result_page(title, summary, result))
    if output:
        import json

        from tertium.core.files import write_text

        write_text(output, json.dumps(result.to_dict(), ensure_ascii=False, indent=2) + "\n")
    show(tables, result.to_dict, output_format, flat=lambda: flat_table(result.to_rows()))
