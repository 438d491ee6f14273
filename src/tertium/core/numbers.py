"""Parse numbers of files and options.

Python's `float` and `int` also accept 1_000, digits of other scripts and any spelling of "nan",
which are errors in a file of numbers.
"""

# Python itself refuses whole numbers of more than 4,300 digits.
_MOST_DIGITS = 4_000


def number_from(text: str) -> float:
    """Parse a number, which may be infinite; raise a ValueError for anything else."""
    stripped = text.strip()
    try:
        if stripped.isascii() and "_" not in stripped and "nan" not in stripped.lower():
            return float(stripped)
    except ValueError:
        pass
    raise ValueError(f"{text!r} is not a number")


def whole_number_from(text: str) -> int:
    """Parse a whole number; raise a ValueError for anything else."""
    stripped = text.strip()
    digits = stripped[1:] if stripped[:1] in ("+", "-") else stripped
    if not digits.isascii() or not digits.isdigit() or len(digits) > _MOST_DIGITS:
        raise ValueError(f"{text!r} is not a whole number")
    return int(stripped)
