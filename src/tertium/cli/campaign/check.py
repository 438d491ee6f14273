"""Check the database of a campaign for defects."""

import sys

import click

from tertium.cli._campaign import campaign_argument, opened
from tertium.cli._command import Command
from tertium.cli._results import format_option
from tertium.core.formatting import counted


@click.command(cls=Command)
@campaign_argument
@format_option
def command(name: str, output_format: str) -> None:
    """Check the database of a campaign for defects.

    Finds versions of judgments that are missing, texts that are missing or changed, and items and
    judgments of other campaigns. The exit code is 1 if there is a defect.

    \b
    Example:
      tertium campaign check news24
    """
    from tertium.report.table import Table
    from tertium.report.terminal import show

    with opened(name) as campaign:
        defects = campaign.check()
    show(
        [Table(["defect"], [[one] for one in defects])] if defects else [],
        lambda: {"campaign": name, "defects": defects},
        output_format,
        summary=[
            f"{name}: {counted(len(defects), 'defect')}." if defects else f"{name} has no defects."
        ],
    )
    if defects:
        sys.exit(1)
