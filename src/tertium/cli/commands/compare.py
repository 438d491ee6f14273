"""Compare systems: is the difference real?"""

import sys
from typing import Any

import click

from tertium.cli._metrics import metric_options, significance_option, take_metrics
from tertium.cli._outputs import OutputFile
from tertium.cli._ratings import (
    include_machine_option,
    parsed_weights,
    quality_option,
    ratings_option,
    task_option,
    weights_option,
)
from tertium.cli._results import emit_result, read_stored_result, result_options, take_outputs
from tertium.cli._settings import SettingsCommand, given_settings
from tertium.cli._streams import say
from tertium.cli._testset import scores_option, take_inputs, testset_options
from tertium.cli._types import DIGITS, Choice
from tertium.cli._work import quiet_option, take_workers, worker_options


def _check_plot(path: str) -> None:
    """Check that charts can be drawn and written to such a file."""
    from tertium.report.charts import check_suffix
    from tertium.report.drawing import alt, converter

    check_suffix(path)
    alt()
    converter()


@click.command(
    cls=SettingsCommand,
    settings=["tertium.comparison.settings:CompareSettings"],
    prefixed={"quality": "tertium.human.settings:Rules"},
    # Cautions leave no annotator out.
    without=["quality_shortest", "quality_longest_run", "quality_reference_mean"],
)
@testset_options
@scores_option
@ratings_option
@task_option
@click.option(
    "--scale",
    type=Choice(("auto", "standardized", "raw")),
    default="auto",
    help="Raw or standardized human judgments; auto standardizes adequacy, fluency and SQM, but no"
    " answers of yes or no.",
)
@quality_option
@include_machine_option
@weights_option
@metric_options
@significance_option("approximate-randomization")
@click.option(
    "--require",
    metavar="SYSTEM",
    help="Exit with code 3 unless this system is significantly better under every metric.",
)
@click.option(
    "--require-scope",
    type=Choice(("outputs", "training")),
    help="Require it for these outputs, or for the training procedure (several runs)."
    "  [default: the first test]",
)
@click.option(
    "--plot",
    type=OutputFile(_check_plot),
    metavar="FILE",
    help="Draw the null distributions of the tests (.svg, .png, .pdf, .html).",
)
@click.option(
    "-w", "--width", type=DIGITS, default=1, show_default=True, help="Digits after the point."
)
@quiet_option
@worker_options
@result_options
def command(
    ratings: tuple[str, ...],
    task: str,
    scale: str,
    quality: bool | None,
    include_machines: tuple[str, ...],
    weights: str,
    test: tuple[str, ...],
    require: str | None,
    require_scope: str | None,
    plot: str | None,
    width: int,
    **options: Any,
) -> None:
    """Compare systems: is the difference real?

    SYSTEM is as for `tertium score`. The first system is the baseline, unless --baseline names
    another one or --all-pairs compares every system with every other. Human judgments (--ratings)
    are prepared as for `tertium human rank`, and the first system by name is the baseline. A result
    file, written by --output, is shown again without computing anything.

    \b
    Examples:
      tertium compare -r ref.txt baseline=base.txt new=new.txt other=other.txt -m bleu,chrf,ter
      tertium compare -r ref.txt "base=base.opt*" "new=new.opt*"
      tertium compare --scores comet.tsv --scores adequacy.tsv
      tertium compare --ratings ratings.csv --task adequacy --all-pairs --level document
      tertium compare wmttest.de-en.all.xml --all-pairs --report report.html
      tertium compare -r ref.txt base.txt new.txt --require new --output result.json
      tertium compare result.json --format latex
    """
    from tertium.api.compare import compare
    from tertium.api.read import read
    from tertium.comparison.comparison_result import Comparison
    from tertium.comparison.requirement import check_requirement, require_better
    from tertium.comparison.settings import CompareSettings
    from tertium.core.errors import UsageError
    from tertium.human.judged_sample import judged_runs
    from tertium.human.preparation import without_rules

    if require_scope and require is None:
        raise UsageError("--require-scope needs --require SYSTEM.")
    inputs, outputs = take_inputs(options), take_outputs(options)
    result = read_stored_result(Comparison, inputs["systems"])
    if result is None:
        metrics = take_metrics(options)
        data: Any = _judgments(ratings, inputs) if ratings else read(**inputs, keep_outputs=False)
        workers = take_workers(options)
        settings = given_settings(options)
        if require is not None:
            runs = judged_runs(data) if ratings else data.runs
            chosen = CompareSettings.of(without_rules(settings))
            check_requirement(runs, chosen, require, require_scope, test or None)
        result = compare(
            data,
            metrics,
            test=test or None,
            task=task,
            language_pair=inputs["language_pair"] if ratings else "",
            quality=quality,
            include_machines=include_machines,
            weights=parsed_weights(weights) if weights else None,
            scale=scale,
            **workers,
            **settings,
        )
    writes = []
    if plot:
        from tertium.report import charts

        writes.append(lambda: charts.save(charts.plot(result, "distributions"), plot))
    emit_result(result, outputs, *writes, digits=width)
    if require is not None:
        reason = require_better(result, require, require_scope)
        if reason:
            say(reason)
            sys.exit(3)


def _judgments(files: tuple[str, ...], inputs: dict[str, Any]) -> Any:
    """Read human judgments, which cannot be combined with other inputs."""
    from tertium.api.read_ratings import read_ratings
    from tertium.core.errors import UsageError

    others = {
        "outputs": inputs["systems"],
        "-r": inputs["references"],
        "-s": inputs["source"],
        "--documents": inputs["documents"],
        "--test-set": inputs["test_set"],
        "--layer or --scores": inputs["layers"],
        "--allow": inputs["allow"],
    }
    given = [name for name, value in others.items() if value]
    if given:
        raise UsageError(
            f"--ratings cannot be combined with {', '.join(given)}.",
            hint="To compare metrics with human judgments, use `tertium meta`.",
        )
    return read_ratings(files, input_format=inputs["input_format"])
