"""The commands for campaigns of human judgments."""

import click

from tertium.cli._group import Commands


@click.command(cls=Commands, folder="cli.campaign")
def command() -> None:
    """Collect human judgments in the browser.

    `new` makes a campaign from text files, `serve` shows it to annotators, and `export` writes the
    judgments for `tertium human rank`.
    """
