"""Show the progress and the scores of a campaign."""

import sys
import time

import click

from tertium.cli._campaign import campaign_argument, opened
from tertium.cli._command import Command
from tertium.cli._results import explain_option, format_option
from tertium.cli._types import Number
from tertium.core.errors import UsageError


@click.command(cls=Command)
@campaign_argument
@click.option("--watch", is_flag=True, help="Refresh until the campaign is finished.")
@click.option(
    "--interval",
    type=Number(float, minimum=0.1, maximum=86400),
    default=5.0,
    show_default=True,
    metavar="SECONDS",
    help="Seconds between refreshes (with --watch).",
)
@explain_option
@format_option
def command(name: str, watch: bool, interval: float, explain: bool, output_format: str) -> None:
    """Show the progress and the scores of a campaign.

    Before the planned end it shows scores with confidence intervals, but no p-values and no
    clusters: repeated looks would turn chance into significant differences.

    \b
    Examples:
      tertium campaign status news24
      tertium campaign status news24 --watch
      tertium campaign status news24 --format json
    """
    from tertium.report.presentation import show_result

    if watch and output_format != "table":
        raise UsageError("--watch shows tables only.", hint="Leave out --watch or --format.")
    with opened(name) as campaign:
        while True:
            status = campaign.status()
            if watch and sys.stdout.isatty():
                click.clear()
            show_result(status, output_format, explain=explain)
            if not watch or status.state == "finished":
                return
            sys.stdout.write("\n")
            sys.stdout.flush()
            time.sleep(interval)
