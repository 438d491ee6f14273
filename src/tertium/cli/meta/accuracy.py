"""Compare verdicts of metrics and significance tests with human verdicts."""

from typing import Any

import click

from tertium.cli._metrics import metric_options, significance_option, take_metrics
from tertium.cli._ratings import joined_ratings_options, take_joined_ratings
from tertium.cli._results import emit_result, read_stored_result, result_options, take_outputs
from tertium.cli._settings import SettingsCommand, given_settings
from tertium.cli._testset import scores_option, take_inputs, testset_options
from tertium.cli._types import CONFIDENCE_LEVEL, confidence_levels_option
from tertium.cli._work import quiet_option, take_workers, worker_options


@click.command(cls=SettingsCommand, settings=["tertium.meta.accuracy.settings:AccuracySettings"])
@testset_options
@scores_option
@joined_ratings_options
@click.option(
    "--gold-verdicts",
    metavar="FILE",
    help="Human verdicts instead of judgments: a result of `tertium human gold` or `human rank`, or"
    " a matrix of p-values (CSV, TSV), row better than column.",
)
@metric_options
@significance_option("all recommended tests")
@confidence_levels_option
@click.option(
    "--gold-confidence-level",
    type=CONFIDENCE_LEVEL,
    help="Confidence level of human verdicts.  [default: the same]",
)
@click.option(
    "--gold-alpha",
    type=CONFIDENCE_LEVEL,
    help="The same as a p-value: 0.05 for a confidence level of 0.95.",
)
@quiet_option
@worker_options
@result_options
def command(
    gold_verdicts: str | None,
    test: tuple[str, ...],
    confidence_levels: list[float],
    gold_confidence_level: float | None,
    gold_alpha: float | None,
    **options: Any,
) -> None:
    """Compare verdicts of metrics with human verdicts.

    Every metric and significance test decides which of two systems is better, if either. Its
    verdict is correct if human judgments give the same verdict. SYSTEM is as for `tertium score`,
    or a result file written by --output, which is shown again.

    \b
    Examples:
      tertium meta accuracy -r ref.txt a.txt b.txt c.txt --ratings da.csv -m bleu,chrf
      tertium meta accuracy -r ref.txt outputs/*.txt --gold-verdicts gold.json --test bootstrap
    """
    from tertium.api.accuracy import accuracy
    from tertium.api.read import read
    from tertium.core.errors import UsageError
    from tertium.meta.accuracy.results import AccuracyStudy

    if gold_alpha is not None:
        if gold_confidence_level is not None:
            raise UsageError(
                "--gold-confidence-level and --gold-alpha set the same: give one of them."
            )
        gold_confidence_level = 1 - gold_alpha
    outputs = take_outputs(options)
    inputs = take_inputs(options)
    result = read_stored_result(AccuracyStudy, inputs["systems"])
    if result is None:
        metrics = take_metrics(options)
        testset = read(**inputs, keep_outputs=False)
        ratings, joined = take_joined_ratings(options)
        result = accuracy(
            testset,
            metrics,
            ratings=ratings,
            gold_verdicts=gold_verdicts,
            test=test or None,
            confidence_levels=confidence_levels,
            gold_confidence_level=gold_confidence_level,
            **joined,
            **take_workers(options),
            **given_settings(options),
        )
    emit_result(result, outputs)
