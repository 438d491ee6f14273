"""Convert files between formats."""

from typing import Any

import click

from tertium.cli._options import testset_inputs, testset_options


@click.command()
@testset_options
@click.option(
    "--kind",
    default="",
    metavar="KIND",
    help="Kind of data: testset, scores, frames, ratings.",
)
@click.option(
    "-f", "--format", "output_format", default="", metavar="NAME", help="Format to write."
)
def command(kind: str, output_format: str, **inputs: Any) -> None:
    """Convert files between formats.

    The last SYSTEM is the output, the others are inputs.

    The format of the output is told by its name, or by --format. A directory (a name that ends in
    a slash) gets plain text files.

    \b
    Examples:
      tertium convert wmttest2022.de-en.all.xml out/
      tertium convert -r ref.txt -s src.txt a.txt b.txt all.jsonl
      tertium convert scores.tsv scores.jsonl
      tertium convert system.conll frames.jsonl
      tertium convert Batch_*.csv ratings.csv
    """
    from tertium.api.convert import convert, kind_of, read_any
    from tertium.api.read import read
    from tertium.core.errors import UsageError

    *given, output = inputs.pop("systems") or [""]
    if not output or not (given or inputs["references"] or inputs["source"]):
        raise UsageError("Name at least one input and, last, the output.")
    kind = kind or (kind_of(given[0]) if given and not inputs["references"] else "testset")
    if kind == "testset":
        value = read(**testset_inputs(systems=tuple(given), **inputs), enforce_checks=False)
    else:
        value = read_any(given, kind, inputs["input_format"])
    convert(value, output, kind=kind, output_format=output_format)
