"""List the metrics, or explain some of them."""

import click

from tertium.cli._command import Command
from tertium.cli._declare import member_of
from tertium.cli._results import format_option
from tertium.cli._streams import show_text


@click.command(cls=Command)
@click.argument("names", nargs=-1, metavar="[METRIC]...", shell_complete=member_of("metrics"))
@format_option
def command(names: tuple[str, ...], output_format: str) -> None:
    """List the metrics, or explain some of them.

    \b
    Examples:
      tertium metrics
      tertium metrics meteor
    """
    from tertium.api.describe import describe
    from tertium.report.presentation import show_result
    from tertium.report.results.metrics import explanation_text

    described = describe(names)
    if names and output_format == "table":
        show_text("\n\n\n".join(explanation_text(one) for one in described))
    else:
        show_result(described, output_format)
