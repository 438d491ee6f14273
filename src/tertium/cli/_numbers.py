"""Numbers on the command line: read as parameters of metrics are, and within limits."""

from contextlib import suppress
from typing import Any

import click

from tertium.core.errors import UsageError, shown
from tertium.core.limits import MOST_DIGITS, MOST_WORKERS


class Number(click.ParamType):  # type: ignore[type-arg]  # not generic before click 8.4
    """A number of a kind, int or float, within bounds: `minimum`, `maximum`, `above`, `below`."""

    def __init__(self, kind: type[int] | type[float], **bounds: float) -> None:
        self.name = "integer" if kind is int else "float"
        self._kind = kind
        self._bounds = bounds

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Give the number, or say what would be one."""
        from tertium.core.numbers import number_from, whole_number_from
        from tertium.core.spec import complaint

        if isinstance(value, str):
            # What is no number stays a text, which `complaint` refuses.
            with suppress(ValueError):
                value = whole_number_from(value) if self._kind is int else number_from(value)
        wanted = complaint(value, self._kind, self._bounds)
        if wanted:
            option = max(param.opts, key=len) if param else self.name
            raise UsageError(f"{option} must be {wanted}. Got {shown(value)} instead.")
        return value


LEVEL = Number(float, above=0, below=1)
DIGITS = Number(int, minimum=0, maximum=MOST_DIGITS)
WORKERS = Number(int, minimum=1, maximum=MOST_WORKERS)
