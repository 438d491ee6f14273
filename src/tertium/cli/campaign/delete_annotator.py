"""Delete an annotator."""

import click

from tertium.cli._campaign import campaign_argument, opened
from tertium.cli._command import Command
from tertium.cli._streams import say


@click.command(cls=Command)
@campaign_argument
@click.argument("annotator", metavar="ANNOTATOR")
@click.option("--with-judgments", is_flag=True, help="Delete the judgments of the annotator, too.")
def command(name: str, annotator: str, with_judgments: bool) -> None:
    """Delete an annotator.

    The judgments stay under a random id, unless --with-judgments deletes them. The link of the
    annotator ends. This cannot be undone. To leave the judgments out of scores and keep
    them, use `tertium campaign annotators --exclude`.

    \b
    Examples:
      tertium campaign delete-annotator news24 ann
      tertium campaign delete-annotator news24 ann --with-judgments
    """
    with opened(name) as campaign:
        campaign.delete_annotator(annotator, with_judgments=with_judgments)
    judgments = " and all judgments" if with_judgments else "; the judgments stay under a random id"
    say(f"Deleted {annotator}{judgments}.")
