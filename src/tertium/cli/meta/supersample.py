"""Hold metrics against people on thousands of hybrid systems."""

from typing import Any

import click

from tertium.cli._options import (
    SettingsCommand,
    chosen_metrics,
    give,
    given_settings,
    metric_options,
    result_options,
    scores_option,
    stored,
    take_inputs,
    testset_options,
    worker_options,
)
from tertium.cli._progress import progress
from tertium.cli.meta._judgments import ratings_options, read_judgments, renamed


@click.command(
    cls=SettingsCommand,
    settings=["tertium.api.supersample:Settings"],
    also={"hybrids": "systems"},
)
@testset_options
@scores_option
@ratings_options
@metric_options
@click.option("-q", "--quiet", is_flag=True, help="No warnings.")
@worker_options
@result_options
def command(
    ratings: tuple[str, ...],
    ratings_format: str,
    rename: tuple[str, ...],
    task: str,
    quality: bool | None,
    specs: tuple[str, ...],
    tok: str | None,
    lc: bool,
    quiet: bool,
    jobs: int | None,
    engine: str,
    output_format: str,
    report: str | None,
    output: str | None,
    **options: Any,
) -> None:
    """Hold metrics against people on hybrids of systems.

    A hybrid takes each segment from one of two systems. Thousands of them tell metrics apart that a
    few systems cannot, as far as mixtures of these systems go. SYSTEM is as for `tertium score`; or
    a result file, written by --output, to be shown again.

    \b
    Examples:
      tertium meta supersample -r ref.txt a.txt b.txt c.txt d.txt --ratings da.csv -m bleu,chrf,ter
      tertium meta supersample -r ref.txt outputs/*.txt --ratings da.csv --systems 50000 --mix all
    """
    import warnings

    from tertium.api.read import read
    from tertium.api.supersample import SuperSample, supersample
    from tertium.core.errors import DataWarning, UsageError
    from tertium.core.plain import counted
    from tertium.report.supersample import supersample_tables

    if quiet:
        warnings.simplefilter("ignore", DataWarning)
    inputs = take_inputs(options)
    result = stored(SuperSample, inputs["systems"])
    if result is None:
        if not ratings:
            raise UsageError("There are no judgments.", hint="Give them with --ratings FILE.")
        metrics = chosen_metrics(specs, tok, lc, quiet=quiet)
        testset = read(**inputs, keep_outputs=False)
        with progress("Super-sampling") as advance:
            result = supersample(
                testset,
                read_judgments(ratings, ratings_format),
                metrics,
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
        supersample_tables(result),
        output_format,
        output,
        report,
        "Metrics on hybrid systems",
        f"{counted(result.hybrids.systems, 'hybrid')} of {counted(len(result.systems), 'system')},"
        f" on {counted(result.data.segments, 'segment')}.",
    )
