"""Options for human judgments that are joined with outputs."""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, TypeVar

import click

from tertium.cli._options import member_of
from tertium.cli.human._options import quality_option, task_option

if TYPE_CHECKING:
    from tertium.human.ratings import Ratings

F = TypeVar("F", bound=Callable[..., Any])


def ratings_options(command: F) -> F:
    """Files of judgments, and how they are joined with outputs."""
    for decorate in reversed(
        [
            click.option(
                "--ratings",
                multiple=True,
                metavar="FILE",
                help="Human judgments of the outputs; several times for several files.",
            ),
            click.option(
                "--ratings-format",
                default="",
                metavar="NAME",
                help="Their format, where their content does not tell.",
                shell_complete=member_of("formats.ratings"),
            ),
            click.option(
                "--rename",
                multiple=True,
                metavar="JUDGED=OUTPUT",
                help="A system that judgments name otherwise; several times for several.",
            ),
            task_option,
            quality_option,
        ]
    ):
        command = decorate(command)
    return command


def read_judgments(paths: Sequence[str], ratings_format: str) -> "Ratings":
    """Read the files of --ratings."""
    from tertium.api.ratings import read_ratings
    from tertium.core.errors import FormatError

    try:
        return read_ratings(paths, input_format=ratings_format)
    except FormatError as error:
        # Beside outputs, --input-format is the format of these.
        error.hint = error.hint.replace("--input-format", "--ratings-format")
        raise


def renamed(options: Sequence[str]) -> dict[str, str]:
    """Names of outputs, by those of the judgments."""
    from tertium.core.errors import UsageError

    names: dict[str, str] = {}
    for text in options:
        judged, equals, output = text.partition("=")
        if not equals or not judged or not output:
            raise UsageError(f"{text!r} is not of the form JUDGED=OUTPUT.")
        names[judged] = output
    return names
