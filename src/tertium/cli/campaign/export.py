"""Write the judgments of a campaign to a file, or its work to files for another program."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import click

from tertium.cli._campaign import campaign_argument, opened
from tertium.cli._outputs import OutputFileOrFolder, force_option
from tertium.cli._settings import SettingsCommand, given_settings
from tertium.cli._streams import say
from tertium.cli._types import Choice, Member
from tertium.core.errors import UsageError
from tertium.core.formatting import counted

if TYPE_CHECKING:
    from tertium.api.open_campaign import Campaign
    from tertium.campaign.outcomes import Exported

# What can be written instead of judgments, each with the help of its flag.
_OTHERS = {
    "checks": "Answers to attention checks instead of judgments.",
    "tutorial": "Answers to the tutorial instead of judgments.",
    "form": "Answers to the form instead of judgments.",
    "items": "Items as work for a machine judge, instead of judgments (.jsonl).",
    "suggestions": "What became of suggested errors, instead of judgments (.csv).",
    "frames": "Semantic frames as a layer for MEANT, instead of judgments (.jsonl).",
    "post-edits": "Outputs and their post-edits, for HTER (a directory).",
    "seconds": "Seconds of work on each output, for tertium compare --scores (.jsonl).",
    "right-answers": "Share of right answers to comprehension questions, for tertium compare"
    " --scores (.jsonl).",
}


def _other_options(command: Callable[..., None]) -> Callable[..., None]:
    """Add a flag for each of them."""
    for name, text in reversed(_OTHERS.items()):
        command = click.option(f"--{name}", is_flag=True, help=text)(command)
    return command


@click.command(cls=SettingsCommand, settings=["tertium.campaign.batches:BatchSettings"])
@campaign_argument
@click.option(
    "-o",
    "--output",
    type=OutputFileOrFolder(),
    required=True,
    metavar="FILE|DIR",
    help="File to write: .csv or .jsonl; a directory for post-edits, and with --to.",
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
@_other_options
@click.option(
    "--annotator",
    default="",
    metavar="NAME",
    help="Whose frames to write (with --frames); by default one annotator's for each segment.",
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
    annotator: str,
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
      tertium campaign export news24 --frames -o frames.jsonl
      tertium campaign export news24 --items -o items.jsonl
      tertium campaign export news24 --post-edits -o edited
      tertium campaign export news24 --seconds -o seconds.jsonl
      tertium campaign export news24 --to mturk --hit-reward 0.5 -o hits
    """
    others = {what: options.pop(what.replace("-", "_")) for what in _OTHERS}
    given = {"reset": reset, **others, "to": program is not None}
    wanted = [what for what, is_wanted in given.items() if is_wanted]
    if len(wanted) > 1:
        raise UsageError(
            f"{' and '.join(f'--{what}' for what in wanted)} write different files.",
            hint="Give one of them.",
        )
    what = wanted[0] if wanted else ""
    if what not in ("", "reset") and level != "segment":
        raise UsageError("--level applies to judgments only.")
    if what not in ("", "reset", "suggestions", "frames") and with_excluded:
        raise UsageError(f"--with-excluded does not apply to --{what}.")
    if annotator and what != "frames":
        raise UsageError("--annotator applies to --frames.")
    settings = given_settings(options)
    if settings and what != "to":
        raise UsageError(f"--{next(iter(settings)).replace('_', '-')} applies with --to only.")
    with opened(name) as campaign:
        if what == "frames":
            number = campaign.export_frames(
                output, annotator=annotator, with_excluded=with_excluded
            )
            written = f"frames of {counted(number, 'output')}"
        elif what == "to":
            made = campaign.export_batches(program or "", output, **settings)
            written = counted(len(made), "file")
        elif what in _OTHERS:
            written = _write_other(campaign, what, output, with_excluded)
        else:
            number = campaign.export(output, with_excluded=with_excluded, level=level, reset=reset)
            written = counted(number, "judgment")
    say(f"Wrote {written} to {output}.")


def _write_other(campaign: "Campaign", what: str, output: str, with_excluded: bool) -> str:
    """Write what is no judgment; return what was written, in words."""
    if what == "suggestions":
        number = campaign.export_suggestions(output, with_excluded=with_excluded)
        return counted(number, "suggestion")
    if what == "items":
        return counted(campaign.export_items(output), "item")
    if what == "post-edits":
        return _sizes(campaign.export_post_edits(output), "post-edits")
    if what == "seconds":
        return _sizes(campaign.export_seconds(output), "seconds")
    if what == "right-answers":
        return _sizes(campaign.export_right_answers(output), "right answers")
    return counted(campaign.export_records(what, output), "row")


def _sizes(exported: "Exported", what: str) -> str:
    left_out = ""
    if exported.left_out:
        left_out = (
            f" ({counted(exported.left_out, 'segment')} left out: judged for some systems only)"
        )
    return (
        f"{what} of {counted(exported.systems, 'system')} for"
        f" {counted(exported.segments, 'segment')}{left_out}"
    )
