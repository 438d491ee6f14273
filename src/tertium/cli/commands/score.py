"""Score systems against references."""

from typing import Any

import click

from tertium.cli._command import Command
from tertium.cli._metrics import metric_options, take_metrics
from tertium.cli._outputs import OutputFile, force_option, write_and_show
from tertium.cli._results import format_option, report_option
from tertium.cli._streams import show_text
from tertium.cli._testset import short_testset_options, take_inputs
from tertium.cli._types import CONFIDENCE_LEVEL, DIGITS, Choice, Number
from tertium.cli._work import jobs_option, quiet_option, take_workers
from tertium.core.limits import LARGEST_SEED, MOST_TRIALS


def _check_segments(path: str) -> None:
    """Check that the file name has the suffix of a format of scores."""
    from tertium.formats import output_format

    output_format("scores", path)


@click.command(cls=Command)
@short_testset_options
@metric_options
@click.option("-ci", "--confidence", is_flag=True, help="Add bootstrap confidence intervals.")
@click.option(
    "--trials",
    type=Number(int, minimum=1, maximum=MOST_TRIALS),
    default=1000,
    show_default=True,
    help="Number of bootstrap samples.",
)
@click.option(
    "--confidence-level",
    type=CONFIDENCE_LEVEL,
    default=0.95,
    show_default=True,
    help="Confidence level of the intervals.",
)
@click.option(
    "--seed",
    type=Number(int, minimum=0, maximum=LARGEST_SEED),
    default=12345,
    show_default=True,
    help="Seed of the bootstrap.",
)
@click.option(
    "--interval",
    type=Choice(("percentile", "element", "bca")),
    default="percentile",
    show_default=True,
    help="Percentiles, interpolated or as an element of the sample; or BCa.",
)
@click.option(
    "--subsample",
    type=Number(float, above=0, maximum=1),
    default=1.0,
    show_default=True,
    help="Size of a bootstrap sample as a share of the test set.",
)
@click.option("-sl", "--sentence-level", is_flag=True, help="Show the score of every segment.")
@click.option(
    "--segment-scores",
    type=OutputFile(_check_segments),
    metavar="FILE",
    help="Write segment scores to a file (.tsv, .jsonl, .seg.score).",
)
@click.option(
    "-b",
    "--score-only",
    is_flag=True,
    help="Print numbers only: a line for each output, a tab between metrics.",
)
@click.option(
    "-w", "--width", type=DIGITS, default=1, show_default=True, help="Digits after the point."
)
@quiet_option
@jobs_option
@report_option
@force_option
@format_option
def command(
    confidence: bool,
    trials: int,
    confidence_level: float,
    interval: str,
    subsample: float,
    seed: int,
    sentence_level: bool,
    segment_scores: str | None,
    score_only: bool,
    width: int,
    report: str | None,
    output_format: str,
    **options: Any,
) -> None:
    """Score systems against references.

    SYSTEM is [NAME=]FILE[,FILE...]: a file with one output per line, and an optional name. Several
    files under one name, separated by commas or matched by a quoted pattern, are several training
    runs. "-" is standard input. A file that contains the references (WMT XML, JSONL, TSV, a
    directory of mt-metrics-eval) needs no -r.

    \b
    Examples:
      tertium score -r ref.txt system.txt
      tertium score -r ref.A.txt -r ref.B.txt a.txt b=other/b.txt -m bleu,chrf,ter
      cat system.txt | tertium score -r ref.txt -
      tertium score -t wmt22 -l de-en system.txt
      tertium score wmttest2022.de-en.all.xml -m 'bleu(tok=intl,lc=true)' --confidence
    """
    from tertium.api.read import read
    from tertium.api.score import score
    from tertium.core.errors import UsageError
    from tertium.metrics import segment_scores as scores_of_segments
    from tertium.report.results.score import bare_numbers, score_table, segment_table
    from tertium.report.terminal import show

    if score_only and (confidence or output_format != "table"):
        raise UsageError(
            "-b prints numbers only: it takes neither --confidence nor --format.",
            hint="Leave out -b; --format tsv and --format json have intervals in a readable form.",
        )
    metrics = take_metrics(options)
    testset = read(**take_inputs(options))
    scores = score(
        testset,
        metrics,
        confidence=confidence or report is not None,
        confidence_level=confidence_level,
        trials=trials,
        seed=seed,
        interval=interval,
        subsample=subsample,
        **take_workers(options),
    )
    writes = []
    if segment_scores:
        from tertium.formats import write

        writes.append(lambda: write("scores", scores_of_segments(scores), segment_scores))
    if report:
        from tertium.core.files import write_text
        from tertium.report.page import result_page

        page = result_page(scores)
        writes.append(lambda: write_text(report, page))
    if not confidence and report is not None:
        from dataclasses import replace

        scores = replace(scores, scores=tuple(replace(s, interval=None) for s in scores))
    table = (segment_table if sentence_level else score_table)(scores, digits=width)

    def show_scores() -> None:
        if not score_only:
            show(table, lambda: scores.to_dict(segments=sentence_level), output_format)
            return
        bare = (
            [row[2:] for row in table.rows]
            if sentence_level
            else bare_numbers(scores, digits=width)
        )
        for row in bare:
            show_text("\t".join(row))

    write_and_show(writes, show_scores)
