"""Show what to cite."""

import click

from tertium.cli._command import Command
from tertium.cli._streams import show_text


@click.command(cls=Command)
@click.argument("names", nargs=-1)
def command(names: tuple[str, ...]) -> None:
    """Show what to cite.

    Prints BibTeX entries of tertium, and of the papers that define the metrics and significance
    tests NAMES, by default all.
    """
    from tertium.api.cite import cite

    show_text("\n\n".join(cite(names)))
