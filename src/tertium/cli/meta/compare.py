"""Compare metrics by how well they agree with people."""

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


@click.command(cls=SettingsCommand, settings=["tertium.meta.comparison:ComparisonSettings"])
@click.option(
    "--statistic",
    default="pearson",
    show_default=True,
    help="pearson, spearman, kendall_b, kendall_c, acc_eq, tau_eq, kendall_like,"
    " pairwise_accuracy or soft_pairwise_accuracy.",
)
@scores_options
@click.option("-j", "--jobs", type=WORKERS, help="Threads.  [default: all cores]")
@result_options
def command(
    statistic: str,
    jobs: int | None,
    output_format: str,
    report: str | None,
    output: str | None,
    **options: Any,
) -> None:
    """Compare metrics by how well they agree with people.

    Every pair of metrics: the difference of their correlations, its interval and a test. SYSTEM is
    as for `tertium meta correlate`: files of scores, or with --ratings outputs.

    \b
    Examples:
      tertium meta compare scores.tsv --gold human
      tertium meta compare scores.tsv --unit segment --average item --statistic acc_eq
      tertium meta compare scores.tsv --report page.html
    """
    from tertium.api.correlate import compare_metrics
    from tertium.meta.comparison import MetricComparison
    from tertium.report.correlate import comparison_tables

    found = stored(MetricComparison, options["systems"])
    if found is None:
        table = take_table(options)
        with progress("Comparing metrics") as advance:
            found = compare_metrics(
                table, statistic, jobs=jobs, advance=advance, **given_settings(options)
            )
    give(
        found,
        comparison_tables(found),
        output_format,
        output,
        report,
        "Metrics compared",
        f"{counted(len(found.correlations), 'metric')},"
        f" {counted(len(found.data.systems), 'system')}, human scores: {found.data.gold}.",
    )
