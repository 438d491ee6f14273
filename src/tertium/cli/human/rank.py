"""Rank systems: scores, intervals, tests of all pairs, clusters."""

from typing import Any

import click

from tertium.cli._options import SettingsCommand, give, given_settings, stored
from tertium.cli.human._options import (
    domains_option,
    languages_option,
    parsed_weights,
    quality_option,
    ratings_argument,
    result_options,
    task_option,
    weights_option,
)


@click.command(
    cls=SettingsCommand,
    settings=["tertium.human.ranking:Settings", "tertium.human.relative_ranking:Settings"],
    prefixed={"quality": "tertium.human.quality_control:Rules"},
)
@ratings_argument
@task_option
@languages_option
@quality_option
@click.option(
    "--reference-system",
    "references",
    multiple=True,
    metavar="NAME",
    help="A system that is a human translation, to be marked; several times for several.",
)
@weights_option
@domains_option
@result_options
def command(
    ratings: tuple[str, ...],
    task: str,
    languages: str,
    quality: bool | None,
    references: tuple[str, ...],
    weights: str,
    domains: str | None,
    input_format: str,
    output: str | None,
    report: str | None,
    output_format: str,
    **options: Any,
) -> None:
    """Rank systems: scores, intervals, tests of all pairs, clusters.

    Relative judgments (which output is better) are ranked by --method; all others by their values.
    A result file, written by --output, is shown again without computing anything.

    \b
    Examples:
      tertium human rank ratings.csv --task adequacy
      tertium human rank ad-good-raw.csv --unit judgment --clusters wmt
      tertium human rank esa.csv --segments all --test signed-rank --unit document
      tertium human rank mqm.tsv --weights minor=0.5 --reference-system refA
      tertium human rank wmt16.tur-eng.csv --method trueskill
    """
    from tertium.api.rank import HumanRanking, rank
    from tertium.api.ratings import read_domains, read_ratings
    from tertium.report.judgments import judged_by
    from tertium.report.rank import ranking_tables

    result = stored(HumanRanking, ratings) or rank(
        read_ratings(ratings, input_format=input_format),
        task=task,
        languages=languages,
        quality=quality,
        weights=parsed_weights(weights),
        domains=read_domains(domains) if domains else None,
        references=references,
        **given_settings(options),
    )
    give(
        result,
        ranking_tables(result),
        output_format,
        output,
        report,
        "Ranking of systems",
        judged_by(result.data),
    )
