"""Judge systems by human ratings."""

import click

from tertium.cli._group import Commands


@click.command(cls=Commands, folder="cli.human")
def command() -> None:
    """Judge systems by human ratings: from raw judgments to a ranking that holds."""
