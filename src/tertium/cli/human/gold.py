"""Combine adequacy and fluency into a gold standard."""

from typing import Any

import click

from tertium.cli._ratings import domains_option, include_machine_option, quality_option
from tertium.cli._results import emit_result, read_stored_result, result_options, take_outputs
from tertium.cli._settings import SettingsCommand, given_settings
from tertium.cli._testset import input_format_option, language_pair_option
from tertium.cli._types import confidence_levels_option


@click.command(
    cls=SettingsCommand,
    settings=["tertium.human.settings:RankSettings"],
    prefixed={"quality": "tertium.human.settings:Rules"},
    # Verdicts are of one-sided tests at several confidence levels, without clusters, and no caution
    # changes them.
    without=[
        *("alternative", "clusters", "confidence_level"),
        *("quality_shortest", "quality_longest_run", "quality_reference_mean"),
    ],
)
@click.argument("result", nargs=-1, metavar="[RESULT]")
@click.option(
    "--adequacy",
    multiple=True,
    metavar="FILE",
    help="Judgments of adequacy (repeatable).",
)
@click.option(
    "--fluency",
    multiple=True,
    metavar="FILE",
    help="Judgments of fluency (repeatable); may be the same file.",
)
@confidence_levels_option
@language_pair_option
@quality_option
@include_machine_option
@domains_option
@input_format_option("ratings")
@result_options
def command(
    result: tuple[str, ...],
    adequacy: tuple[str, ...],
    fluency: tuple[str, ...],
    confidence_levels: list[float],
    language_pair: str,
    quality: bool | None,
    include_machines: tuple[str, ...],
    domains: str | None,
    input_format: str,
    **options: Any,
) -> None:
    """Combine adequacy and fluency into a gold standard.

    The gold standard holds verdicts on pairs of systems, for `tertium meta accuracy`. Adequacy
    decides; fluency decides if adequacy does not. RESULT is a result file, written by --output,
    which is shown again without computing anything.

    \b
    Examples:
      tertium human gold --adequacy ad.csv --fluency fl.csv
      tertium human gold --adequacy ratings.csv --fluency ratings.csv --level judgment
      tertium human gold result.json --report page.html
    """
    from tertium.api.gold import gold
    from tertium.api.read_ratings import read_ratings
    from tertium.core.errors import UsageError
    from tertium.formats.domains import read_domains
    from tertium.human.gold import GoldResult

    outputs = take_outputs(options)
    shown = read_stored_result(GoldResult, result)
    if shown is None and (result or not adequacy or not fluency):
        raise UsageError(
            f"{result[0]} is not a result file." if result else "There are no judgments.",
            hint="Give judgments with --adequacy and --fluency, or a result file.",
        )
    found = shown or gold(
        read_ratings(adequacy, input_format=input_format),
        read_ratings(fluency, input_format=input_format),
        confidence_levels=confidence_levels,
        language_pair=language_pair,
        quality=quality,
        include_machines=include_machines,
        domains=read_domains(domains) if domains else None,
        **given_settings(options),
    )
    emit_result(found, outputs)
