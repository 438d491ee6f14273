"""Score systems against references."""

from typing import Any

import click

from tertium.cli._options import (
    chosen_metrics,
    metric_options,
    output_option,
    progress,
    testset_inputs,
    testset_options,
)


@click.command()
@testset_options
@metric_options
@click.option("-ci", "--confidence", is_flag=True, help="Add bootstrap intervals.")
@click.option(
    "-cin", "--confidence-n", "samples", default=1000, show_default=True, help="Bootstrap samples."
)
@click.option("--level", default=0.95, show_default=True, help="Level of the intervals.")
@click.option("--seed", default=12345, show_default=True, help="Seed of the bootstrap.")
@click.option("-sl", "--sentence-level", is_flag=True, help="Show the score of every segment.")
@click.option(
    "--segments", metavar="FILE", help="Write segment scores to a file (.tsv, .jsonl, .seg.score)."
)
@click.option("-b", "--score-only", is_flag=True, help="Print the numbers only.")
@click.option("-w", "--width", default=1, show_default=True, help="Digits after the point.")
@click.option("-q", "--quiet", is_flag=True, help="No warnings.")
@click.option("-j", "--jobs", type=int, help="Threads.  [default: all cores]")
@click.option("--report", metavar="FILE", help="Write a page to look at (.html).")
@output_option
def command(
    specs: tuple[str, ...],
    tok: str | None,
    lc: bool,
    confidence: bool,
    samples: int,
    level: float,
    seed: int,
    sentence_level: bool,
    segments: str | None,
    score_only: bool,
    width: int,
    quiet: bool,
    jobs: int | None,
    report: str | None,
    output_format: str,
    **inputs: Any,
) -> None:
    """Score systems against references.

    SYSTEM is [NAME=]FILE[,FILE...]: a file with one output a line, with a name if you like. Several
    files under one name, separated by commas or matched by a quoted pattern, are several training
    runs. "-" is standard input. A file that holds everything (WMT XML, JSONL, TSV, a directory of
    mt-metrics-eval) needs no -r.

    \b
    Examples:
      tertium score -r ref.txt system.txt
      tertium score -r ref.A.txt -r ref.B.txt a.txt b=other/b.txt -m bleu,chrf,ter
      cat system.txt | tertium score -r ref.txt -
      tertium score wmttest2022.de-en.all.xml -m 'bleu(tok=intl,lc=true)' --confidence
    """
    import warnings

    from tertium.api.read import read
    from tertium.api.score import score, segment_scores
    from tertium.core.errors import DataWarning, UsageError
    from tertium.report.score import score_table, segment_table
    from tertium.report.table import show

    if quiet:
        warnings.simplefilter("ignore", DataWarning)
    if width < 0:
        raise UsageError("-w takes a number of digits, 0 or more.")
    chosen = chosen_metrics(specs, tok, lc, quiet=quiet)
    testset = read(**testset_inputs(**inputs))
    with progress("Scoring") as advance:
        scores = score(
            testset,
            chosen,
            confidence=confidence or report is not None,
            level=level,
            samples=samples,
            seed=seed,
            jobs=jobs,
            advance=advance,
        )
    if segments:
        from tertium.formats._kinds import write

        write("scores", segment_scores(scores), segments)
    if report:
        from tertium.core.files import write_text
        from tertium.report.page import score_page

        write_text(report, score_page(scores))
    if not confidence and report is not None:
        from dataclasses import replace

        scores = replace(scores, scores=tuple(replace(s, interval=None) for s in scores))
    table = (segment_table if sentence_level else score_table)(scores, digits=width)
    if score_only:
        for row in table.rows:
            click.echo("\t".join(row[2 if sentence_level else 1 :]))
        return
    show(table, lambda: scores.to_dict(segments=sentence_level), output_format)
