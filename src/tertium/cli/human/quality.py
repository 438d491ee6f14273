"""Judge annotators: who can be trusted, and why not."""

from typing import Any

import click

from tertium.cli._options import SettingsCommand, given_settings
from tertium.cli.human._options import give, ratings_argument, result_options


@click.command(cls=SettingsCommand, settings=["tertium.human.quality_control:Rules"])
@ratings_argument
@result_options
def command(
    ratings: tuple[str, ...],
    input_format: str,
    report: str | None,
    output_format: str,
    **options: Any,
) -> None:
    """Judge annotators: who can be trusted, and why not.

    Whoever rates outputs that were degraded on purpose lower than the outputs themselves can be
    trusted. What else is suspicious is told, too.

    \b
    Examples:
      tertium human quality ratings.csv
      tertium human quality Batch_1.csv Batch_2.csv --test signed-rank
    """
    from tertium.api.quality import quality
    from tertium.api.ratings import read_ratings
    from tertium.report.quality import quality_table

    result = quality(read_ratings(ratings, input_format=input_format), **given_settings(options))
    give(result, [quality_table(result)], output_format, report, "Quality of annotators")
