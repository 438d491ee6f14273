"""Measure inter-annotator agreement, intra-annotator consistency, and agreement with experts."""

from typing import Any

import click

from tertium.cli._ratings import (
    include_machine_option,
    parsed_weights,
    ratings_argument,
    task_option,
    weights_option,
)
from tertium.cli._results import emit_result, read_stored_result, result_options, take_outputs
from tertium.cli._settings import SettingsCommand, given_settings
from tertium.cli._testset import input_format_option, language_pair_option
from tertium.cli._types import Choice


@click.command(cls=SettingsCommand, settings=["tertium.human.settings:ExpertSettings"])
@ratings_argument
@click.option(
    "--experts",
    multiple=True,
    metavar="FILE",
    help="Judgments of the same outputs by experts: how many annotators of RATINGS agree with them"
    " as well as one expert does (repeatable)?",
)
@task_option
@language_pair_option
@click.option(
    "--definition",
    type=Choice(["clean", "wmt16"]),
    default="clean",
    show_default=True,
    help="For relative judgments: wmt16 gives the numbers that WMT published.",
)
@include_machine_option
@weights_option
@input_format_option("ratings")
@result_options
def command(
    ratings: tuple[str, ...],
    experts: tuple[str, ...],
    task: str,
    language_pair: str,
    definition: str,
    include_machines: tuple[str, ...],
    weights: str,
    input_format: str,
    **options: Any,
) -> None:
    """Measure inter-annotator agreement.

    Measures intra-annotator consistency, too, if outputs were judged twice. With --experts, RATINGS
    are judgments of non-experts: shows the agreement of the mean score, or of the most frequent
    answer, of 1, 2, ... non-experts with the experts (Snow et al. 2008). If RATINGS is a result
    file, written by --output, the result is shown again without computing anything.

    \b
    Examples:
      tertium human agreement ratings.csv --task adequacy
      tertium human agreement wmt16.tur-eng.csv --definition wmt16
      tertium human agreement crowd.csv --experts experts.csv
    """
    from tertium.api.agreement import agreement
    from tertium.api.read_ratings import read_ratings
    from tertium.human.agreement import AgreementResult

    outputs = take_outputs(options)
    result = read_stored_result(AgreementResult, ratings) or agreement(
        read_ratings(ratings, input_format=input_format),
        experts=read_ratings(experts, input_format=input_format) if experts else None,
        task=task,
        language_pair=language_pair,
        definition=definition,
        include_machines=include_machines,
        weights=parsed_weights(weights),
        **given_settings(options),
    )
    emit_result(result, outputs)
