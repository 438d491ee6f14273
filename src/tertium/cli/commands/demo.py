"""Compare systems on the example data."""

import click

from tertium.cli._command import Command
from tertium.cli._outputs import OutputFile, force_option, write_and_show
from tertium.cli._results import explain_option
from tertium.cli._streams import show_text
from tertium.core.formatting import counted


@click.command(cls=Command)
@click.option(
    "--report",
    type=OutputFile(),
    default="report.html",
    show_default=True,
    metavar="FILE",
    help="Where to write the HTML report.",
)
@force_option
@explain_option
def command(report: str, explain: bool) -> None:
    """Compare systems on the example data.

    Prints which systems are significantly better than the baseline, and writes an HTML report.
    """
    from tertium.api.compare import compare
    from tertium.api.read import read
    from tertium.core.files import write_text
    from tertium.examples import folder
    from tertium.report.page import result_page
    from tertium.report.presentation import show_result

    news = folder()
    testset = read(
        [
            f"baseline={news}/systems/baseline.*.txt",
            *(f"{name}={news}/systems/{name}.txt" for name in _SINGLE),
        ],
        references={"A": news / "reference.A.en.txt", "B": news / "reference.B.en.txt"},
        source=news / "source.de.txt",
        documents=news / "documents.tsv",
        language_pair="de-en",
    )
    show_text(
        f"{counted(len(testset), 'German-English news segment')},"
        f" {counted(len(testset.references), 'reference')},"
        f" {counted(len(testset.runs), 'simulated system')}:\n"
    )
    result = compare(testset, "bleu,chrf,ter", baseline="baseline")
    write_and_show(
        [lambda: write_text(report, result_page(result))],
        lambda: show_result(result, explain=explain),
    )
    show_text(f"HTML report: {report}")


_SINGLE = ("distilled", "finetuned", "large", "pivot")
