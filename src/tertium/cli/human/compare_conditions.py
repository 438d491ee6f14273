"""Compare human judgments under two conditions."""

from typing import Any

import click

from tertium.cli._declare import member_of
from tertium.cli._ratings import (
    parsed_weights,
    quality_option,
    rename_option,
    renamed,
    task_option,
    weights_option,
)
from tertium.cli._results import emit_result, read_stored_result, result_options, take_outputs
from tertium.cli._settings import SettingsCommand, given_settings
from tertium.cli._testset import take_inputs, testset_options


@click.command(cls=SettingsCommand, settings=["tertium.human.settings:ConditionSettings"])
@click.argument("ratings", metavar="RATINGS")
@testset_options
@task_option
@quality_option
@weights_option
@rename_option
@click.option(
    "--ratings-format",
    default="",
    metavar="FORMAT",
    help="Format of the human judgments, if their content does not show it.",
    shell_complete=member_of("formats.ratings"),
)
@result_options
def command(
    ratings: str,
    task: str,
    quality: bool | None,
    weights: str,
    rename: tuple[str, ...],
    ratings_format: str,
    **options: Any,
) -> None:
    """Compare human judgments under two conditions.

    RATINGS is a file whose column `condition` tells the conditions apart, such as reference and
    no-reference. If the conditions are in two files, give both. Shows how scores or shares of wins
    move from one condition to the other, with confidence intervals and tests.

    With outputs and references (SYSTEM and -r), also shows whether judgments move with the overlap
    of outputs and reference (chrF). If RATINGS is a result file, written by --output, the result is
    shown again without computing anything.

    \b
    Examples:
      tertium human compare-conditions ratings.csv --factor prefill
      tertium human compare-conditions shown.csv hidden.csv
      tertium human compare-conditions ratings.csv -r ref.txt a.txt b.txt
    """
    from tertium.api.compare_conditions import compare_conditions
    from tertium.api.read import read
    from tertium.api.read_ratings import read_ratings
    from tertium.human.condition_comparison import ConditionComparison

    outputs = take_outputs(options)
    inputs = take_inputs(options)
    others, inputs["systems"] = _split(inputs["systems"], ratings_format)
    stored = read_stored_result(ConditionComparison, (ratings, *others))
    if stored is None:
        with_outputs = bool(inputs["references"] or inputs["test_set"] or inputs["systems"])
        given = [read_ratings(path, input_format=ratings_format) for path in (ratings, *others)]
        stored = compare_conditions(
            *given,
            testset=read(**inputs) if with_outputs else None,
            task=task,
            language_pair=inputs["language_pair"],
            quality=quality,
            weights=parsed_weights(weights),
            rename=renamed(rename),
            **given_settings(options),
        )
    emit_result(stored, outputs)


def _split(paths: tuple[str, ...], ratings_format: str) -> tuple[list[str], tuple[str, ...]]:
    """Separate a second file of judgments, or result file, from the outputs of systems."""
    from tertium import formats
    from tertium.core import files
    from tertium.formats.result_files import is_result

    first = paths[0] if paths else ""
    if not first or not files.is_file(first):
        return [], paths
    judged = ratings_format or formats.sniff("ratings", files.read_bytes(first))
    return ([first], paths[1:]) if judged or is_result(first) else ([], paths)
