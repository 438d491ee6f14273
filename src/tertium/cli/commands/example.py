"""Write the example files that the documentation uses."""

import click

from tertium.cli._command import Command
from tertium.cli._outputs import OutputFolder, force_option
from tertium.cli._streams import show_text
from tertium.core.formatting import counted


@click.command(cls=Command)
@click.argument("folder", metavar="DIR", type=OutputFolder())
@force_option
def command(folder: str) -> None:
    """Write the example files that the documentation uses.

    Every command of the README and the documentation runs in that directory as printed.

    \b
    Example:
      tertium example news
    """
    from tertium.api.example import example

    written = example(folder)
    show_text(
        f"{counted(len(written), 'file')} written to {folder}; README.txt describes them. Try:\n\n"
        f"  cd {folder}\n"
        "  tertium score -r ref.txt a.txt b.txt\n"
        "  tertium compare -r ref.txt a.txt b.txt c.txt --report report.html"
    )
