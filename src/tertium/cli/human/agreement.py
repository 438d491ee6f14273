"""Tell how far annotators agree, with each other and with themselves."""

import click

from tertium.cli._options import give, stored
from tertium.cli.human._options import (
    languages_option,
    parsed_weights,
    ratings_argument,
    result_options,
    task_option,
    weights_option,
)


@click.command()
@ratings_argument
@task_option
@languages_option
@click.option(
    "--definition",
    type=click.Choice(["clean", "wmt16"]),
    default="clean",
    show_default=True,
    help="For relative judgments: wmt16 gives the numbers that WMT published.",
)
@weights_option
@result_options
def command(
    ratings: tuple[str, ...],
    task: str,
    languages: str,
    definition: str,
    weights: str,
    input_format: str,
    output: str | None,
    report: str | None,
    output_format: str,
) -> None:
    """Tell how far annotators agree.

    With each other, on outputs that several judged; with themselves, on outputs judged again. A
    result file, written by --output, is shown again without computing anything.

    \b
    Examples:
      tertium human agreement ratings.csv --task adequacy
      tertium human agreement wmt16.tur-eng.csv --definition wmt16
    """
    from tertium.api.agreement import AgreementResult, agreement
    from tertium.api.ratings import read_ratings
    from tertium.report.agreement import agreement_tables

    result = stored(AgreementResult, ratings) or agreement(
        read_ratings(ratings, input_format=input_format),
        task=task,
        languages=languages,
        definition=definition,
        weights=parsed_weights(weights),
    )
    of_task = ", ".join(filter(None, (result.task, result.languages)))
    summary = f"On human judgments of {of_task}."
    give(
        result,
        agreement_tables(result),
        output_format,
        output,
        report,
        "Agreement of annotators",
        summary,
    )
