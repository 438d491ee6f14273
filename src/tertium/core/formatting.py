"""Plain text for messages: escapes, counts, lists and tables."""

import re
from collections.abc import Sequence

# Formats of results: values of `--format`.
FORMATS = ("table", "json", "tsv", "csv", "markdown", "latex")


# Control characters, line separators and direction overrides, which affect a terminal or hide text;
# and lone surrogates, which cannot be printed.
_STEERING = "[\\x00-\\x1f\\x7f-\\x9f\\u2028-\\u202e\\u2066-\\u2069\\ud800-\\udfff]"


def visible(text: str, keep: str = "") -> str:
    r"""Escape characters that would affect a terminal, as in \x1b.

    Args:
        text: Text from files or from the command line.
        keep: Characters that are not escaped, such as the line feeds of a message.
    """
    if text.isprintable():
        return text
    return re.sub(
        _STEERING, lambda found: found[0] if found[0] in keep else repr(found[0])[1:-1], text
    )


def counted(number: int, word: str, plural: str = "") -> str:
    """A number of things: "1 system", "2 systems", "3 studies"."""
    if number == 1:
        return f"1 {word}"
    ends_in_y = word.endswith("y") and word[-2] not in "aeiou"
    return f"{number:,} {plural or (f'{word[:-1]}ies' if ends_in_y else f'{word}s')}"


# Number of items of a long list to show.
_EXAMPLES = 3


def listed(items: Sequence[str], most: int = _EXAMPLES) -> str:
    """Join the first items of a list, with the number of the others: "a, b, c and 9 more"."""
    if len(items) <= most + 1:
        return ", ".join(items)
    return f"{', '.join(items[:most])} and {len(items) - most:,} more"


def is_or_are(number: int) -> str:
    """The verb for a number of things."""
    return "is" if number == 1 else "are"


def has_or_have(number: int) -> str:
    """The verb for a number of things."""
    return "has" if number == 1 else "have"


def plain_table(header: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """Align columns with spaces: words to the left, numbers to the right."""
    header, *rows = [[visible(cell) for cell in row] for row in (header, *rows)]
    columns = list(zip(header, *rows, strict=True))
    widths = [max(map(display_width, column)) for column in columns]
    numeric = [all(is_number(cell) for cell in column[1:]) for column in columns]
    lines = [
        "  ".join(
            padded(cell, width, right=right)
            for cell, width, right in zip(row, widths, numeric, strict=True)
        ).rstrip()
        for row in [header, ["-" * width for width in widths], *rows]
    ]
    return "\n".join(lines)


def is_number(cell: str) -> bool:
    """Whether a cell of a table is a number or empty, and is aligned to the right."""
    return not cell or cell[0] in "0123456789-+.[" or cell.rstrip() in ("nan", "–")


def padded(cell: str, width: int, *, right: bool) -> str:
    """Pad a cell to a width on the screen."""
    space = " " * (width - display_width(cell))
    return space + cell if right else cell + space


def display_width(text: str) -> int:
    """Width of a text on a terminal, in columns."""
    if text.isascii():
        return len(text)
    from unicodedata import combining, east_asian_width

    return sum(
        0 if combining(character) else 2 if east_asian_width(character) in "WF" else 1
        for character in text
    )


# Numbers, with intervals and marks, that begin with a sign.
_SIGNED = r"[-+][\d.,eE+\-\[\]()%/ –*!]*|[-+](?:inf|nan)"


def no_formula(cell: str) -> str:
    """Keep a spreadsheet from taking text, such as the name of a system, for a formula."""
    return f"'{cell}" if cell[:1] in "=+-@" and cell and not re.fullmatch(_SIGNED, cell) else cell
