"""Let an annotator answer again."""

import click

from tertium.cli._campaign import campaign_argument, opened
from tertium.cli._command import Command
from tertium.cli._streams import say
from tertium.cli._types import Number
from tertium.core.formatting import counted


@click.command(cls=Command)
@campaign_argument
@click.option("--annotator", required=True, metavar="ANNOTATOR", help="Annotator to reset.")
@click.option(
    "--hit",
    type=Number(int, minimum=1, maximum=10**7),
    metavar="NUMBER",
    help="HIT to reset, as the page of the annotator counts them; by default all.",
)
@click.option("--tutorial", is_flag=True, help="Let the annotator begin the tutorial again.")
@click.option("--form", is_flag=True, help="Let the annotator answer the form again.")
def command(name: str, annotator: str, hit: int | None, tutorial: bool, form: bool) -> None:
    """Let an annotator answer again.

    The answers stay in the database, but do not count, and the items are open again for the same
    annotator. `tertium campaign export --reset` writes them. With --tutorial or --form, only
    these are reset, and the HIT of --hit.

    \b
    Examples:
      tertium campaign reset news24 --annotator ann
      tertium campaign reset news24 --annotator ann --hit 2
      tertium campaign reset news24 --annotator ann --tutorial
    """
    with opened(name) as campaign:
        number = campaign.reset(annotator, hit=hit, tutorial=tutorial, form=form)
    verb = "does" if number == 1 else "do"
    say(f"{counted(number, 'answer')} of {annotator} {verb} not count any more.")
