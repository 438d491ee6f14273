"""Measure the error rates of tests and the coverage of intervals."""

from typing import Any

import click

from tertium.cli._metrics import metric_options, significance_option, take_metrics
from tertium.cli._results import explain_option, format_option
from tertium.cli._settings import SettingsCommand, given_settings
from tertium.cli._testset import scores_option, take_inputs, testset_options
from tertium.cli._work import quiet_option, take_workers, worker_options


@click.command(cls=SettingsCommand, settings=["tertium.comparison.settings:CalibrateSettings"])
@testset_options
@scores_option
@metric_options
@significance_option("all")
@click.option(
    "--coverage",
    is_flag=True,
    help="Measure the coverage of confidence intervals instead: how often do the intervals of small"
    " test sets (--size) contain the score of the whole test set?",
)
@quiet_option
@worker_options
@explain_option
@format_option
def command(
    test: tuple[str, ...], coverage: bool, explain: bool, output_format: str, **options: Any
) -> None:
    """Measure the type I error rate of significance tests.

    A 5 % test should reject a true null hypothesis 5 % of the time. Null pairs are made from the
    systems given (as for `tertium score`): each segment is swapped between two systems by the toss
    of a coin. Every rejection is then a false positive.

    With --coverage, small test sets are drawn from the one given, and the confidence intervals of
    their scores are compared with the score of the whole test set.

    \b
    Examples:
      tertium calibrate -r ref.txt a=a.txt b=b.txt
      tertium calibrate -r ref.txt a=a.txt b=b.txt -m bleu,chrf --size 500
      tertium calibrate -r ref.txt a=a.txt --coverage --size 300
    """
    from tertium.api.calibrate import calibrate
    from tertium.api.coverage import coverage as measure_coverage
    from tertium.api.read import read
    from tertium.core.errors import UsageError
    from tertium.report.presentation import show_result

    if coverage and test:
        raise UsageError("--coverage measures intervals, not tests: leave out --test.")
    metrics = take_metrics(options)
    testset = read(**take_inputs(options))
    result: Any
    if coverage:
        result = measure_coverage(
            testset, metrics, **take_workers(options), **given_settings(options)
        )
    else:
        result = calibrate(
            testset, metrics, test=test or None, **take_workers(options), **given_settings(options)
        )
    show_result(result, output_format, explain=explain)
