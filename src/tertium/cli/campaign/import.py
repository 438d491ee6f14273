"""Store answers that were given in another program: results of a market, or a machine judge."""

import click

from tertium.cli._campaign import campaign_argument, opened
from tertium.cli._command import Command
from tertium.cli._streams import say
from tertium.core.errors import UsageError
from tertium.core.formatting import counted


@click.command(cls=Command)
@campaign_argument
@click.argument("answers", metavar="FILE...", nargs=-1, required=True)
@click.option("--annotator", metavar="NAME", help="Name of the machine judge.")
@click.option(
    "--machine",
    is_flag=True,
    help="Confirm that the answers are of a program: people answer in the browser.",
)
def command(name: str, answers: tuple[str, ...], annotator: str | None, machine: bool) -> None:
    """Store results of a market, or answers of a machine.

    Results of Mechanical Turk or Turkle are recognized by their content. Each worker becomes an
    annotator, each assignment counts once, and rejected work is kept but not counted; import the
    results again when their status has changed.

    The answers of a machine judge are a file with a line of JSON for each item of `tertium campaign
    export --items`, with its `item` and `digest` and the `answer`. They stand beside those of
    people, undergo quality control, and enter no human score unless you name the machine.

    Either all answers are stored, or none. Answers that are stored already change nothing.

    \b
    Examples:
      tertium campaign import news24 Batch_1.csv Batch_2.csv
      tertium campaign export news24 --items -o items.jsonl
      tertium campaign import news24 answers.jsonl --annotator judge-1 --machine
    """
    if not machine and annotator is None:
        _import_results(name, answers)
        return
    if annotator is None:
        raise UsageError("A machine judge needs a name.", hint="Give it with --annotator.")
    if len(answers) > 1:
        raise UsageError("The answers of a machine judge are one file.")
    with opened(name) as campaign:
        done = campaign.import_answers(answers[0], annotator=annotator, machine=machine)
    say(f"Stored {counted(done.stored, 'answer')} of {annotator}{_before(done.known)}.")


def _import_results(name: str, paths: tuple[str, ...]) -> None:
    with opened(name) as campaign:
        done = campaign.import_results(paths)
    people = counted(done.annotators, "annotator")
    say(f"Stored {counted(done.stored, 'answer')}{_before(done.known)}, of {people}.")
    if done.changed:
        say(f"The status of {counted(done.changed, 'answer')} has changed.")
    if done.rejected:
        say(f"{counted(done.rejected, 'answer')} of rejected work: kept, and not counted.")


def _before(known: int) -> str:
    return f"; {known:,} had been stored before" if known else ""
