"""Say what is wrong with the files of a test set."""

import sys
from typing import Any

import click

from tertium.cli._options import output_option, testset_inputs, testset_options
from tertium.cli._streams import show_text


@click.command()
@testset_options
@output_option
def command(output_format: str, **inputs: Any) -> None:
    """Say what is wrong with the files of a test set.

    Errors would stop scoring, warnings tell what they change; --allow NAME passes over one. The
    exit code is 1 where there is an error.

    \b
    Example:
      tertium check -r ref.txt -s src.txt a.txt b.txt
    """
    from tertium.api.check import check_files
    from tertium.report.check import findings_table, findings_text
    from tertium.report.table import show

    findings = check_files(**testset_inputs(**inputs))
    if output_format == "table":
        show_text(findings_text(findings))
    else:
        show(findings_table(findings), findings.to_dict, output_format)
    if findings.errors:
        sys.exit(1)
