"""Run the main job on the example data."""

import click


@click.command()
@click.option(
    "--page",
    default="report.html",
    show_default=True,
    metavar="FILE",
    help="Where to write the page.",
)
def command(page: str) -> None:
    """Run the main job on the example data.

    Shows scores with intervals and leaves a page to look at.
    """
    from tertium.api.read import read
    from tertium.api.score import score
    from tertium.core.files import write_text
    from tertium.examples import folder
    from tertium.report.page import score_page
    from tertium.report.score import score_table
    from tertium.report.table import show

    news = folder()
    systems = [
        f"{name}={news}/systems/{name}{runs}.txt"
        for name, runs in (
            ("large", ""),
            ("distilled", ""),
            ("finetuned", ""),
            ("baseline", ".*"),
            ("pivot", ""),
        )
    ]
    testset = read(
        systems,
        references={"A": news / "reference.A.en.txt", "B": news / "reference.B.en.txt"},
        source=news / "source.de.txt",
        documents=news / "documents.tsv",
        languages="de-en",
    )
    scores = score(testset, "bleu,chrf,ter", confidence=True)
    click.echo(
        f"{len(testset)} German-English news segments in {len(set(testset.document_ids))}"
        f" documents,\ntwo references, {len(scores.systems)} simulated systems:\n"
    )
    show(score_table(scores), scores.to_dict, "table")
    write_text(page, score_page(scores))
    click.echo(f"\nThe same as a page to look at: {page}")
