"""Options for scores of metrics and human scores."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import click

from tertium.cli._declare import F, member_of, together
from tertium.cli._metrics import metric_options, take_metrics
from tertium.cli._ratings import joined_ratings_options, take_joined_ratings
from tertium.cli._testset import take_inputs, testset_options
from tertium.cli._work import quiet_option
from tertium.core.errors import UsageError

if TYPE_CHECKING:
    from tertium.meta.score_table import ScoreTable


def statistic_option(help: str, metavar: str) -> Callable[[F], F]:
    """`--statistic`, members of `meta/statistics`.

    Args:
        help: What the option chooses.
        metavar: Whether it takes one name or several.
    """
    from tertium.core import plugins

    return click.option(
        "--statistic",
        default="pearson",
        show_default=True,
        metavar=metavar,
        help=f"{help}: {', '.join(plugins.names('meta.statistics'))}.",
        shell_complete=member_of("meta.statistics"),
    )


score_table_options = together(
    click.option("--gold", default="human", show_default=True, help="Name of the human scores."),
    click.option(
        "--without",
        multiple=True,
        metavar="SYSTEM",
        help="Leave out a system; patterns such as 'Human-*' work, too (repeatable).",
    ),
    click.option(
        "--outliers/--no-outliers",
        default=True,
        help="Keep systems whose human score is far from all others.",
    ),
    click.option(
        "--lower-is-better",
        multiple=True,
        metavar="NAME",
        help="Flip the sign of a metric or of human scores whose lower values are better, such as"
        " error rates, HTER or seconds (repeatable).",
    ),
    testset_options,
    joined_ratings_options,
    metric_options,
    quiet_option,
)


def take_score_table(options: dict[str, Any]) -> "ScoreTable":
    """Remove the options above from `options`, and return the scores: read, or computed."""
    from tertium.api.read import read
    from tertium.api.read_scores import read_scores
    from tertium.api.score_table import score_table
    from tertium.core.spec import split_list

    level = options["level"] or "system"
    inputs = take_inputs(options)
    rules = {
        "without": options.pop("without"),
        "outliers": options.pop("outliers"),
        "lower_is_better": [
            n for names in options.pop("lower_is_better") for n in names.split(",")
        ],
    }
    gold = options.pop("gold")
    if options["ratings"] and gold != "human":
        raise UsageError(
            "--gold applies to files of scores only.",
            hint="With --ratings, --task chooses the judgments.",
        )
    names = [name for names in options["metrics"] for name in split_list(names)]
    ratings, joined = take_joined_ratings(options)
    if ratings is not None:
        metrics = take_metrics(options)
        return score_table(read(**inputs), ratings, metrics, level=level, **joined, **rules)
    if inputs["references"] or inputs["test_set"]:
        raise UsageError("There are no human judgments.", hint="Give them with --ratings FILE.")
    for name in ("metrics", "tok", "lc"):
        del options[name]
    return read_scores(
        inputs["systems"],
        gold=gold,
        metrics=names,
        level=level,
        language_pair=inputs["language_pair"],
        input_format=inputs["input_format"],
        **rules,
    )
