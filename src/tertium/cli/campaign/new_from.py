"""Make a campaign from a campaign of Pearmut or Appraise."""

from typing import Any

import click

from tertium.cli._campaign import campaign_argument
from tertium.cli._command import Command
from tertium.cli._streams import say
from tertium.cli._types import Choice, Number
from tertium.core.formatting import counted
from tertium.core.limits import LARGEST_SEED


@click.command(cls=Command)
@campaign_argument
@click.argument("paths", metavar="FILE...", nargs=-1, required=True)
@click.option(
    "--annotators",
    metavar="NUMBER|NAME,...",
    help="Number of annotators, or their names; by default those of the file, or a pool.",
)
@click.option(
    "--pool", is_flag=True, help="Let whoever has the joining link work, until the work is done."
)
@click.option(
    "--task",
    type=Choice(("adequacy", "fluency", "esa", "mqm")),
    help="Annotation task; by default that of the file.",
)
@click.option(
    "--database",
    default="",
    metavar="URL",
    help="PostgreSQL database (postgresql://...); by default an SQLite file in the folder.",
)
@click.option("--interface", default="en", show_default=True, help="Language of the pages.")
@click.option(
    "--seed",
    type=Number(int, minimum=0, maximum=LARGEST_SEED),
    default=12345,
    show_default=True,
    help="Seed of the choice of attention checks.",
)
def command(
    name: str,
    paths: tuple[str, ...],
    annotators: str | None,
    task: str | None,
    **options: Any,
) -> None:
    """Make a campaign from a campaign of Pearmut or Appraise.

    FILE is a campaign file of Pearmut, or batches of Appraise and perhaps their manifest, or a
    folder with these. The campaign has the same HITs with the same texts and control items; errors
    that are marked there are suggested to annotators, and items with expected answers become its
    tutorial and attention checks. What our campaigns do not have is named in a warning.

    \b
    Examples:
      tertium campaign new-from news24 campaign.json
      tertium campaign new-from news24 batches.json manifest.json --annotators ann,bob
      tertium campaign new-from news24 batches.json --pool --task esa
    """
    from tertium.api.new_campaign_from import new_campaign_from
    from tertium.cli._people import people_of

    people = None if annotators is None else people_of(annotators)
    with new_campaign_from(paths, name, annotators=people, task=task or "", **options) as made:
        status = made.status()
    say(
        f"Made the campaign {name}: {counted(status.planned, 'item')} of {made.settings.task}."
        f" Next: tertium campaign serve {name}"
    )
