"""Compare metrics by their agreement with human scores."""

from typing import Any

import click

from tertium.cli._results import emit_result, read_stored_result, result_options, take_outputs
from tertium.cli._settings import SettingsCommand, given_settings
from tertium.cli._work import jobs_option, take_workers
from tertium.cli.meta._scores import score_table_options, statistic_option, take_score_table


@click.command(
    cls=SettingsCommand, settings=["tertium.meta.compare_metrics.settings:CompareMetricsSettings"]
)
@statistic_option("Statistic of agreement with human scores", "STATISTIC")
@score_table_options
@jobs_option
@result_options
def command(
    statistic: str,
    **options: Any,
) -> None:
    """Compare metrics by their agreement with human scores.

    For every pair of metrics: the difference of their correlations, its confidence interval and a
    test. SYSTEM is as for `tertium meta correlate`: files of scores, or with --ratings outputs.

    \b
    Examples:
      tertium meta compare scores.tsv --gold human
      tertium meta compare scores.tsv --level segment --average-by item --statistic acc-eq
      tertium meta compare scores.tsv --report page.html
    """
    from tertium.api.compare_metrics import compare_metrics
    from tertium.meta.compare_metrics.results import MetricComparison

    outputs = take_outputs(options)
    found = read_stored_result(MetricComparison, options["systems"])
    if found is None:
        table = take_score_table(options)
        found = compare_metrics(
            table, statistic, **take_workers(options), **given_settings(options)
        )
    emit_result(found, outputs)
