"""List the metrics, or explain some of them."""

import click

from tertium.cli._options import member_of, output_option
from tertium.cli._streams import show_text


@click.command()
@click.argument("names", nargs=-1, metavar="[METRIC]...", shell_complete=member_of("metrics"))
@output_option
def command(names: tuple[str, ...], output_format: str) -> None:
    """List the metrics, or explain some of them.

    \b
    Examples:
      tertium metrics
      tertium metrics meteor
    """
    from tertium.api.describe import describe
    from tertium.report.describe import descriptions_table, explanation_text, list_text
    from tertium.report.table import show

    described = describe(*names)
    if output_format != "table":
        show(descriptions_table(described), described.to_dict, output_format)
    elif names:
        show_text("\n\n\n".join(explanation_text(one) for one in described))
    else:
        show_text(list_text(described))
