"""Tune the parameters of a metric to human scores."""

from typing import Any

import click

from tertium.cli._declare import member_of
from tertium.cli._outputs import OutputFile
from tertium.cli._ratings import joined_ratings_options, take_joined_ratings
from tertium.cli._results import emit_result, read_stored_result, result_options, take_outputs
from tertium.cli._settings import SettingsCommand, given_settings
from tertium.cli._testset import take_inputs, testset_options
from tertium.cli._work import jobs_option, quiet_option, take_workers


@click.command(cls=SettingsCommand, settings=["tertium.meta.tune.settings:TuneSettings"])
@click.argument("spec", metavar="METRIC", shell_complete=member_of("metrics"))
@testset_options
@click.option(
    "--human",
    multiple=True,
    metavar="FILE",
    help="Human scores of segments, higher for better (repeatable).",
)
@click.option(
    "--gold",
    default="",
    metavar="NAME",
    help="Name of the human scores in these files.  [default: human, or the only scores]",
)
@joined_ratings_options
@click.option(
    "--write-parameters",
    "parameters",
    type=OutputFile(),
    metavar="FILE",
    help="Write the parameters to a file (.json).",
)
@jobs_option
@quiet_option
@result_options
def command(
    spec: str,
    human: tuple[str, ...],
    gold: str,
    parameters: str | None,
    **options: Any,
) -> None:
    """Tune the parameters of a metric to human scores.

    METRIC is a metric with parameters to tune (see `tertium metrics`), or a result file written by
    --output, which is shown again. Human scores come from --human or --ratings. The gain is
    measured on held-out parts of the data. -m 'METRIC(params=FILE)' uses the parameters that
    --write-parameters wrote.

    \b
    Examples:
      tertium meta tune meteor -r ref.txt a.txt b.txt c.txt --human scores.tsv --gold human
      tertium meta tune meteor -r ref.txt a.txt b.txt --ratings da.csv --write-parameters p.json
      tertium score -r ref.txt new.txt -m 'meteor(params=p.json)'
    """
    from tertium.api.read import read
    from tertium.api.tune import tune
    from tertium.api.write_parameters import write_parameters
    from tertium.core.errors import UsageError
    from tertium.meta.tune.results import Tuning

    outputs = take_outputs(options)
    inputs = take_inputs(options)
    result = None if inputs["systems"] else read_stored_result(Tuning, [spec])
    if result is None:
        if bool(human) == bool(options["ratings"]):
            raise UsageError(
                "Tuning needs human scores from one source.",
                hint="Give either --human FILE or --ratings FILE.",
            )
        if gold and not human:
            raise UsageError(
                "--gold applies to --human only; with --ratings, --task chooses the judgments."
            )
        testset = read(**inputs)
        ratings, joined = take_joined_ratings(options)
        scores: Any = human or ratings
        result = tune(
            testset,
            spec,
            scores,
            gold=gold,
            **joined,
            **take_workers(options),
            **given_settings(options),
        )
    emit_result(
        result, outputs, *([lambda: write_parameters(result, parameters)] if parameters else [])
    )
