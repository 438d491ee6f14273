"""Continue a campaign that was paused."""

import click

from tertium.cli._campaign import campaign_argument, opened
from tertium.cli._command import Command
from tertium.cli._streams import say


@click.command(cls=Command)
@campaign_argument
def command(name: str) -> None:
    """Continue a campaign that was paused.

    Pages send the answers that they kept.

    \b
    Example:
      tertium campaign resume news24
    """
    with opened(name) as campaign:
        campaign.resume()
    say(f"{name} is running.")
