"""Show what a sample of systems can tell."""

from typing import Any

import click

from tertium.cli._options import SettingsCommand, given_settings
from tertium.cli.meta._options import give, result_options


@click.command(cls=SettingsCommand, settings=["tertium.meta.simulation:Settings"])
@result_options
def command(output_format: str, report: str | None, output: str | None, **options: Any) -> None:
    """Show what a sample of systems can tell.

    A metric is evaluated again and again, with n systems each time, on a population of systems
    where its correlation with people is known.

    \b
    Examples:
      tertium meta simulate --r 0.91 --n 5
      tertium meta simulate --r 0.91 --n 5 --reported 0.054 --report page.html
    """
    from tertium.api.simulate import simulate
    from tertium.report.simulate import simulation_table

    result = simulate(**given_settings(options))
    settings = result.settings
    give(
        result,
        [simulation_table(result)],
        title="What a sample can tell",
        summary=f"r = {settings.r:g}, {settings.n:,} systems.",
        output_format=output_format,
        report=report,
        output=output,
    )
