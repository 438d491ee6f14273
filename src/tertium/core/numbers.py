"""Numbers as files and options write them.

Python's own `float` and `int` also read 1_000, digits of other scripts and any spelling of "nan",
none of which a file of numbers means.
"""

import re

_NUMBER = re.compile(r"[+-]?(?:(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:e[+-]?[0-9]+)?|inf(?:inity)?)", re.I)

# Python itself refuses whole numbers of more than 4,300 digits.
_MOST_DIGITS = 4_000


def number_from(text: str) -> float:
    """Read a number, which may be infinite; what is none raises a ValueError."""
    stripped = text.strip()
    if not stripped.isascii() or not _NUMBER.fullmatch(stripped):
        raise ValueError(f"{text!r} is not a number")
    return float(stripped)


def whole_number_from(text: str) -> int:
    """Read a whole number; what is none raises a ValueError."""
    stripped = text.strip()
    digits = stripped[1:] if stripped[:1] in ("+", "-") else stripped
    if not digits.isascii() or not digits.isdigit() or len(digits) > _MOST_DIGITS:
        raise ValueError(f"{text!r} is not a whole number")
    return int(stripped)
