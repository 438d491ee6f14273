"""Options for human judgments that are joined with outputs."""

from collections.abc import Callable, Sequence
from typing import Any, TypeVar

import click

from tertium.cli._options import member_of
from tertium.cli.human._options import quality_option, task_option

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
