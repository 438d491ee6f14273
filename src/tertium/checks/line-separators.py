"""Characters within a line that other programs take for its end.

Form feed, vertical tab, U+0085, U+2028 and U+2029 are white space here; Python's `splitlines` and
many editors break lines there, so that line numbers no longer agree.
"""

from collections.abc import Iterator

from tertium.checks._lines import having
from tertium.core.findings import Finding, numbers
from tertium.core.testset import TestSet

_NAMES = {
    "\f": "Form feed",
    "\v": "Vertical tab",
    "\x1c": "File separator (U+001C)",
    "\x1d": "Group separator (U+001D)",
    "\x1e": "Record separator (U+001E)",
    "\x85": "Next line (U+0085)",
    "\u2028": "Line separator (U+2028)",
    "\u2029": "Paragraph separator (U+2029)",
}


def find(testset: TestSet) -> Iterator[Finding]:
    """Every text with such a character."""
    for role, stream in testset.streams():
        lines = having(stream, *_NAMES)
        if not lines:
            continue
        found = [name for mark, name in _NAMES.items() if any(mark in stream[i] for i in lines)]
        yield Finding(
            "line-separators",
            "warning",
            stream.origin or role,
            f"{', '.join(found)} within {numbers(lines, stream.unit)}.",
            "It counts as white space here; other programs may see another number of lines.",
            _repair,
        )


def _repair(line: str) -> str:
    for mark in _NAMES:
        line = line.replace(mark, " ")
    return line
