"""Characters within a line that other programs treat as line ends.

Form feed, vertical tab, U+0085, U+2028 and U+2029 count as white space; Python's `splitlines` and
many editors break lines at them, so that line numbers differ.
"""

from collections.abc import Iterator

from tertium.checks._findings import Finding, numbers
from tertium.checks._lines import having
from tertium.core.lines import SEPARATORS
from tertium.core.testset import TestSet

# Carriage returns have a check of their own.
_NAMES = {mark: name[0].upper() + name[1:] for mark, name in SEPARATORS.items() if mark != "\r"}


def find(testset: TestSet) -> Iterator[Finding]:
    """Every text with such a character."""
    for role, stream in testset.streams():
        lines = having(stream, *_NAMES)
        if not lines:
            continue
        found = [name for mark, name in _NAMES.items() if any(mark in stream[i] for i in lines)]
        yield Finding(
            "warning",
            stream.origin or role,
            f"{', '.join(found)} within {numbers(lines, stream.unit)}.",
            "It counts as white space; other programs may count more lines.",
            _repair,
        )


def _repair(line: str) -> str:
    for mark in _NAMES:
        line = line.replace(mark, " ")
    return line
