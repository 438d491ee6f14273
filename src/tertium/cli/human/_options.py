"""Options that the commands about human judgments share."""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, TypeVar

import click

from tertium.cli._options import member_of, output_option

if TYPE_CHECKING:
    from tertium.core.results import StoredResult
    from tertium.report.table import Table

F = TypeVar("F", bound=Callable[..., Any])
T = TypeVar("T", bound="StoredResult")


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
    """How files are read, and what is written; a result file is shown again."""
    input_format = click.option(
        "--input-format",
        default="",
        metavar="FORMAT",
        help="Format of the files, where their content does not tell.",
        shell_complete=member_of("formats.ratings"),
    )
    output = click.option(
        "--output", metavar="FILE", help="Write everything to a result file (.json)."
    )
    report = click.option("--report", metavar="FILE", help="Write a page to look at (.html).")
    return input_format(output(report(output_option(command))))


def domains_option(command: F) -> F:
    """Give the domains of documents."""
    return click.option(
        "--domains",
        metavar="FILE",
        help="Domain of each document, two columns of a TSV or CSV file: for signed-rank tests in"
        " each domain, and means of domains.",
    )(command)


def stored(kind: type[T], paths: Sequence[str]) -> T | None:
    """Give the result that a file holds, where the only one named is a result file."""
    from tertium.api.results import is_result, read_result_of

    return read_result_of(kind, paths[0]) if len(paths) == 1 and is_result(paths[0]) else None


def give(
    result: "StoredResult",
    tables: "list[Table]",
    output_format: str,
    output: str | None,
    report: str | None,
    title: str,
    summary: str,
) -> None:
    """Show a result, and write a result file and a page where they are asked for."""
    from tertium.report.table import flat_table, show

    if output:
        from tertium.api.results import write_result

        write_result(result, output)
    if report:
        from tertium.core.files import write_text
        from tertium.report.page import result_page

        write_text(report, result_page(title, summary, result))
    show(tables, result.to_dict, output_format, flat=lambda: flat_table(result.to_rows()))
