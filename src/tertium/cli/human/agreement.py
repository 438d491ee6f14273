"""Measure inter-annotator agreement and intra-annotator consistency."""

from typing import Any

import click

from tertium.cli._command import Command
from tertium.cli._ratings import parsed_weights, ratings_argument, task_option, weights_option
from tertium.cli._results import emit_result, read_stored_result, result_options, take_outputs
from tertium.cli._testset import input_format_option, language_pair_option
from tertium.cli._types import Choice


@click.command(cls=Command)
@ratings_argument
@task_option
@language_pair_option
@click.option(
    "--definition",
    type=Choice(["clean", "wmt16"]),
    default="clean",
    show_default=True,
    help="For relative judgments: wmt16 gives the numbers that WMT published.",
)
@weights_option
@input_format_option("ratings")
@result_options
def command(
    ratings: tuple[str, ...],
    task: str,
    language_pair: str,
    definition: str,
    weights: str,
    input_format: str,
    **options: Any,
) -> None:
    """Measure inter-annotator agreement.

    Measures intra-annotator consistency, too, if outputs were judged twice. If RATINGS is a result
    file, written by --output, the result is shown again without computing anything.

    \b
    Examples:
      tertium human agreement ratings.csv --task adequacy
      tertium human agreement wmt16.tur-eng.csv --definition wmt16
    """
    from tertium.api.agreement import agreement
    from tertium.api.read_ratings import read_ratings
    from tertium.human.agreement import AgreementResult

    result = read_stored_result(AgreementResult, ratings) or agreement(
        read_ratings(ratings, input_format=input_format),
        task=task,
        language_pair=language_pair,
        definition=definition,
        weights=parsed_weights(weights),
    )
    emit_result(result, take_outputs(options))
