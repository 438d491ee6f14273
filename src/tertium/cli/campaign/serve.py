"""Show campaigns to annotators in the browser."""

from typing import TYPE_CHECKING

import click

from tertium.cli._campaign import HOST, PORT, public_url_option
from tertium.cli._command import Command
from tertium.cli._streams import show_text
from tertium.cli._types import Number

if TYPE_CHECKING:
    from tertium.api.open_campaign import Campaign


@click.command(cls=Command)
@click.argument("names", nargs=-1, required=True, metavar="CAMPAIGN...")
@click.option(
    "--host",
    default=HOST,
    show_default=True,
    metavar="ADDRESS",
    help="Address to listen on; by default only this machine can connect.",
)
@click.option(
    "--port",
    type=Number(int, minimum=0, maximum=65535),
    default=PORT,
    show_default=True,
    metavar="NUMBER",
    help="Port to listen on; 0 chooses a free one.",
)
@public_url_option("Address at which annotators reach the server, behind a proxy with https.")
@click.option(
    "--workers",
    type=Number(int, minimum=1, maximum=64),
    default=1,
    show_default=True,
    metavar="NUMBER",
    help="Number of processes; more than one needs PostgreSQL.",
)
def command(names: tuple[str, ...], host: str, port: int, public_url: str, workers: int) -> None:
    """Show campaigns to annotators in the browser.

    Prints one private link per annotator and one for the organiser. Whoever has a link can answer
    or organise, so send each link to one person. Ctrl-C ends the server; all answers that the pages
    reported as saved are in the database.

    \b
    Examples:
      tertium campaign serve news24
      tertium campaign serve news24 --public-url https://eval.example.org
    """
    from contextlib import ExitStack

    from tertium.api.open_campaign import open_campaign
    from tertium.web.server import serve

    with ExitStack() as stack:
        campaigns = [stack.enter_context(open_campaign(name)) for name in names]
        serve(
            campaigns,
            host=host,
            port=port,
            public_url=public_url or None,
            workers=workers,
            started=lambda addresses: _show_links(campaigns, addresses.base),
        )


def _show_links(campaigns: "list[Campaign]", base: str) -> None:
    """Print the links of all annotators and of the organiser."""
    for campaign in campaigns:
        links = campaign.links()
        names = [link.annotator or f"({link.role})" for link in links]
        width = max(map(len, names))
        lines = [
            f"{name:{width}}  {link.url(base)}" for name, link in zip(names, links, strict=True)
        ]
        show_text("\n".join([f"{campaign.name}: private links", *lines, ""]))
    show_text("Serving; Ctrl-C ends the server.")
