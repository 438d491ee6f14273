"""Show what to cite."""

import click


@click.command()
@click.argument("names", nargs=-1)
def command(names: tuple[str, ...]) -> None:
    """Show what to cite.

    That is tertium, and the papers that define metrics and tests of significance: those of the
    NAMES, by default all.
    """
    from tertium.api.cite import citations

    click.echo("\n\n".join(citations(names)))
