"""Simulate evaluations of a metric with a known correlation."""

from typing import Any

import click

from tertium.cli._results import emit_result, read_stored_result, result_options, take_outputs
from tertium.cli._settings import SettingsCommand, given_settings
from tertium.cli._work import take_workers


@click.command(cls=SettingsCommand, settings=["tertium.meta.simulate.settings:SimulateSettings"])
@click.argument("result", nargs=-1, metavar="[RESULT]")
@result_options
def command(
    result: tuple[str, ...],
    **options: Any,
) -> None:
    """Simulate evaluations of a metric with a known correlation.

    A metric is evaluated many times, on n systems each time, which are drawn from a population in
    which its correlation with human scores is known. The spread of the correlations shows how
    reliable an evaluation with n systems is. RESULT is a file written by --output, which is shown
    again.

    \b
    Examples:
      tertium meta simulate --r 0.91 --n 5
      tertium meta simulate --r 0.91 --n 5 --reported 0.054 --report page.html
    """
    from tertium.api.simulate import simulate
    from tertium.core.errors import UsageError
    from tertium.meta.simulate.results import Simulation

    outputs = take_outputs(options)
    found = read_stored_result(Simulation, result)
    if found is None and result:
        raise UsageError(f"{result[0]} is not a result file.")
    if found is None:
        found = simulate(**take_workers(options), **given_settings(options))
    emit_result(found, outputs)
