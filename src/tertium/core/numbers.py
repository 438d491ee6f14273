"""Parse numbers of files and options.

Python's `float` and `int` also accept 1_000, digits of other scripts and any spelling of "nan",
which are errors in a file of numbers.
"""

import re

_NUMBER = re.compile(r"[+-]?(?:(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:e[+-]?[0-9]+)?|inf(?:inity)?)", re.I)

# Python itself refuses whole numbers of more than 4,300 digits.
_MOST_DIGITS = 4_000


def number_from(text: str) -> float:
    """Parse a number, which may be infinite; raise a ValueError for anything else."""
    stripped = text.strip()
    if not stripped.isascii() or not _NUMBER.fullmatch(stripped):
        raise ValueError(f"{text!r} is not a number")
    return float(stripped)


def whole_number_from(text: str) -> int:
    """Parse a whole number; raise a ValueError for anything else."""
    stripped = text.strip()
    digits = stripped[1:] if stripped[:1] in ("+", "-") else stripped
    if not digits.isascii() or not digits.isdigit() or len(digits) > _MOST_DIGITS:
        raise ValueError(f"{text!r} is not a whole number")
    return int(stripped)
