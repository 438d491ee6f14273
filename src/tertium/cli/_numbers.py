"""Numbers on the command line: read as parameters of metrics are, and within limits."""

from typing import Any

import click

from tertium.core.errors import UsageError, shown
from tertium.core.limits import MOST_DIGITS, MOST_WORKERS


class Number(click.ParamType[int | float]):
    """A number of a kind, int or float, within bounds: `minimum`, `maximum`, `above`, `below`."""

    def __init__(self, kind: type[int] | type[float], **bounds: float) -> None:
        self.name = "integer" if kind is int else "float"
        self._kind = kind
        self._bounds = bounds

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> int | float:
        """Give the number, or say what would be one."""
        from tertium.core.numbers import number_from, whole_number_from
        from tertium.core.spec import complaint

        number = value
        if isinstance(value, str):
            try:
                number = whole_number_from(value) if self._kind is int else number_from(value)
            except ValueError:
                number = value  # which is none, as `complaint` says
        wanted = complaint(number, self._kind, self._bounds)
        if wanted:
            option = max(param.opts, key=len) if param else self.name
            raise UsageError(f"{option} must be {wanted}. Got {shown(number)} instead.")
        return number


LEVEL = Number(float, above=0, below=1)
DIGITS = Number(int, minimum=0, maximum=MOST_DIGITS)
WORKERS = Number(int, minimum=1, maximum=MOST_WORKERS)
