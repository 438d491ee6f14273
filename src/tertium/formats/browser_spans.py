"""Spans of programs in the browser, which number the first and the last UTF-16 unit of a span.

JavaScript counts UTF-16 units: two for a character beyond U+FFFF, such as most emoji. The list of
`code_points_of` has the code point of each unit that a program numbers.
"""

from bisect import bisect_left
from collections.abc import Collection, Sequence

from tertium.core.errors import DataError, shown
from tertium.core.formatting import counted


def code_points_of(text: str, left_out: Collection[str] = "") -> list[int]:
    """Code point of each UTF-16 unit of a text.

    Args:
        text: The text.
        left_out: Characters that the program does not number.
    """
    return [
        place
        for place, character in enumerate(text)
        if character not in left_out
        for _ in range(1 + (character > "\uffff"))
    ]


def units_of_span(code_points: Sequence[int], start: int, end: int) -> tuple[int, int] | None:
    """First and last unit of the code points from `start` to `end`; None if there is no unit."""
    first, last = bisect_left(code_points, start), bisect_left(code_points, end) - 1
    return (first, last) if first <= last else None


def outside(first: object, last: object, units: int, where: str) -> DataError:
    """Make the error for a span outside its text.

    Args:
        first: Its first unit.
        last: Its last unit.
        units: Number of units of the text.
        where: File and place.
    """
    return DataError(
        f"The error span from {shown(first)} to {shown(last)} is outside the output, which has"
        f" {counted(units, 'unit')}.",
        where=where,
        hint="Both programs number UTF-16 units from 0, and the last unit belongs to the span.",
    )
