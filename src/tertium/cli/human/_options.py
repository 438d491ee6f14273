"""Options that the commands about human judgments share."""

from collections.abc import Callable
from typing import Any, TypeVar

import click

from tertium.cli import _options
from tertium.cli._options import member_of

F = TypeVar("F", bound=Callable[..., Any])


def ratings_argument(command: F) -> F:
    """Give the files of ratings."""
    return click.argument("ratings", nargs=-1, required=True, metavar="RATINGS...")(command)


def task_option(command: F) -> F:
    """Give the task, where the files hold several."""
    return click.option(
        "--task", default="", metavar="TASK", help="What was judged, where there are several tasks."
    )(command)


def languages_option(command: F) -> F:
    """Give the language pair, where the files hold several."""
    return click.option(
        "-l",
        "--language-pair",
        "languages",
        default="",
        metavar="SOURCE-TARGET",
        help="Languages, where there are several: de-en.",
    )(command)


def quality_option(command: F) -> F:
    """Whether annotators are judged first."""
    return click.option(
        "--quality/--no-quality",
        default=None,
        help="Take only annotators who can tell outputs from degraded ones.  [default: where"
        " degraded ones were shown]",
    )(command)


def weights_option(command: F) -> F:
    """Weights of marked errors."""
    return click.option(
        "--weights",
        default="",
        metavar="NAME=WEIGHT,...",
        help="What errors weigh: 'major=5,minor=1,critical=10'.",
    )(command)


def parsed_weights(text: str) -> Any:
    """Give the weights that the option above asks for."""
    from tertium.core.spec import parse_call
    from tertium.human.errors import Weights

    return Weights.of(parse_call(f"weights({text})")[1])


def result_options(command: F) -> F:
    """How files are read, and what is written; a result file is shown again."""
    input_format = click.option(
        "--input-format",
        default="",
        metavar="FORMAT",
        help="Format of the files, where their content does not tell.",
        shell_complete=member_of("formats.ratings"),
    )
    return input_format(_options.result_options(command))


def domains_option(command: F) -> F:
    """Give the domains of documents."""
    return click.option(
        "--domains",
        metavar="FILE",
        help="Domain of each document, two columns of a TSV or CSV file: for signed-rank tests in"
        " each domain, and means of domains.",
    )(command)


def levels_option(command: F) -> F:
    """Levels of verdicts."""
    return click.option(
        "--levels",
        default="0.95,0.99,0.999",
        show_default=True,
        metavar="LEVEL,...",
        help="Levels of significance: 0.95 stands for p <= 0.05.",
        callback=_parsed_levels,
    )(command)


def _parsed_levels(_: click.Context, __: click.Parameter, text: str) -> list[float]:
    from tertium.core.errors import UsageError
    from tertium.core.numbers import number_from

    try:
        levels = [number_from(level) for level in text.split(",")]
    except ValueError:
        levels = []
    if not levels or not all(0 < level < 1 for level in levels):
        raise UsageError(f"--levels takes numbers between 0 and 1, not {text!r}.")
    return levels
