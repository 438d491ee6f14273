"""Combine adequacy and fluency into verdicts on pairs."""

from typing import Any

import click

from tertium.cli._options import SettingsCommand, given_settings
from tertium.cli.human._options import give, languages_option, quality_option, result_options


@click.command(cls=SettingsCommand, settings=["tertium.human.ranking:Settings"])
@click.option(
    "--adequacy",
    multiple=True,
    required=True,
    metavar="FILE",
    help="Judgments of adequacy; several times for several files.",
)
@click.option(
    "--fluency",
    multiple=True,
    required=True,
    metavar="FILE",
    help="Judgments of fluency; it may be the same file.",
)
@click.option(
    "--levels",
    default="0.95,0.99,0.999",
    show_default=True,
    metavar="LEVEL,...",
    help="Levels of significance: 0.95 stands for p <= 0.05.",
)
@languages_option
@quality_option
@result_options
def command(
    adequacy: tuple[str, ...],
    fluency: tuple[str, ...],
    levels: str,
    languages: str,
    quality: bool | None,
    input_format: str,
    report: str | None,
    output_format: str,
    **options: Any,
) -> None:
    """Combine adequacy and fluency into verdicts on pairs.

    Adequacy decides; fluency where adequacy does not. Verdicts are what metrics are held against.

    \b
    Examples:
      tertium human gold --adequacy ad.csv --fluency fl.csv
      tertium human gold --adequacy ratings.csv --fluency ratings.csv --unit judgment
    """
    from tertium.api.gold import gold
    from tertium.api.ratings import read_ratings
    from tertium.report.gold import gold_tables

    result = gold(
        read_ratings(adequacy, input_format=input_format),
        read_ratings(fluency, input_format=input_format),
        levels=_levels(levels),
        languages=languages,
        quality=quality,
        **given_settings(options),
    )
    give(result, gold_tables(result), output_format, report, "Adequacy and fluency together")


def _levels(text: str) -> list[float]:
    from tertium.core.errors import UsageError

    try:
        levels = [float(level) for level in text.split(",")]
    except ValueError:
        levels = []
    if not levels or not all(0 < level < 1 for level in levels):
        raise UsageError(f"--levels takes numbers between 0 and 1, not {text!r}.")
    return levels
