"""See whether tests of significance keep their promise."""

from typing import Any

import click

from tertium.cli._options import (
    SettingsCommand,
    chosen_metrics,
    given_settings,
    member_of,
    metric_options,
    output_option,
    scores_option,
    take_inputs,
    testset_options,
    worker_options,
)
from tertium.cli._progress import progress


@click.command(cls=SettingsCommand, settings=["tertium.core.calibration:Settings"])
@testset_options
@scores_option
@metric_options
@click.option(
    "-t",
    "--test",
    "tests",
    multiple=True,
    metavar="TEST[,TEST...]",
    help="Tests of significance.  [default: all]",
    shell_complete=member_of("significance"),
)
@click.option(
    "--coverage",
    is_flag=True,
    help="Try the intervals of scores instead: how often do those of small test sets (--size) hold"
    " the score of the whole?",
)
@click.option("-q", "--quiet", is_flag=True, help="No warnings.")
@worker_options
@output_option
def command(
    specs: tuple[str, ...],
    tok: str | None,
    lc: bool,
    tests: tuple[str, ...],
    coverage: bool,
    quiet: bool,
    jobs: int | None,
    engine: str,
    output_format: str,
    **options: Any,
) -> None:
    """See whether tests of significance keep their promise.

    A test of level 5 % promises to reject at most 5 % of nulls that are true. Null pairs are made
    of the systems given (as for `tertium score`): every segment is swapped between two of them by a
    coin. What a test then rejects, it rejects wrongly.

    With --coverage, small test sets are drawn from the one given, and the intervals of their scores
    are compared with the score of the whole.

    \b
    Examples:
      tertium calibrate -r ref.txt a=a.txt b=b.txt
      tertium calibrate -r ref.txt a=a.txt b=b.txt -m bleu,chrf --size 500
      tertium calibrate -r ref.txt a=a.txt --coverage --size 300
    """
    import warnings

    from tertium.api.calibrate import calibrate
    from tertium.api.coverage import coverage as covered
    from tertium.api.read import read
    from tertium.core.errors import DataWarning, UsageError
    from tertium.report.calibrate import calibration_table, coverage_table
    from tertium.report.table import flat_table, show

    if coverage and tests:
        raise UsageError("--coverage tries intervals, not tests: leave out --test.")
    if quiet:
        warnings.simplefilter("ignore", DataWarning)
    metrics = chosen_metrics(specs, tok, lc, quiet=quiet)
    testset = read(**take_inputs(options))
    work: dict[str, Any] = {"jobs": jobs, "engine": engine, **given_settings(options)}
    result: Any
    with progress("Calibrating") as advance:
        if coverage:
            result = covered(testset, metrics, advance=advance, **work)
        else:
            result = calibrate(testset, metrics, tests=tests or None, advance=advance, **work)
    show(
        coverage_table(result) if coverage else calibration_table(result),
        result.to_dict,
        output_format,
        flat=lambda: flat_table(result.to_rows()),
    )
