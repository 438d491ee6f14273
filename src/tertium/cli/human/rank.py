"""Rank systems by human judgments."""

from typing import Any

import click

from tertium.cli._ratings import (
    domains_option,
    include_machine_option,
    parsed_weights,
    quality_option,
    ratings_argument,
    task_option,
    weights_option,
)
from tertium.cli._results import emit_result, read_stored_result, result_options, take_outputs
from tertium.cli._settings import SettingsCommand, given_settings
from tertium.cli._testset import input_format_option, language_pair_option


@click.command(
    cls=SettingsCommand,
    settings=["tertium.human.settings:RankSettings", "tertium.human.settings:RelativeRankSettings"],
    prefixed={"quality": "tertium.human.settings:Rules"},
)
@ratings_argument
@task_option
@language_pair_option
@quality_option
@include_machine_option
@click.option(
    "--reference-system",
    "reference_systems",
    multiple=True,
    metavar="NAME",
    help="Mark a system as a human translation (repeatable).",
)
@weights_option
@domains_option
@input_format_option("ratings")
@result_options
def command(
    ratings: tuple[str, ...],
    task: str,
    language_pair: str,
    quality: bool | None,
    include_machines: tuple[str, ...],
    reference_systems: tuple[str, ...],
    weights: str,
    domains: str | None,
    input_format: str,
    **options: Any,
) -> None:
    """Rank systems by human judgments.

    Shows scores with confidence intervals, significance tests of all pairs, and clusters. Relative
    judgments (which output is better) are ranked by --method, all others by their scores. If
    RATINGS is a result file, written by --output, the result is shown again without computing
    anything.

    \b
    Examples:
      tertium human rank ratings.csv --task adequacy
      tertium human rank ad-good-raw.csv --level judgment --clusters wmt
      tertium human rank esa.csv --segments all --test signed-rank --level document
      tertium human rank mqm.tsv --weights minor=0.5 --reference-system refA
      tertium human rank wmt16.tur-eng.csv --method trueskill
    """
    from tertium.api.rank import rank
    from tertium.api.read_ratings import read_ratings
    from tertium.formats.domains import read_domains
    from tertium.human.rank import HumanRanking

    outputs = take_outputs(options)
    result = read_stored_result(HumanRanking, ratings) or rank(
        read_ratings(ratings, input_format=input_format),
        task=task,
        language_pair=language_pair,
        quality=quality,
        include_machines=include_machines,
        weights=parsed_weights(weights),
        domains=read_domains(domains) if domains else None,
        reference_systems=reference_systems,
        **given_settings(options),
    )
    emit_result(result, outputs)
