"""Say how large a study must be to detect a difference."""

from typing import Any

import click

from tertium.cli._options import (
    SettingsCommand,
    chosen_metrics,
    given_settings,
    metric_options,
    output_option,
    scores_option,
    take_inputs,
    testset_options,
    worker_options,
)
from tertium.cli._progress import progress


@click.command(cls=SettingsCommand, settings=["tertium.core.plan:Settings"])
@testset_options
@scores_option
@metric_options
@click.option("-q", "--quiet", is_flag=True, help="No warnings.")
@worker_options
@output_option
def command(
    specs: tuple[str, ...],
    tok: str | None,
    lc: bool,
    quiet: bool,
    jobs: int | None,
    engine: str,
    output_format: str,
    **options: Any,
) -> None:
    """Say how large a study must be to detect a difference.

    Studies with more or fewer segments are simulated with the outputs of two systems (given as for
    `tertium score`). The difference is the observed one, unless --difference says another: then the
    systems swap segments by chance until they differ by as much.

    \b
    Examples:
      tertium plan -r ref.txt a=a.txt b=b.txt --power 0.8
      tertium plan -r ref.txt a=a.txt b=b.txt -m chrf --difference 0.5
      tertium plan -r ref.txt "a=a.run*" "b=b.run*" --vary runs
    """
    import warnings

    from tertium.api.plan import plan
    from tertium.api.read import read
    from tertium.core.errors import DataWarning
    from tertium.report.plan import plan_table
    from tertium.report.table import flat_table, show

    if quiet:
        warnings.simplefilter("ignore", DataWarning)
    metrics = chosen_metrics(specs, tok, lc, quiet=quiet)
    testset = read(**take_inputs(options))
    with progress("Planning") as advance:
        result = plan(
            testset,
            metrics,
            jobs=jobs,
            engine=engine,
            advance=advance,
            **given_settings(options),
        )
    show(
        plan_table(result),
        result.to_dict,
        output_format,
        flat=lambda: flat_table(result.to_rows()),
    )
