"""Judge annotators: who can be trusted, and why not."""

from typing import Any

import click

from tertium.cli._options import SettingsCommand, give, given_settings, stored
from tertium.cli.human._options import (
    parsed_weights,
    ratings_argument,
    result_options,
    weights_option,
)


@click.command(cls=SettingsCommand, settings=["tertium.human.quality_control:Rules"])
@ratings_argument
@weights_option
@result_options
def command(
    ratings: tuple[str, ...],
    weights: str,
    input_format: str,
    output: str | None,
    report: str | None,
    output_format: str,
    **options: Any,
) -> None:
    """Judge annotators: who can be trusted, and why not.

    Whoever rates outputs that were degraded on purpose lower than the outputs themselves can be
    trusted. What else is suspicious is told, too. A result file, written by --output, is shown
    again without computing anything.

    \b
    Examples:
      tertium human quality ratings.csv
      tertium human quality Batch_1.csv Batch_2.csv --test signed-rank
    """
    from tertium.api.quality import Quality, quality
    from tertium.api.ratings import read_ratings
    from tertium.core.plain import counted
    from tertium.report.quality import quality_table

    result = stored(Quality, ratings) or quality(
        read_ratings(ratings, input_format=input_format),
        weights=parsed_weights(weights),
        **given_settings(options),
    )
    judged = [one.judgments for one in result.control.annotators]
    of_tasks = ", ".join((*result.tasks, *result.languages))
    summary = (
        f"{counted(sum(judged), 'judgment')} by {counted(len(judged), 'annotator')}: {of_tasks}."
    )
    give(
        result,
        [quality_table(result)],
        output_format,
        output,
        report,
        "Quality of annotators",
        summary,
    )
