"""Convert files between formats."""

from typing import Any

import click

from tertium.cli._command import Command
from tertium.cli._outputs import OutputFileOrFolder, force_option
from tertium.cli._testset import take_inputs, testset_options
from tertium.core.errors import UsageError


@click.command(cls=Command)
@testset_options
@click.option(
    "-o",
    "--output",
    type=OutputFileOrFolder(),
    metavar="FILE",
    help="File or directory to write; - is standard output.",
)
@click.option(
    "--kind",
    default="",
    metavar="KIND",
    help="Kind of data: testset, scores, frames, ratings.",
)
@click.option(
    "-f", "--format", "output_format", default="", metavar="NAME", help="Format to write."
)
@force_option
def command(output: str | None, kind: str, output_format: str, **options: Any) -> None:
    """Convert files between formats.

    The name of the output, or --format, decides the format. A directory (a name that ends in a
    slash) gets plain text files. Several files of ratings are merged into one.

    \b
    Examples:
      tertium convert wmttest2022.de-en.all.xml -o out/
      tertium convert -r ref.txt -s src.txt a.txt b.txt -o all.jsonl
      tertium convert scores.tsv -o scores.jsonl
      tertium convert system.conll -o frames.jsonl
      tertium convert batch/Batch_*.csv -o all.csv
    """
    from tertium.api.convert import convert
    from tertium.api.read import read
    from tertium.formats.conversion import check_output, kind_of, read_files

    inputs = take_inputs(options)
    systems = inputs["systems"]
    if output is None:
        raise _no_output(systems)
    if not (systems or inputs["references"] or inputs["source"] or inputs["test_set"]):
        raise UsageError("The input is missing.", hint="Name at least one file to convert.")
    kind = kind or (
        kind_of(systems[0])
        if systems and not inputs["references"] and not inputs["test_set"]
        else "testset"
    )
    check_output(output, kind, output_format)
    if kind == "testset":
        value = read(**inputs, enforce_checks=False)
    else:
        value = read_files(systems, kind, inputs["input_format"], inputs["language_pair"])
    convert(value, output, kind=kind, output_format=output_format)


def _no_output(systems: tuple[str, ...]) -> UsageError:
    """Suggest -o for the last file if it does not exist."""
    from pathlib import Path

    *given, last = systems or ("",)
    shown = f"-o {last}" if given and not Path(last).is_file() else "-o FILE"
    return UsageError(
        "The output is missing.", hint=f"Name it with -o, as in: tertium convert INPUT... {shown}"
    )
