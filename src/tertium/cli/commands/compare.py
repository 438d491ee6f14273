"""Compare systems: is the difference real?"""

import sys
from typing import Any

import click

from tertium.cli._numbers import DIGITS
from tertium.cli._options import (
    SettingsCommand,
    chosen_metrics,
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
from tertium.cli._outputs import OutputFile, write_and_show
from tertium.cli._progress import progress
from tertium.cli._streams import say
from tertium.cli.human._options import (
    parsed_weights,
    quality_option,
    task_option,
    weights_option,
)


def _check_plot(path: str) -> None:
    """See that charts can be drawn and written to such a file."""
    from tertium.report import charts

    charts.check_suffix(path)
    charts.alt()
    charts.converter()


@click.command(
    cls=SettingsCommand,
    settings=["tertium.core.comparison:Settings"],
    prefixed={"quality": "tertium.human.quality_control:Rules"},
    # Cautions leave no annotator out.
    without=["quality_shortest", "quality_longest_run", "quality_reference_mean"],
)
@testset_options
@scores_option
@click.option(
    "--ratings",
    multiple=True,
    metavar="FILE",
    help="Human judgments, compared instead of outputs; several times for several files.",
)
@task_option
@click.option(
    "--scale",
    type=click.Choice(("auto", "standardized", "raw")),
    default="auto",
    help="Human judgments as given (raw), or standardized; auto takes these if known.",
)
@quality_option
@weights_option
@metric_options
@click.option(
    "-t",
    "--test",
    "tests",
    multiple=True,
    metavar="TEST[,TEST...]",
    help="Tests of significance; the first decides.  [default: approximate_randomization]",
    shell_complete=member_of("significance"),
)
@click.option(
    "--require",
    metavar="SYSTEM",
    help="Exit with code 3 unless this system is significantly better under every metric.",
)
@click.option(
    "--require-scope",
    type=click.Choice(("outputs", "training")),
    help="Require it for these outputs, or for the training procedure (several runs)."
    "  [default: the first test]",
)
@click.option(
    "--plot",
    type=OutputFile(_check_plot),
    metavar="FILE",
    help="Draw the pseudo-statistics (.svg, .png, .pdf, .html).",
)
@click.option(
    "-w", "--width", type=DIGITS, default=1, show_default=True, help="Digits after the point."
)
@click.option("-q", "--quiet", is_flag=True, help="No warnings.")
@worker_options
@result_options
def command(
    ratings: tuple[str, ...],
    task: str,
    scale: str,
    quality: bool | None,
    weights: str,
    specs: tuple[str, ...],
    tok: str | None,
    lc: bool,
    tests: tuple[str, ...],
    require: str | None,
    require_scope: str | None,
    output: str | None,
    report: str | None,
    plot: str | None,
    width: int,
    quiet: bool,
    jobs: int | None,
    engine: str,
    output_format: str,
    **options: Any,
) -> None:
    """Compare systems: is the difference real?

    SYSTEM is as for `tertium score`; the first one is the baseline, unless --baseline names
    another or --all-pairs compares all with all. Human judgments given by --ratings are prepared as
    for `tertium human rank`, and the first system by name is the baseline. A result file, written
    by --output, is shown again without computing anything.

    \b
    Examples:
      tertium compare -r ref.txt baseline=base.txt new=new.txt other=other.txt -m bleu,chrf,ter
      tertium compare -r ref.txt "base=base.opt*" "new=new.opt*"
      tertium compare --scores comet.tsv --scores adequacy.tsv
      tertium compare --ratings ratings.csv --task adequacy --all-pairs --unit document
      tertium compare wmttest.de-en.all.xml --all-pairs --report report.html
      tertium compare -r ref.txt base.txt new.txt --require new --output result.json
      tertium compare result.json --format latex
    """
    import warnings

    from tertium.api.compare import check_requirement, compare, require_better
    from tertium.api.read import read
    from tertium.core.comparison import Comparison
    from tertium.core.errors import DataWarning, UsageError
    from tertium.report.compare import show_comparison

    if require_scope and require is None:
        raise UsageError("--require-scope needs --require SYSTEM.")
    if quiet:
        warnings.simplefilter("ignore", DataWarning)
    inputs = take_inputs(options)
    result = stored(Comparison, inputs["systems"])
    if result is None:
        metrics = chosen_metrics(specs, tok, lc, quiet=quiet)
        compared: Any = (
            _judgments(ratings, inputs) if ratings else read(**inputs, keep_outputs=False)
        )
        if require is not None:
            check_requirement(
                compared, require, require_scope, tests=tests or None, **given_settings(options)
            )
        with progress("Comparing") as advance:
            result = compare(
                compared,
                metrics,
                tests=tests or None,
                task=task,
                languages=inputs["languages"] if ratings else "",
                quality=quality,
                weights=parsed_weights(weights) if weights else None,
                scale=scale,
                jobs=jobs,
                engine=engine,
                advance=advance,
                **given_settings(options),
            )
    writes = []
    if output:
        from tertium.api.results import write_result

        writes.append(lambda: write_result(result, output))
    if report:
        from tertium.core.files import write_text
        from tertium.report.page import comparison_page

        writes.append(lambda: write_text(report, comparison_page(result)))
    if plot:
        from tertium.report import charts

        writes.append(lambda: charts.save(charts.plot(result, "distributions"), plot))
    write_and_show(writes, lambda: show_comparison(result, output_format, digits=width))
    if require is not None:
        reason = require_better(result, require, require_scope)
        if reason:
            say(reason)
            sys.exit(3)


def _judgments(files: tuple[str, ...], inputs: dict[str, Any]) -> Any:
    """Read human judgments; nothing else can be compared with them."""
    from tertium.api.ratings import read_ratings
    from tertium.core.errors import UsageError

    others = {
        "outputs": inputs["systems"],
        "-r": inputs["references"],
        "-s": inputs["source"],
        "--documents": inputs["documents"],
        "--layer or --scores": inputs["layers"],
        "--allow": inputs["allow"],
    }
    given = [name for name, value in others.items() if value]
    if given:
        raise UsageError(
            f"--ratings are compared by themselves, without {', '.join(given)}.",
            hint="Ratings and outputs are joined by `tertium meta`.",
        )
    return read_ratings(files, input_format=inputs["input_format"])
