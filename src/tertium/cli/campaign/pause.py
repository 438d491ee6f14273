"""Stop giving out items and accepting answers."""

import click

from tertium.cli._campaign import campaign_argument, opened
from tertium.cli._command import Command
from tertium.cli._streams import say


@click.command(cls=Command)
@campaign_argument
def command(name: str) -> None:
    """Stop giving out items and accepting answers.

    Pages say so and keep answers that were not sent; `tertium campaign resume` continues.

    \b
    Example:
      tertium campaign pause news24
    """
    with opened(name) as campaign:
        campaign.pause()
    say(f"{name} is paused.")
