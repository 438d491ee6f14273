"""Write the judgments of a campaign to a file, or its work to files for another program."""

from typing import Any

import click

from tertium.cli._campaign import campaign_argument, opened
from tertium.cli._outputs import OutputFileOrFolder, force_option
from tertium.cli._settings import SettingsCommand, given_settings
from tertium.cli._streams import say
from tertium.cli._types import Choice, Member
from tertium.core.errors import UsageError
from tertium.core.formatting import counted


@click.command(cls=SettingsCommand, settings=["tertium.campaign.batches:BatchSettings"])
@campaign_argument
@click.option(
    "-o",
    "--output",
    type=OutputFileOrFolder(),
    required=True,
    metavar="FILE|DIR",
    help="File to write: .csv or .jsonl; with --to, the folder.",
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
    "--items",
    is_flag=True,
    help="Items as work for a machine judge, instead of judgments (.jsonl).",
)
@click.option(
    "--to",
    "program",
    type=Member("formats.batches"),
    metavar="PROGRAM",
    help="Items as work for another program, instead of judgments (a folder).",
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
    items: bool,
    program: str | None,
    **options: Any,
) -> None:
    """Write the judgments to a file.

    `tertium human rank` reads the file. The last version of each judgment is written, control items
    included. Answers to attention checks, to the tutorial and to the form are no judgments; each of
    them has a file of its own. `--to` writes the work for another program; the options about
    rewards, annotators of a HIT and country apply to it only.

    \b
    Examples:
      tertium campaign export news24 -o ratings.csv
      tertium human rank ratings.csv
      tertium campaign export news24 --checks -o checks.csv
      tertium campaign export news24 --suggestions -o suggestions.csv
      tertium campaign export news24 --items -o items.jsonl
      tertium campaign export news24 --to mturk --hit-reward 0.5 -o hits
    """
    from tertium.core import outputs

    records = {"checks": checks, "tutorial": tutorial, "form": form}
    others = {"reset": reset, **records, "items": items, "suggestions": suggestions}
    wanted = [what for what, given in others.items() if given] + (["to"] if program else [])
    if len(wanted) > 1:
        raise UsageError(
            f"{' and '.join(f'--{what}' for what in wanted)} write different files.",
            hint="Give one of them.",
        )
    what = wanted[0] if wanted else ""
    if what not in ("", "reset") and level != "segment":
        raise UsageError("--level applies to judgments only.")
    if what in (*records, "items", "to") and with_excluded:
        raise UsageError(f"--with-excluded does not apply to --{what}.")
    settings = given_settings(options)
    if settings and what != "to":
        raise UsageError(f"--{next(iter(settings)).replace('_', '-')} applies with --to only.")
    check = outputs.check_folder if what == "to" else outputs.check_file
    check(output)
    with opened(name) as campaign:
        if what in records:
            written = counted(campaign.export_records(what, output), "row")
        elif what == "items":
            written = counted(campaign.export_items(output), "item")
        elif what == "to":
            made = campaign.export_batches(program or "", output, **settings)
            written = counted(len(made), "file")
        elif what == "suggestions":
            number = campaign.export_suggestions(output, with_excluded=with_excluded)
            written = counted(number, "suggestion")
        else:
            number = campaign.export(output, with_excluded=with_excluded, level=level, reset=reset)
            written = counted(number, "judgment")
    say(f"Wrote {written} to {output}.")
