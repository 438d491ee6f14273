"""Correlate metrics with human judgments."""

from typing import Any

import click

from tertium.cli._numbers import WORKERS
from tertium.cli._options import (
    SettingsCommand,
    give,
    given_settings,
    result_options,
    stored,
)
from tertium.cli._progress import progress
from tertium.cli.meta._options import scores_options, take_table
from tertium.core.plain import counted


@click.command(cls=SettingsCommand, settings=["tertium.meta.comparison:CorrelationSettings"])
@click.option(
    "--statistics",
    default="pearson",
    show_default=True,
    metavar="STATISTIC,...",
    help="pearson, spearman, kendall_b, kendall_c, acc_eq, tau_eq, kendall_like,"
    " pairwise_accuracy, soft_pairwise_accuracy.",
)
@scores_options
@click.option("-j", "--jobs", type=WORKERS, help="Threads.  [default: all cores]")
@result_options
def command(
    statistics: str,
    jobs: int | None,
    output_format: str,
    report: str | None,
    output: str | None,
    **options: Any,
) -> None:
    """Correlate metrics with human judgments.

    SYSTEM is a file of scores by metrics and people: TSV, CSV or JSONL with the columns system,
    segment (for scores of segments) and one for each metric, or metric and score; files of the WMT
    metrics tasks; or a directory of mt-metrics-eval. With --ratings it is an output of a system, as
    for `tertium score`, and scored here. A file that --output wrote is shown again.

    \b
    Examples:
      tertium meta correlate scores.tsv --gold human
      tertium meta correlate scores.tsv --unit segment --average item --statistics acc_eq
      tertium meta correlate wmt/ -l en-de --gold mqm --without 'ref*'
      tertium meta correlate -r ref.txt outputs/*.txt --ratings da.csv -m bleu,chrf,ter
    """
    from tertium.api.correlate import correlate
    from tertium.meta.comparison import Correlations
    from tertium.report.correlate import correlation_tables

    found = stored(Correlations, options["systems"])
    if found is None:
        table = take_table(options)
        with progress("Correlating") as advance:
            found = correlate(
                table, statistics, jobs=jobs, advance=advance, **given_settings(options)
            )
    give(
        found,
        correlation_tables(found),
        output_format,
        output,
        report,
        "Metrics and human judgments",
        f"{counted(len(found.data.systems), 'system')}, human scores: {found.data.gold}.",
    )
