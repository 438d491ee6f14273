"""Store the answers of a machine judge."""

import click

from tertium.cli._campaign import campaign_argument, opened
from tertium.cli._command import Command
from tertium.cli._streams import say
from tertium.core.formatting import counted


@click.command(cls=Command)
@campaign_argument
@click.argument("answers", metavar="ANSWERS")
@click.option("--annotator", required=True, metavar="NAME", help="Name of the machine judge.")
@click.option(
    "--machine",
    is_flag=True,
    help="Confirm that the answers are of a program: people answer in the browser.",
)
def command(name: str, answers: str, annotator: str, machine: bool) -> None:
    """Store the answers of a machine judge.

    ANSWERS has a line of JSON for each item of `tertium campaign export --items`, with its `item`
    and `digest` and the `answer`. Either all lines are stored, or none. Answers that are stored
    already change nothing.

    The judgments stand beside those of people, marked as those of a machine, undergo quality
    control, and enter no human score unless you name the machine.

    \b
    Examples:
      tertium campaign export news24 --items -o items.jsonl
      tertium campaign import news24 answers.jsonl --annotator judge-1 --machine
    """
    with opened(name) as campaign:
        done = campaign.import_answers(answers, annotator=annotator, machine=machine)
    before = f"; {done.known:,} had been stored before" if done.known else ""
    say(f"Stored {counted(done.stored, 'answer')} of {annotator}{before}.")
