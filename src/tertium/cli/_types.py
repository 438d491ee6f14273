"""Types of options: numbers within limits, choices. Errors name the option and its value."""

from collections.abc import Sequence
from contextlib import suppress
from typing import Any

import click

from tertium.core.errors import UsageError, did_you_mean, shown
from tertium.core.limits import MOST_DIGITS, MOST_WORKERS


class Number(click.ParamType):  # type: ignore[type-arg]  # not generic before click 8.4
    """A number of a kind, int or float, within bounds: `minimum`, `maximum`, `above`, `below`."""

    def __init__(self, kind: type[int] | type[float], **bounds: float) -> None:
        self.name = "integer" if kind is int else "float"
        self._kind = kind
        self._bounds = bounds

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Return the number, or say which numbers are valid."""
        from tertium.core.numbers import number_from, whole_number_from
        from tertium.core.spec import complaint

        if isinstance(value, str):
            # A text that is not a number stays a text, which `complaint` refuses.
            with suppress(ValueError):
                value = whole_number_from(value) if self._kind is int else number_from(value)
        wanted = complaint(value, self._kind, self._bounds)
        if wanted:
            raise bad_value(param, wanted, value)
        return value


class Choice(click.Choice):  # type: ignore[type-arg]  # not generic before click 8.2
    """One of a few words."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Return the word, or say which words are valid."""
        if value in self.choices:
            return value
        from tertium.cli._renamed import new_option_for

        raise bad_value(
            param,
            f"one of {', '.join(self.choices)}",
            value,
            did_you_mean(str(value), self.choices),
            hint=new_option_for(str(value), flag_of(param), ctx),
        )


class Member(click.ParamType):  # type: ignore[type-arg]  # not generic before click 8.4
    """The name of a member of a folder."""

    name = "name"

    def __init__(self, folder: str) -> None:
        self._folder = folder

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Return the name, or say which names there are."""
        from tertium.core import plugins

        names = plugins.names(self._folder)
        if value not in names:
            near = did_you_mean(str(value), names)
            raise bad_value(param, f"one of {', '.join(names)}", value, near)
        return value


def flag_of(param: click.Parameter | None) -> str:
    """Return the option as messages name it."""
    return max(param.opts, key=len) if param else "The value"


def bad_value(
    param: click.Parameter | None, wanted: str, value: object, more: str = "", hint: str = ""
) -> UsageError:
    """Make the error for a value that an option cannot take."""
    return UsageError(
        f"{flag_of(param)} must be {wanted}. Got {shown(value)} instead.{more}", hint=hint
    )


CONFIDENCE_LEVEL = Number(float, above=0, below=1)
DIGITS = Number(int, minimum=0, maximum=MOST_DIGITS)
WORKERS = Number(int, minimum=1, maximum=MOST_WORKERS)


def _parsed_levels(_: click.Context, parameter: click.Parameter, text: str) -> Sequence[float]:
    from tertium.core.numbers import number_from

    try:
        levels = [number_from(level) for level in text.split(",")]
    except ValueError:
        levels = []
    if not levels or not all(0 < level < 1 for level in levels):
        raise bad_value(parameter, "numbers between 0 and 1", text)
    return levels


confidence_levels_option = click.option(
    "--confidence-levels",
    default="0.95,0.99,0.999",
    show_default=True,
    metavar="LEVEL,...",
    help="Confidence levels of verdicts: 0.95 stands for p <= 0.05.",
    callback=_parsed_levels,
)
