"""Hold verdicts of metrics and tests against those of people."""

from typing import Any

import click

from tertium.cli._numbers import LEVEL
from tertium.cli._options import (
    SettingsCommand,
    chosen_metrics,
    give,
    given_settings,
    member_of,
    metric_options,
    result_options,
    scores_option,
    stored,
    take_inputs,
    testset_options,
    worker_options,
)
from tertium.cli._progress import progress
from tertium.cli.human._options import levels_option
from tertium.cli.meta._judgments import ratings_options, read_judgments, renamed


@click.command(cls=SettingsCommand, settings=["tertium.api.accuracy:Settings"])
@testset_options
@scores_option
@ratings_options
@click.option(
    "--gold",
    metavar="FILE",
    help="Verdicts of people instead of judgments: a result of `tertium human gold` or `human"
    " rank`, or a matrix of p-values (CSV, TSV), row better than column.",
)
@metric_options
@click.option(
    "-t",
    "--tests",
    "--test",
    "tests",
    multiple=True,
    metavar="TEST[,TEST...]",
    help="Tests of significance.  [default: all recommended ones]",
    shell_complete=member_of("significance"),
)
@levels_option
@click.option(
    "--gold-level",
    type=LEVEL,
    help="Level of the verdicts of people.  [default: the same as of metrics]",
)
@click.option("--gold-alpha", type=LEVEL, help="The same as a p-value: 0.05 for a level of 0.95.")
@click.option("-q", "--quiet", is_flag=True, help="No warnings.")
@worker_options
@result_options
def command(
    ratings: tuple[str, ...],
    ratings_format: str,
    rename: tuple[str, ...],
    task: str,
    quality: bool | None,
    gold: str | None,
    specs: tuple[str, ...],
    tok: str | None,
    lc: bool,
    tests: tuple[str, ...],
    levels: list[float],
    gold_level: float | None,
    gold_alpha: float | None,
    quiet: bool,
    jobs: int | None,
    engine: str,
    output_format: str,
    report: str | None,
    output: str | None,
    **options: Any,
) -> None:
    """Hold verdicts of metrics and tests against people's.

    Which of two systems is better, if either? Verdicts by every metric and test of significance are
    held against those of people. SYSTEM is as for `tertium score`; or a result file, written by
    --output, to be shown again.

    \b
    Examples:
      tertium meta accuracy -r ref.txt a.txt b.txt c.txt --ratings da.csv -m bleu,chrf
      tertium meta accuracy -r ref.txt outputs/*.txt --gold gold.json --tests bootstrap
    """
    import warnings

    from tertium.api.accuracy import AccuracyStudy, accuracy
    from tertium.api.read import read
    from tertium.core.errors import DataWarning, UsageError
    from tertium.core.plain import counted
    from tertium.report.accuracy import accuracy_tables

    if quiet:
        warnings.simplefilter("ignore", DataWarning)
    if gold_alpha is not None:
        if gold_level is not None:
            raise UsageError("--gold-level and --gold-alpha say the same: give one of them.")
        gold_level = 1 - gold_alpha
    inputs = take_inputs(options)
    result = stored(AccuracyStudy, inputs["systems"])
    if result is None:
        metrics = chosen_metrics(specs, tok, lc, quiet=quiet)
        testset = read(**inputs, keep_outputs=False)
        with progress("Testing") as advance:
            result = accuracy(
                testset,
                metrics,
                ratings=read_judgments(ratings, ratings_format) if ratings else None,
                gold=gold,
                tests=tests or None,
                levels=levels,
                gold_level=gold_level,
                task=task,
                quality=quality,
                rename=renamed(rename),
                jobs=jobs,
                engine=engine,
                advance=advance,
                **given_settings(options),
            )
    give(
        result,
        accuracy_tables(result),
        output_format,
        output,
        report,
        "Accuracy of metrics and tests",
        f"Verdicts on {counted(result.accuracies[0].pairs, 'pair')} of"
        f" {counted(len(result.systems), 'system')}.",
    )
