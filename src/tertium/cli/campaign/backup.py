"""Copy the database of a campaign."""

import click

from tertium.cli._campaign import campaign_argument, opened
from tertium.cli._command import Command
from tertium.cli._streams import say


@click.command(cls=Command)
@campaign_argument
@click.option(
    "-o",
    "--output",
    type=click.Path(),
    required=True,
    metavar="FILE",
    help="SQLite file to write, which must not exist.",
)
def command(name: str, output: str) -> None:
    """Copy the database of a campaign.

    The copy is an SQLite file, and can be made while the campaign is served. Keep a copy of the
    file `secret` of the campaign, too: without it no link is valid.

    \b
    Example:
      tertium campaign backup news24 -o news24-monday.db
    """
    with opened(name) as campaign:
        campaign.backup(output)
    say(f"Copied the database of {name} to {output}.")
