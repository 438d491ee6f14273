"""Tune the parameters of a metric to human scores."""

from typing import Any

import click

from tertium.cli._numbers import WORKERS
from tertium.cli._options import (
    SettingsCommand,
    give,
    given_settings,
    member_of,
    result_options,
    stored,
    take_inputs,
    testset_options,
)
from tertium.cli._outputs import OutputFile
from tertium.cli._progress import progress
from tertium.cli.meta._judgments import ratings_options, read_judgments, renamed


@click.command(cls=SettingsCommand, settings=["tertium.meta.tuning:Settings"])
@click.argument("spec", metavar="METRIC", shell_complete=member_of("metrics"))
@testset_options
@click.option(
    "--human",
    multiple=True,
    metavar="FILE",
    help="Human scores of segments, higher for better; several times for several files.",
)
@click.option(
    "--gold",
    default="",
    metavar="NAME",
    help="Which scores of --human are those of people.  [default: human, or the only ones]",
)
@ratings_options
@click.option(
    "--params",
    type=OutputFile(),
    metavar="FILE",
    help="Write the parameters to a file (.json).",
)
@click.option("-j", "--jobs", type=WORKERS, help="Threads.  [default: all cores]")
@click.option("-q", "--quiet", is_flag=True, help="No warnings.")
@result_options
def command(
    spec: str,
    human: tuple[str, ...],
    gold: str,
    ratings: tuple[str, ...],
    ratings_format: str,
    rename: tuple[str, ...],
    task: str,
    quality: bool | None,
    params: str | None,
    jobs: int | None,
    quiet: bool,
    output_format: str,
    report: str | None,
    output: str | None,
    **options: Any,
) -> None:
    """Tune the parameters of a metric to people.

    METRIC is one that has parameters to tune, as `tertium metrics` tells; or a result file, written
    by --output, to be shown again. Human scores are those of --human, or judgments of --ratings.
    What tuning gains is told on parts of the data that are held out. -m 'METRIC(params=FILE)' takes
    what --params has written.

    \b
    Examples:
      tertium meta tune meteor -r ref.txt a.txt b.txt c.txt --human scores.tsv --gold human
      tertium meta tune 'meteor(norm=true)' -r ref.txt a.txt b.txt --ratings da.csv --params p.json
      tertium score -r ref.txt new.txt -m 'meteor(params=p.json)'
    """
    import warnings

    from tertium.api.read import read
    from tertium.api.tune import tune, write_parameters
    from tertium.core.errors import DataWarning, UsageError
    from tertium.core.plain import counted
    from tertium.meta.tuning import Tuning
    from tertium.report.tune import tuning_tables

    if quiet:
        warnings.simplefilter("ignore", DataWarning)
    inputs = take_inputs(options)
    result = None if inputs["systems"] else stored(Tuning, [spec])
    if result is None:
        if bool(human) == bool(ratings):
            raise UsageError(
                "Tuning needs the scores of people, once.",
                hint="Give them with --human FILE, or with --ratings FILE.",
            )
        if gold and ratings:
            raise UsageError("--gold is for --human; judgments are all by people.")
        testset = read(**inputs)
        with progress("Tuning") as advance:
            result = tune(
                testset,
                spec,
                human or read_judgments(ratings, ratings_format),
                gold=gold,
                task=task,
                quality=quality,
                rename=renamed(rename),
                jobs=jobs,
                advance=advance,
                **given_settings(options),
            )
    give(
        result,
        tuning_tables(result),
        output_format,
        output,
        report,
        f"{result.title} tuned to people",
        f"{counted(result.data.scores, 'human score')} of"
        f" {counted(len(result.data.outputs), 'output')}.",
        *([lambda: write_parameters(result, params)] if params else []),
    )
