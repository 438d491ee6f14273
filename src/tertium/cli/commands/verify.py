"""Compute a result file again, and say what differs."""

import sys
from typing import Any

import click

from tertium.cli._options import (
    output_option,
    progress,
    testset_inputs,
    testset_options,
    worker_options,
)
from tertium.cli._streams import show_text


@click.command()
@click.argument("result", metavar="RESULT")
@testset_options
@click.option(
    "--folder",
    "folders",
    multiple=True,
    metavar="FOLDER",
    help="Where the files lie that the result names.  [default: beside it, or here]",
)
@click.option(
    "--against", metavar="FILE", help="Compare with another result file instead of the data."
)
@worker_options
@output_option
def command(
    result: str,
    folders: tuple[str, ...],
    against: str | None,
    jobs: int | None,
    engine: str,
    output_format: str,
    **inputs: Any,
) -> None:
    """Compute a result file again, and say what differs.

    RESULT is what `tertium compare --output` wrote. Its files are found by their names, or given
    as for `tertium compare`. The exit code is 1 where anything differs. Result files of `tertium
    human` can be held --against each other.

    \b
    Examples:
      tertium verify result.json
      tertium verify result.json --folder data
      tertium verify result.json -r ref.txt base=base.txt new=new.txt
      tertium verify result.json --against theirs.json
    """
    from pathlib import Path

    from tertium.api.read import read
    from tertium.api.results import read_result
    from tertium.api.verify import check_comparable, differences, verify
    from tertium.report.table import Table, show

    stored = read_result(result)
    if against is not None:
        other = read_result(against)
        check_comparable(stored, other)
        found = differences(stored, other)
    else:
        testset = None
        if inputs["systems"] or inputs["layers"]:
            testset = read(**testset_inputs(**inputs))
        with progress("Verifying") as advance:
            found = verify(
                stored,
                testset,
                folders=folders or (Path(result).parent, Path()),
                jobs=jobs,
                engine=engine,
                advance=advance,
            )
    if output_format == "table":
        show_text(str(found))
    else:
        rows = [[str(value) for value in row.values()] for row in found.to_rows()]
        show(Table(["where", "stored", "found"], rows), found.to_dict, output_format)
    if found.changes:
        sys.exit(1)
