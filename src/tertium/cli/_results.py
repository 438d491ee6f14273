"""Options for results: their format, and the files that a command writes."""

import sys
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

import click
from click.core import ParameterSource

from tertium.cli._declare import together
from tertium.cli._outputs import OutputFile, force_option, write_and_show
from tertium.cli._types import Choice
from tertium.core.errors import UsageError
from tertium.core.formatting import FORMATS

if TYPE_CHECKING:
    from tertium.comparison.verification import Verification
    from tertium.core.results import StoredResult

T = TypeVar("T", bound="StoredResult")

format_option = click.option(
    "-f",
    "--format",
    "output_format",
    type=Choice(FORMATS),
    default="table",
    show_default=True,
    help="Format of the output.",
)

explain_option = click.option(
    "--explain", is_flag=True, help="Show all tables, and explain the numbers in them."
)

report_option = click.option(
    "--report", type=OutputFile(), metavar="FILE", help="Write an HTML report (.html)."
)

result_options = together(
    click.option(
        "-o",
        "--output",
        type=OutputFile(),
        metavar="FILE",
        help="Write the result to a file (.json), which this command can show again.",
    ),
    report_option,
    force_option,
    explain_option,
    format_option,
)


class Outputs(NamedTuple):
    """Where a result goes."""

    output_format: str
    output: str | None
    report: str | None
    explain: bool


def take_outputs(options: dict[str, Any]) -> Outputs:
    """Remove the options of a result from `options`."""
    return Outputs(**{name: options.pop(name) for name in Outputs._fields})


def emit_result(
    result: "StoredResult",
    outputs: Outputs,
    *more: Callable[[], None],
    **how: Any,
) -> None:
    """Show a result, and write its files and the files of `more`.

    Args:
        result: The result.
        outputs: Where it goes.
        more: Functions that write other files.
        how: Options of presentations that only some results have, such as the number of `digits`.
    """
    from tertium.report.presentation import show_result

    writes = list(more)
    output_format, output, report, explain = outputs
    if output:
        from tertium.api.write_result import write_result

        writes.append(lambda: write_result(result, output))
    if report:
        from tertium.core.files import write_text
        from tertium.report.page import result_page

        writes.append(lambda: write_text(report, result_page(result)))
    write_and_show(writes, lambda: show_result(result, output_format, explain=explain, **how))


def read_stored_result(kind: type[T], paths: Sequence[str]) -> T | None:
    """Return the result in a file, if the only path is that of a result file.

    If the paths are two result files, show how they differ, and end the command.
    """
    from tertium.formats.result_files import is_result, read_result, read_result_of

    results = [path for path in paths if is_result(path)]
    if not results:
        return None
    if len(paths) == len(results) == 2:
        from tertium.comparison.verification import compared

        _refuse_computing_options(paths[0])
        context = click.get_current_context()
        show_verification(compared(*map(read_result, results)), context.params["output_format"])
        context.exit(0)
    if len(paths) > 1:
        raise UsageError(
            f"{results[0]} is a result file and must be the only argument.",
            hint="To compare two result files, give exactly those two.",
        )
    result = read_result_of(kind, paths[0])
    _refuse_computing_options(paths[0])
    return result


def show_verification(verification: "Verification", output_format: str) -> None:
    """Show which numbers differ; the exit code is 1 if any does."""
    from tertium.report.presentation import show_result

    show_result(verification, output_format)
    if verification.changes:
        sys.exit(1)


# Options that change how a stored result is shown, or do not change it at all.
_OPTIONS_TO_SHOW = (
    *("output_format", "output", "report", "plot", "parameters", "width"),
    *("require", "require_scope", "explain", "force", "quiet", "jobs", "engine", "help"),
)


def _refuse_computing_options(path: str) -> None:
    """Refuse options that could only change how a stored result was computed."""
    context = click.get_current_context()
    given = [
        max(parameter.opts, key=len)
        for parameter in context.command.get_params(context)
        if isinstance(parameter, click.Option)
        and parameter.name not in _OPTIONS_TO_SHOW
        and context.get_parameter_source(str(parameter.name)) is ParameterSource.COMMANDLINE
    ]
    if given:
        raise UsageError(
            f"{path} is a result file, to which these options do not apply: {', '.join(given)}.",
            hint="Give them with the files that the result was computed from.",
        )
