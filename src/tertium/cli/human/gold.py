"""Combine adequacy and fluency into verdicts on pairs."""

from typing import Any

import click

from tertium.cli._options import SettingsCommand, give, given_settings, stored
from tertium.cli.human._options import (
    domains_option,
    languages_option,
    levels_option,
    quality_option,
    result_options,
)


@click.command(
    cls=SettingsCommand,
    settings=["tertium.human.ranking:Settings"],
    prefixed={"quality": "tertium.human.quality_control:Rules"},
    # Verdicts are of one-sided tests at --levels, without clusters, and no caution changes them.
    without=[
        *("alternative", "clusters", "level"),
        *("quality_shortest", "quality_longest_run", "quality_reference_mean"),
    ],
    also={"unit": "level"},
)
@click.argument("result", nargs=-1, metavar="[RESULT]")
@click.option(
    "--adequacy",
    multiple=True,
    metavar="FILE",
    help="Judgments of adequacy; several times for several files.",
)
@click.option(
    "--fluency",
    multiple=True,
    metavar="FILE",
    help="Judgments of fluency; it may be the same file.",
)
@levels_option
@languages_option
@quality_option
@domains_option
@result_options
def command(
    result: tuple[str, ...],
    adequacy: tuple[str, ...],
    fluency: tuple[str, ...],
    levels: list[float],
    languages: str,
    quality: bool | None,
    domains: str | None,
    input_format: str,
    output: str | None,
    report: str | None,
    output_format: str,
    **options: Any,
) -> None:
    """Combine adequacy and fluency into verdicts on pairs.

    Adequacy decides; fluency where adequacy does not. Verdicts are what metrics are held against.
    RESULT is what --output wrote, to be shown again without computing anything.

    \b
    Examples:
      tertium human gold --adequacy ad.csv --fluency fl.csv
      tertium human gold --adequacy ratings.csv --fluency ratings.csv --level judgment
      tertium human gold result.json --report page.html
    """
    from tertium.api.gold import GoldResult, gold
    from tertium.api.ratings import read_domains, read_ratings
    from tertium.core.errors import UsageError
    from tertium.core.plain import counted
    from tertium.report.gold import gold_tables

    shown = stored(GoldResult, result)
    if shown is None and (result or not adequacy or not fluency):
        raise UsageError(
            f"{result[0]} is not a result file." if result else "There are no judgments.",
            hint="Give judgments by --adequacy and --fluency, or a result file.",
        )
    found = shown or gold(
        read_ratings(adequacy, input_format=input_format),
        read_ratings(fluency, input_format=input_format),
        levels=levels,
        languages=languages,
        quality=quality,
        domains=read_domains(domains) if domains else None,
        **given_settings(options),
    )
    summary = (
        f"Verdicts on {counted(len(found.gold.adequacy.systems), 'system')} by human judgments of"
        f" adequacy and fluency{f', {pair}' if (pair := found.judgments[0].languages) else ''}."
    )
    give(
        found,
        gold_tables(found),
        output_format,
        output,
        report,
        "Adequacy and fluency together",
        summary,
    )
