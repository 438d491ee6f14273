"""Options for human judgments: their files, and how they are prepared."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import click

from tertium.cli._declare import member_of, together
from tertium.core.errors import UsageError

if TYPE_CHECKING:
    from tertium.human.errors import Weights
    from tertium.human.ratings import Ratings

ratings_argument = click.argument("ratings", nargs=-1, required=True, metavar="RATINGS...")

ratings_option = click.option(
    "--ratings", multiple=True, metavar="FILE", help="Human judgments (repeatable)."
)

task_option = click.option(
    "--task", default="", metavar="TASK", help="Annotation task, if the files hold several."
)

quality_option = click.option(
    "--quality/--no-quality",
    default=None,
    help="Use only annotators who pass quality control.  [default: if degraded outputs were"
    " judged]",
)

include_machine_option = click.option(
    "--include-machine",
    "include_machines",
    multiple=True,
    metavar="NAME",
    help="Use the judgments of a machine annotator, too (repeatable).",
)

weights_option = click.option(
    "--weights",
    default="",
    metavar="NAME=WEIGHT,...",
    help="Weights of error severities: 'major=5,minor=1,critical=10'.",
)

domains_option = click.option(
    "--domains",
    metavar="FILE",
    help="Domain of each document, two columns of a TSV or CSV file: for signed-rank tests within"
    " domains, and means over domains.",
)

rename_option = click.option(
    "--rename",
    multiple=True,
    metavar="JUDGED=OUTPUT",
    help="Map a system name in the human judgments to an output (repeatable).",
)

joined_ratings_options = together(
    ratings_option,
    click.option(
        "--ratings-format",
        default="",
        metavar="FORMAT",
        help="Format of the human judgments, if their content does not show it.",
        shell_complete=member_of("formats.ratings"),
    ),
    rename_option,
    task_option,
    quality_option,
    include_machine_option,
)


def parsed_weights(text: str) -> "Weights":
    """Parse `--weights`."""
    from tertium.core.spec import parse_call
    from tertium.human.errors import Weights

    try:
        weights = parse_call(f"weights({text})")[1]
    except UsageError:
        raise UsageError(f"--weights must be NAME=WEIGHT,... Got {text!r} instead.") from None
    return Weights.of(weights)


def take_joined_ratings(options: dict[str, Any]) -> tuple["Ratings | None", dict[str, Any]]:
    """Remove the options for judgments of outputs from `options`.

    Returns:
        The judgments, None if no file of them is given; and the arguments that say how they are
        joined with outputs.
    """
    paths, ratings_format = options.pop("ratings"), options.pop("ratings_format")
    arguments = {name: options.pop(name) for name in ("task", "quality", "include_machines")}
    arguments["rename"] = renamed(options.pop("rename"))
    return (_read(paths, ratings_format) if paths else None), arguments


def _read(paths: Sequence[str], ratings_format: str) -> "Ratings":
    from tertium.api.read_ratings import read_ratings
    from tertium.core.errors import FormatError

    try:
        return read_ratings(paths, input_format=ratings_format)
    except FormatError as error:
        # Beside outputs, --input-format is the format of the outputs.
        error.hint = error.hint.replace("--input-format", "--ratings-format")
        raise


def renamed(options: Sequence[str]) -> dict[str, str]:
    """Names of outputs, by those of the judgments."""
    names: dict[str, str] = {}
    for text in options:
        judged, equals, output = text.partition("=")
        if not equals or not judged or not output:
            raise UsageError(f"--rename must be JUDGED=OUTPUT. Got {text!r} instead.")
        names[judged] = output
    return names
