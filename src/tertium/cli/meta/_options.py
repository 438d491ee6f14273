"""Options that the commands about metrics share."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar

import click

from tertium.cli._options import chosen_metrics, metric_options, take_inputs, testset_options
from tertium.cli.meta._judgments import ratings_options, read_judgments, renamed

if TYPE_CHECKING:
    from tertium.meta.scores import ScoreTable

F = TypeVar("F", bound=Callable[..., Any])


def scores_options(command: F) -> F:
    """Scores of metrics and people; or outputs, references and judgments to make them of."""
    for decorate in reversed(
        [
            click.option(
                "--gold", default="human", show_default=True, help="Name of the human scores."
            ),
            click.option(
                "--without",
                multiple=True,
                metavar="SYSTEM",
                help="Leave out a system; patterns as for files: 'Human-*'.",
            ),
            click.option(
                "--outliers/--no-outliers",
                default=True,
                help="Whether to keep systems whose human score is far from all others.",
            ),
            click.option(
                "--lower-is-better",
                multiple=True,
                metavar="NAME",
                help="Turn the sign of a metric or of the human scores of which less is better,"
                " such as error rates, HTER or seconds.",
            ),
            testset_options,
            ratings_options,
            metric_options,
            click.option("-q", "--quiet", is_flag=True, help="No warnings."),
        ]
    ):
        command = decorate(command)
    return command


def take_table(options: dict[str, Any]) -> "ScoreTable":
    """Take the options above out of all, and read or make the scores they tell of."""
    import warnings

    from tertium.api.read import read
    from tertium.api.score_table import read_scores, score_table
    from tertium.core.errors import DataWarning, UsageError
    from tertium.core.spec import split_list

    unit = options["unit"] or "system"
    quiet = options.pop("quiet")
    if quiet:
        warnings.simplefilter("ignore", DataWarning)
    options["scores"] = ()
    inputs = take_inputs(options)
    specs, tok, lc = (options.pop(name) for name in ("specs", "tok", "lc"))
    ratings, ratings_format, rename, task, quality = (
        options.pop(name) for name in ("ratings", "ratings_format", "rename", "task", "quality")
    )
    turned = [name for names in options.pop("lower_is_better") for name in names.split(",")]
    choice = {"without": options.pop("without"), "outliers": options.pop("outliers")}
    gold = options.pop("gold")
    if not ratings:
        if inputs["references"]:
            raise UsageError("There are no judgments.", hint="Give them with --ratings FILE.")
        return read_scores(
            inputs["systems"],
            gold=gold,
            metrics=[name for names in specs for name in split_list(names)],
            unit=unit,
            languages=inputs["languages"],
            input_format=inputs["input_format"],
            lower_is_better=turned,
            **choice,
        )
    if gold != "human":
        raise UsageError(
            "--gold is for files of scores.",
            hint="With --ratings, --task chooses the judgments.",
        )
    return score_table(
        read(**inputs),
        read_judgments(ratings, ratings_format),
        chosen_metrics(specs, tok, lc, quiet=quiet),
        unit=unit,
        task=task,
        quality=quality,
        rename=renamed(rename),
        lower_is_better=turned,
        **choice,
    )
