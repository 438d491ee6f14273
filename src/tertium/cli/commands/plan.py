"""Estimate how large a study must be to detect a difference."""

from typing import Any

import click

from tertium.cli._metrics import metric_options, take_metrics
from tertium.cli._results import explain_option, format_option
from tertium.cli._settings import SettingsCommand, given_settings
from tertium.cli._testset import scores_option, take_inputs, testset_options
from tertium.cli._work import quiet_option, take_workers, worker_options


@click.command(cls=SettingsCommand, settings=["tertium.comparison.settings:PlanSettings"])
@testset_options
@scores_option
@metric_options
@quiet_option
@worker_options
@explain_option
@format_option
def command(explain: bool, output_format: str, **options: Any) -> None:
    """Estimate how large a study must be to detect a difference.

    Studies with more or fewer segments are simulated from the outputs of two systems (given as for
    `tertium score`). The true difference is the observed one, or --difference: the systems
    then swap random segments until they differ by that much.

    \b
    Examples:
      tertium plan -r ref.txt a=a.txt b=b.txt --power 0.8
      tertium plan -r ref.txt a=a.txt b=b.txt -m chrf --difference 0.5
      tertium plan -r ref.txt "a=a.run*" "b=b.run*" --vary runs
    """
    from tertium.api.plan import plan
    from tertium.api.read import read
    from tertium.report.presentation import show_result

    metrics = take_metrics(options)
    testset = read(**take_inputs(options))
    result = plan(testset, metrics, **take_workers(options), **given_settings(options))
    show_result(result, output_format, explain=explain)
