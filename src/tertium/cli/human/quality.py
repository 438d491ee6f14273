"""Judge annotators: who can be trusted, and why not."""

from typing import Any

import click

from tertium.cli._options import SettingsCommand, give, given_settings, stored
from tertium.cli.human._options import ratings_argument, result_options


@click.command(cls=SettingsCommand, settings=["tertium.human.quality_control:Rules"])
@ratings_argument
@result_options
def command(
    ratings: tuple[str, ...],
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
        read_ratings(ratings, input_format=input_format), **given_settings(options)
    )
    judged = [one.judgments for one in result.control.annotators]
    summary = f"{counted(sum(judged), 'judgment')} by {counted(len(judged), 'annotator')}."
    give(
        result,
        [quality_table(result)],
        output_format,
        output,
        report,
        "Quality of annotators",
        summary,
    )
