"""Write the judgments of a campaign to a file."""

import click

from tertium.cli._campaign import campaign_argument, opened
from tertium.cli._command import Command
from tertium.cli._outputs import OutputFile, force_option
from tertium.cli._streams import say
from tertium.cli._types import Choice
from tertium.core.errors import UsageError
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
@click.option("--reset", is_flag=True, help="Write the judgments that were reset instead.")
@click.option("--checks", is_flag=True, help="Write the answers to attention checks instead.")
@click.option("--tutorial", is_flag=True, help="Write the answers to the tutorial instead.")
@click.option("--form", is_flag=True, help="Write the answers to the form instead.")
@force_option
def command(
    name: str,
    output: str,
    with_excluded: bool,
    level: str,
    reset: bool,
    checks: bool,
    tutorial: bool,
    form: bool,
) -> None:
    """Write the judgments to a file.

    `tertium human rank` reads the file. The last version of each judgment is written, control items
    included. Answers to attention checks, to the tutorial and to the form are no judgments; each of
    them has a file of its own.

    \b
    Examples:
      tertium campaign export news24 -o ratings.csv
      tertium human rank ratings.csv
      tertium campaign export news24 --checks -o checks.csv
    """
    records = {"checks": checks, "tutorial": tutorial, "form": form}
    wanted = [what for what, given in records.items() if given]
    if len(wanted) + reset > 1:
        raise UsageError("--reset, --checks, --tutorial and --form write different files.")
    if wanted and (with_excluded or level != "segment"):
        raise UsageError("--with-excluded and --level apply to judgments only.")
    with opened(name) as campaign:
        if wanted:
            number, noun = campaign.export_records(wanted[0], output), "row"
        else:
            number, noun = (
                campaign.export(output, with_excluded=with_excluded, level=level, reset=reset),
                "judgment",
            )
    say(f"Wrote {counted(number, noun)} to {output}.")
