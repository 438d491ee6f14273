"""The commands for human judgments."""

import click

from tertium.cli._group import Commands


@click.command(cls=Commands, folder="cli.human")
def command() -> None:
    """Rank systems by human judgments.

    Judgments are files of ratings, in any format that `tertium convert` reads.
    """
