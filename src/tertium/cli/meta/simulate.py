"""Show what a sample of systems can tell."""

from typing import Any

import click

from tertium.cli._options import SettingsCommand, give, given_settings, result_options, stored
from tertium.cli._progress import progress
from tertium.core.plain import counted


@click.command(cls=SettingsCommand, settings=["tertium.meta.simulation:Settings"])
@click.argument("result", nargs=-1, metavar="[RESULT]")
@result_options
def command(
    result: tuple[str, ...],
    output_format: str,
    report: str | None,
    output: str | None,
    **options: Any,
) -> None:
    """Show what a sample of systems can tell.

    A metric is evaluated again and again, with n systems each time, on a population of systems
    where its correlation with people is known. RESULT is what --output wrote, to be shown again.

    \b
    Examples:
      tertium meta simulate --r 0.91 --n 5
      tertium meta simulate --r 0.91 --n 5 --reported 0.054 --report page.html
    """
    from tertium.api.simulate import simulate
    from tertium.core.errors import UsageError
    from tertium.meta.simulation import Simulation
    from tertium.report.simulate import simulation_table

    found = stored(Simulation, result)
    if found is None and result:
        raise UsageError(f"{result[0]} is not a result file.")
    if found is None:
        with progress("Simulating") as advance:
            found = simulate(advance=advance, **given_settings(options))
    settings = found.settings
    give(
        found,
        [simulation_table(found)],
        output_format,
        output,
        report,
        "What a sample can tell",
        f"Correlation {settings.r:g}, {counted(settings.n, 'system')}.",
    )
