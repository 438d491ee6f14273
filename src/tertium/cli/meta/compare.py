"""Compare metrics by how well they agree with people."""

from typing import Any

import click

from tertium.cli._options import SettingsCommand, give, given_settings, result_options, stored
from tertium.cli.meta._options import scores_options, take_reading


@click.command(cls=SettingsCommand, settings=["tertium.meta.comparison:ComparisonSettings"])
@click.argument("scores", nargs=-1, required=True, metavar="SCORES...")
@click.option(
    "--statistic",
    default="pearson",
    show_default=True,
    help="pearson, spearman, kendall_b, kendall_c, acc_eq, tau_eq, kendall_like,"
    " pairwise_accuracy or soft_pairwise_accuracy.",
)
@scores_options
@result_options
def command(
    scores: tuple[str, ...],
    statistic: str,
    output_format: str,
    report: str | None,
    output: str | None,
    **options: Any,
) -> None:
    """Compare metrics by how well they agree with people.

    Every pair of metrics: the difference of their correlations, its interval and a test. SCORES are
    as for `tertium meta correlate`; a file that --output wrote is shown again.

    \b
    Examples:
      tertium meta compare scores.tsv --gold human
      tertium meta compare scores.tsv --unit segment --average item --statistic acc_eq
      tertium meta compare scores.tsv --report page.html
    """
    from tertium.api.correlate import compare_metrics
    from tertium.meta.comparison import MetricComparison
    from tertium.report.correlate import comparison_tables

    reading = take_reading(options)
    found = stored(MetricComparison, scores) or compare_metrics(
        scores, statistic, reading=reading, **given_settings(options)
    )
    give(
        found,
        comparison_tables(found),
        output_format,
        output,
        report,
        "Metrics compared",
        f"{len(found.correlations):,} metrics, {len(found.data.systems):,} systems, human scores:"
        f" {found.data.gold}.",
    )
