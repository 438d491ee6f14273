"""Options that the commands about human judgments share."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar

import click

from tertium.cli._options import member_of, output_option

if TYPE_CHECKING:
    from tertium.core.results import Result
    from tertium.report.table import Table

F = TypeVar("F", bound=Callable[..., Any])


def ratings_argument(command: F) -> F:
    """Give the files of ratings."""
    return click.argument("ratings", nargs=-1, required=True, metavar="RATINGS...")(command)


def task_option(command: F) -> F:
    """Give the task, where the files hold several."""
    return click.option(
        "--task", default="", metavar="TASK", help="What was judged, where there are several tasks."
    )(command)


def languages_option(command: F) -> F:
    """Give the language pair, where the files hold several."""
    return click.option(
        "-l",
        "--language-pair",
        "languages",
        default="",
        metavar="SOURCE-TARGET",
        help="Languages, where there are several: de-en.",
    )(command)


def quality_option(command: F) -> F:
    """Whether annotators are judged first."""
    return click.option(
        "--quality/--no-quality",
        default=None,
        help="Take only annotators who can tell outputs from degraded ones.  [default: where"
        " degraded ones were shown]",
    )(command)


def result_options(command: F) -> F:
    """How files are read, and what is written."""
    input_format = click.option(
        "--input-format",
        default="",
        metavar="FORMAT",
        help="Format of the files, where their content does not tell.",
        shell_complete=member_of("formats.ratings"),
    )
    report = click.option("--report", metavar="FILE", help="Write a page to look at (.html).")
    return input_format(report(output_option(command)))


def give(
    result: "Result",
    tables: "list[Table]",
    output_format: str,
    report: str | None,
    title: str,
) -> None:
    """Show a result, and write a page where one is asked for."""
    from tertium.report.table import flat_table, show

    if report:
        from tertium.core.files import write_text
        from tertium.report.page import result_page

        write_text(report, result_page(title, "By human judgments.", result))
    show(tables, result.to_dict, output_format, flat=lambda: flat_table(result.to_rows()))
