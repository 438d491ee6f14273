"""Check the files of a test set."""

import sys
from typing import Any

import click

from tertium.cli._command import Command
from tertium.cli._results import format_option
from tertium.cli._testset import take_inputs, testset_options


@click.command(cls=Command)
@testset_options
@format_option
def command(output_format: str, **options: Any) -> None:
    """Check the files of a test set.

    Errors stop all other commands; warnings explain their effect on scores. --allow NAME ignores
    the findings of a check. The exit code is 1 if there is an error.

    \b
    Example:
      tertium check -r ref.txt -s src.txt a.txt b.txt
    """
    from tertium.api.check import check_files
    from tertium.report.presentation import show_result

    findings = check_files(**take_inputs(options))
    show_result(findings, output_format)
    if findings.errors:
        sys.exit(1)
