"""Meta-evaluate metrics against human judgments."""

import click

from tertium.cli._group import Commands


@click.command(cls=Commands, folder="cli.meta")
def command() -> None:
    """Meta-evaluate metrics against human judgments.

    Correlate metrics with human scores, test differences between metrics, evaluate metrics on
    hybrid systems, compare verdicts of metrics with human verdicts, and tune metrics.
    """
