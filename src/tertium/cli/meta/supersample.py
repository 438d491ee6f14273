"""Meta-evaluate metrics on hybrid systems (super-sampling)."""

from typing import Any

import click

from tertium.cli._metrics import metric_options, take_metrics
from tertium.cli._ratings import joined_ratings_options, take_joined_ratings
from tertium.cli._results import emit_result, read_stored_result, result_options, take_outputs
from tertium.cli._settings import SettingsCommand, given_settings
from tertium.cli._testset import scores_option, take_inputs, testset_options
from tertium.cli._work import quiet_option, take_workers, worker_options


@click.command(
    cls=SettingsCommand, settings=["tertium.meta.supersample.settings:SupersampleSettings"]
)
@testset_options
@scores_option
@joined_ratings_options
@metric_options
@quiet_option
@worker_options
@result_options
def command(**options: Any) -> None:
    """Meta-evaluate metrics on hybrid systems (super-sampling).

    A hybrid takes each segment from one of two systems. Thousands of hybrids can separate metrics
    that a few systems cannot; the result applies to mixtures of these systems. SYSTEM is as for
    `tertium score`, or a result file written by --output, which is shown again.

    \b
    Examples:
      tertium meta supersample -r ref.txt a.txt b.txt c.txt d.txt --ratings da.csv -m bleu,chrf,ter
      tertium meta supersample -r ref.txt outputs/*.txt --ratings da.csv --hybrids 50000 --mix all
    """
    from tertium.api.read import read
    from tertium.api.supersample import supersample
    from tertium.core.errors import UsageError
    from tertium.meta.supersample.results import SuperSample

    outputs = take_outputs(options)
    inputs = take_inputs(options)
    result = read_stored_result(SuperSample, inputs["systems"])
    if result is None:
        if not options["ratings"]:
            raise UsageError("There are no human judgments.", hint="Give them with --ratings FILE.")
        metrics = take_metrics(options)
        testset = read(**inputs, keep_outputs=False)
        ratings, joined = take_joined_ratings(options)
        assert ratings is not None
        result = supersample(
            testset, ratings, metrics, **joined, **take_workers(options), **given_settings(options)
        )
    emit_result(result, outputs)
