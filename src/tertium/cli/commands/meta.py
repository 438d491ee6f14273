"""Tell how far a metric can be trusted."""

import click

from tertium.cli._group import Commands


@click.command(cls=Commands, folder="cli.meta")
def command() -> None:
    """Tell how far metrics can be trusted.

    Metrics are held against human judgments: correlations with proper intervals, differences
    between metrics, samples of thousands of systems, verdicts right and wrong.
    """
