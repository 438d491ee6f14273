"""Options for the files of a test set."""

from collections.abc import Callable
from typing import Any

import click

from tertium.cli._declare import F, member_of, together
from tertium.core.errors import UsageError

language_pair_option = click.option(
    "-l",
    "--language-pair",
    "language_pair",
    default="",
    metavar="SOURCE-TARGET",
    help="Language pair, as in de-en.",
)


def input_format_option(kind: str) -> Callable[[F], F]:
    """`--input-format`, the format of the files.

    Args:
        kind: What the files hold, a folder of formats: "testset", "ratings".
    """
    return click.option(
        "--input-format",
        default="",
        metavar="FORMAT",
        help="Format of the input files, if their content does not show it.",
        shell_complete=member_of(f"formats.{kind}"),
    )


def _testset_options(*test_set: str) -> Callable[[F], F]:
    """Options for the files of a test set; `test_set` spells the option of a standard one."""
    return together(
        click.argument("systems", nargs=-1, metavar="[SYSTEM]..."),
        click.option(
            "-r",
            "--reference",
            "references",
            multiple=True,
            metavar="FILE",
            help="Reference translation (repeatable).",
        ),
        click.option("-s", "--source", metavar="FILE", help="Source text."),
        click.option(
            "--documents",
            metavar="FILE",
            help="Document of each segment, one document id per line.",
        ),
        click.option(
            "--layer",
            "layers",
            multiple=True,
            metavar="NAME=[SYSTEM=]FILE",
            help="Additional data for a metric, see `tertium metrics` (repeatable).",
        ),
        click.option(
            *test_set,
            "test_set",
            default="",
            metavar="NAME",
            help="Standard test set, as in wmt22, in place of -r; needs -l.",
        ),
        click.option(
            "--download", is_flag=True, help="Download the test set if it is not on this machine."
        ),
        language_pair_option,
        input_format_option("testset"),
        click.option(
            "--allow",
            multiple=True,
            metavar="CHECK",
            help="Ignore the findings of a check, see `tertium check` (repeatable).",
            shell_complete=member_of("checks"),
        ),
    )


testset_options = _testset_options("--test-set")
# Where -t is not a significance test.
short_testset_options = _testset_options("-t", "--test-set")

scores_option = click.option(
    "--scores",
    multiple=True,
    metavar="FILE",
    help="Segment scores from another program; no texts are needed (repeatable).",
)

_INPUTS = (
    *("systems", "references", "source", "documents", "test_set", "download"),
    *("language_pair", "input_format"),
)


def take_inputs(options: dict[str, Any]) -> dict[str, Any]:
    """Remove the options above from `options`, and return the arguments of `tertium.read`.

    Scores, if a command takes them, are a layer.
    """
    layers = *options.pop("layers"), *(f"scores={file}" for file in options.pop("scores", ()))
    allow = [name for names in options.pop("allow") for name in names.split(",")]
    inputs = {name: options.pop(name) for name in _INPUTS}
    return {**inputs, "layers": _files_of_layers(layers), "allow": allow}


def _files_of_layers(options: tuple[str, ...]) -> dict[str, list[str]]:
    layers: dict[str, list[str]] = {}
    for text in options:
        name, equals, files = text.partition("=")
        if not equals or not name or not files:
            raise UsageError(f"--layer must be NAME=[SYSTEM=]FILE. Got {text!r} instead.")
        layers.setdefault(name, []).append(files)
    return layers
