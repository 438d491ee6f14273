"""Show what to cite."""

import click


@click.command()
@click.argument("metrics", nargs=-1)
def command(metrics: tuple[str, ...]) -> None:
    """Show what to cite.

    That is tertium, and the papers that define the METRICS, by default all.
    """
    from tertium.api.cite import citations

    click.echo("\n\n".join(citations(metrics)))
