"""Correlate metrics with human scores."""

from typing import Any

import click

from tertium.cli._results import emit_result, read_stored_result, result_options, take_outputs
from tertium.cli._settings import SettingsCommand, given_settings
from tertium.cli._work import jobs_option, take_workers
from tertium.cli.meta._scores import score_table_options, statistic_option, take_score_table


@click.command(cls=SettingsCommand, settings=["tertium.meta.correlate.settings:CorrelateSettings"])
@statistic_option("Statistics of agreement with human scores", "STATISTIC[,STATISTIC...]")
@score_table_options
@jobs_option
@result_options
def command(
    statistic: str,
    **options: Any,
) -> None:
    """Correlate metrics with human scores.

    SYSTEM is a file of metric scores and human scores: TSV, CSV or JSONL with the columns system,
    segment (for segment scores) and one for each metric, or metric and score; files of the WMT
    metrics tasks; or a directory of mt-metrics-eval. With --ratings it is the output of a system,
    as for `tertium score`, and metrics are computed. A result file written by --output is shown
    again.

    \b
    Examples:
      tertium meta correlate scores.tsv --gold human
      tertium meta correlate scores.tsv --level segment --average-by item --statistic acc-eq
      tertium meta correlate wmt/ -l en-de --gold mqm --without 'ref*'
      tertium meta correlate -r ref.txt outputs/*.txt --ratings da.csv -m bleu,chrf,ter
    """
    from tertium.api.correlate import correlate
    from tertium.meta.correlate.results import Correlations

    outputs = take_outputs(options)
    found = read_stored_result(Correlations, options["systems"])
    if found is None:
        table = take_score_table(options)
        found = correlate(table, statistic, **take_workers(options), **given_settings(options))
    emit_result(found, outputs)
