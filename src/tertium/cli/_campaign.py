"""What the commands of campaigns share: the argument, and addresses of links."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from tertium.api.open_campaign import Campaign

# Where `tertium campaign serve` listens, unless it is told otherwise.
HOST, PORT = "127.0.0.1", 8000

campaign_argument = click.argument("name", metavar="CAMPAIGN")


def public_url_option(help: str) -> Callable[[Any], Any]:
    """`--public-url`, the address at which annotators reach the pages."""
    return click.option("--public-url", default="", metavar="URL", help=help)


@contextmanager
def opened(name: str) -> "Iterator[Campaign]":
    """Open a campaign for the time of a command."""
    from tertium.api.open_campaign import open_campaign

    with open_campaign(name) as campaign:
        yield campaign
