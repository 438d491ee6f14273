"""Recompute a result file, and report what differs."""

from typing import Any

import click

from tertium.cli._command import Command
from tertium.cli._results import format_option, show_verification
from tertium.cli._testset import take_inputs, testset_options
from tertium.cli._work import take_workers, worker_options


@click.command(cls=Command)
@click.argument("result", metavar="RESULT")
@testset_options
@click.option(
    "--folder",
    "folders",
    multiple=True,
    metavar="FOLDER",
    help="Folder of the files that the result names.  [default: the folder of the result]",
)
@click.option(
    "--against", metavar="FILE", help="Compare with another result file instead of the data."
)
@worker_options
@format_option
def command(
    result: str,
    folders: tuple[str, ...],
    against: str | None,
    output_format: str,
    **options: Any,
) -> None:
    """Recompute a result file, and report what differs.

    RESULT is a file that `tertium compare --output` wrote. Its input files are found by their
    names, or given as for `tertium compare`. The exit code is 1 if any number differs; other
    versions of Python and packages are reported, but are not an error. With --against, the result
    files of any command can be compared.

    A result file may come from a stranger, so two things need permission: loading a model (--allow
    comet), and more than ten million trials (--allow trials).

    \b
    Examples:
      tertium verify result.json
      tertium verify result.json --folder data
      tertium verify result.json -r ref.txt base=base.txt new=new.txt
      tertium verify result.json --against theirs.json
    """
    from pathlib import Path

    from tertium.api.read import read
    from tertium.api.read_result import read_result
    from tertium.api.verify import verify
    from tertium.comparison.comparison_result import Comparison
    from tertium.comparison.recomputation import required_permissions
    from tertium.comparison.verification import compared

    stored = read_result(result)
    if against is not None:
        found = compared(stored, read_result(against))
    else:
        given, testset = take_inputs(options), None
        wanted = required_permissions(stored) if isinstance(stored, Comparison) else {}
        allow = [word for word in given["allow"] if word in wanted]
        if given["systems"] or given["layers"] or given["test_set"]:
            given["allow"] = [word for word in given["allow"] if word not in wanted]
            testset = read(**given)
        found = verify(
            stored,
            testset,
            folders=folders or (Path(result).parent,),
            allow=allow,
            **take_workers(options),
        )
    show_verification(found, output_format)
