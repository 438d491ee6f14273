"""Write the judgments of a campaign to a file."""

import click

from tertium.cli._campaign import campaign_argument, opened
from tertium.cli._command import Command
from tertium.cli._outputs import OutputFile, force_option
from tertium.cli._streams import say
from tertium.cli._types import Choice
from tertium.core.formatting import counted


@click.command(cls=Command)
@campaign_argument
@click.option(
    "-o",
    "--output",
    type=OutputFile(),
    required=True,
    metavar="FILE",
    help="File to write: .csv or .jsonl.",
)
@click.option(
    "--with-excluded", is_flag=True, help="Include judgments of annotators who were excluded."
)
@click.option(
    "--level",
    type=Choice(("segment", "document")),
    default="segment",
    show_default=True,
    help="Judgments of segments, or of whole documents.",
)
@force_option
def command(name: str, output: str, with_excluded: bool, level: str) -> None:
    """Write the judgments to a file.

    `tertium human rank` reads the file. The last version of each judgment is written, control items
    included.

    \b
    Examples:
      tertium campaign export news24 -o ratings.csv
      tertium human rank ratings.csv
    """
    with opened(name) as campaign:
        number = campaign.export(output, with_excluded=with_excluded, level=level)
    say(f"Wrote {counted(number, 'judgment')} to {output}.")
