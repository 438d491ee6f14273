"""Columns and cells of tertium's own formats, CSV and JSONL."""

import math
from collections.abc import Callable
from datetime import UTC, datetime

import numpy as np

from tertium.core.arrays import Floats
from tertium.core.errors import FormatError
from tertium.human.ratings import NUMBERS, WORDS, Ratings

COLUMNS = (*WORDS, *NUMBERS)

NEEDED = ("annotator", "system", "value")

_WRITTEN_ALWAYS = (*NEEDED, "segment", "task")

_LAST_SECOND = datetime.max.replace(tzinfo=UTC).timestamp()


def columns_of(ratings: Ratings) -> list[str]:
    """Columns of ratings that hold any information."""
    return [n for n in COLUMNS if n in _WRITTEN_ALWAYS or ratings.holds(n)]


def cells_of(
    ratings: Ratings, name: str, path: str, word: Callable[[str], str], time: str = "{}"
) -> list[str]:
    """Cells of a column, words and times in the form of the format."""
    if name in WORDS:
        column = getattr(ratings, name)
        words = [word(name) for name in column.names]
        return [words[code] for code in column.codes.tolist()]
    numbers = getattr(ratings, name)
    if np.isinf(numbers).any():
        row = int(np.isinf(numbers).argmax())
        raise FormatError(f"The {name} of judgment {row + 1:,} is not finite.", where=path)
    if name in ("start", "end"):
        return _times(numbers, time)
    return [_number(number) for number in numbers.tolist()]


def _number(number: float) -> str:
    return "" if math.isnan(number) else repr(number).removesuffix(".0")


def _times(seconds: Floats, form: str) -> list[str]:
    """Dates and times of whole seconds; numbers if a date would lose precision."""
    whole = (seconds == np.floor(seconds)) & (seconds >= 0) & (seconds < _LAST_SECOND)
    dates = np.where(whole, seconds, 0).astype("datetime64[s]").astype(str).tolist()
    return [
        form.format(f"{date}Z") if is_date else _number(number)
        for date, is_date, number in zip(dates, whole.tolist(), seconds.tolist(), strict=True)
    ]
