"""Remove an annotator."""

import click

from tertium.cli._campaign import campaign_argument, opened
from tertium.cli._streams import say


@click.command()
@campaign_argument
@click.argument("annotator", metavar="ANNOTATOR")
@click.option("--with-judgments", is_flag=True, help="Remove the judgments of the annotator, too.")
def command(name: str, annotator: str, with_judgments: bool) -> None:
    """Remove an annotator.

    The judgments stay under a random id, unless --with-judgments removes them. The link of the
    annotator ends. This cannot be undone. To keep the data out of scores only, use
    `tertium campaign annotators --exclude`.

    \b
    Examples:
      tertium campaign delete-annotator news24 ann
      tertium campaign delete-annotator news24 ann --with-judgments
    """
    with opened(name) as campaign:
        campaign.delete_annotator(annotator, with_judgments=with_judgments)
    kept = "and all judgments" if with_judgments else "; the judgments stay under a random id"
    say(f"Removed {annotator}{' ' if with_judgments else ''}{kept}.")
