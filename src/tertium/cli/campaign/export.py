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
@click.option(
    "--reset", is_flag=True, help="Judgments that were reset, instead of those that count."
)
@click.option("--checks", is_flag=True, help="Answers to attention checks instead of judgments.")
@click.option("--tutorial", is_flag=True, help="Answers to the tutorial instead of judgments.")
@click.option("--form", is_flag=True, help="Answers to the form instead of judgments.")
@click.option(
    "--suggestions",
    is_flag=True,
    help="What became of suggested errors, instead of judgments (.csv).",
)
@click.option(
    "--frames",
    is_flag=True,
    help="Semantic frames as a layer for MEANT, instead of judgments (.jsonl).",
)
@click.option(
    "--annotator",
    default="",
    metavar="NAME",
    help="Whose frames to write (with --frames); by default one annotator's for each segment.",
)
@click.option(
    "--items",
    is_flag=True,
    help="Items as work for a machine judge, instead of judgments (.jsonl).",
)
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
    suggestions: bool,
    frames: bool,
    annotator: str,
    items: bool,
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
      tertium campaign export news24 --suggestions -o suggestions.csv
      tertium campaign export news24 --frames -o frames.jsonl
      tertium campaign export news24 --items -o items.jsonl
    """
    records = {"checks": checks, "tutorial": tutorial, "form": form}
    others = {"reset": reset, **records, "items": items, "suggestions": suggestions}
    others["frames"] = frames
    wanted = [what for what, given in others.items() if given]
    if len(wanted) > 1:
        raise UsageError(
            f"{' and '.join(f'--{what}' for what in wanted)} write different files.",
            hint="Give one of them.",
        )
    what = wanted[0] if wanted else ""
    if what not in ("", "reset") and level != "segment":
        raise UsageError("--level applies to judgments only.")
    if what in (*records, "items") and with_excluded:
        raise UsageError(f"--with-excluded does not apply to --{what}.")
    if annotator and what != "frames":
        raise UsageError("--annotator applies to --frames.")
    with opened(name) as campaign:
        if what in records:
            written = counted(campaign.export_records(what, output), "row")
        elif what == "items":
            written = counted(campaign.export_items(output), "item")
        elif what == "frames":
            number = campaign.export_frames(
                output, annotator=annotator, with_excluded=with_excluded
            )
            written = f"the frames of {counted(number, 'output')}"
        elif what == "suggestions":
            number = campaign.export_suggestions(output, with_excluded=with_excluded)
            written = counted(number, "suggestion")
        else:
            number = campaign.export(output, with_excluded=with_excluded, level=level, reset=reset)
            written = counted(number, "judgment")
    say(f"Wrote {written} to {output}.")
