"""Apply quality control to annotators."""

from typing import Any

import click

from tertium.cli._ratings import parsed_weights, ratings_argument, weights_option
from tertium.cli._results import emit_result, read_stored_result, result_options, take_outputs
from tertium.cli._settings import SettingsCommand, given_settings
from tertium.cli._testset import input_format_option


@click.command(cls=SettingsCommand, settings=["tertium.human.settings:Rules"])
@ratings_argument
@weights_option
@input_format_option("ratings")
@result_options
def command(
    ratings: tuple[str, ...],
    weights: str,
    input_format: str,
    **options: Any,
) -> None:
    """Apply quality control to annotators.

    Annotators pass if they score deliberately degraded outputs significantly lower than the
    original outputs. Other suspicious behaviour is reported, too. If RATINGS is a result file,
    written by --output, the result is shown again without computing anything.

    \b
    Examples:
      tertium human quality ratings.csv
      tertium human quality Batch_1.csv Batch_2.csv --test signed-rank
    """
    from tertium.api.quality import quality
    from tertium.api.read_ratings import read_ratings
    from tertium.human.quality import Quality

    outputs = take_outputs(options)
    result = read_stored_result(Quality, ratings) or quality(
        read_ratings(ratings, input_format=input_format),
        weights=parsed_weights(weights),
        **given_settings(options),
    )
    emit_result(result, outputs)
