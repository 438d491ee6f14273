"""Options that the commands about metrics share."""

from collections.abc import Callable
from typing import Any, TypeVar

import click

from tertium.cli._options import member_of

F = TypeVar("F", bound=Callable[..., Any])


def scores_options(command: F) -> F:
    """How scores of metrics and people are read."""
    for decorate in reversed(
        [
            click.option(
                "--gold", default="human", show_default=True, help="Name of the human scores."
            ),
            click.option(
                "-l",
                "--language-pair",
                "languages",
                default="",
                metavar="SOURCE-TARGET",
                help="Languages, where there are several: de-en.",
            ),
            click.option(
                "--without",
                multiple=True,
                metavar="SYSTEM",
                help="Leave out a system; patterns as for files: 'Human-*'.",
            ),
            click.option(
                "--outliers/--no-outliers",
                default=True,
                help="Keep systems whose human score is far from all others, as WMT did not.",
            ),
            click.option(
                "--lower-is-better",
                multiple=True,
                metavar="METRIC",
                help="Turn the sign of a metric, such as an error rate.",
            ),
            click.option(
                "--input-format",
                default="",
                metavar="FORMAT",
                help="Format of the files, where their content does not tell.",
                shell_complete=member_of("formats.scores"),
            ),
        ]
    ):
        command = decorate(command)
    return command


def take_reading(options: dict[str, Any]) -> dict[str, Any]:
    """Take the options above out of all, as what `tertium.read_scores` takes."""
    names = ("gold", "languages", "without", "outliers", "lower_is_better", "input_format")
    reading = {name: options.pop(name) for name in names}
    turned = reading["lower_is_better"]
    reading["lower_is_better"] = [name for names in turned for name in names.split(",")]
    return reading
