"""A byte order mark, U+FEFF, in a text.

It is invisible and becomes part of the following word, which then matches nothing.
"""

from collections.abc import Iterator

from tertium.checks._findings import Finding, numbers
from tertium.checks._lines import having
from tertium.core.testset import TestSet

_MARK = "\ufeff"


def find(testset: TestSet) -> Iterator[Finding]:
    """Every text with the mark."""
    for role, stream in testset.streams():
        lines = having(stream, _MARK)
        if lines:
            yield Finding(
                "warning",
                stream.origin or role,
                f"Byte order mark (U+FEFF) in {numbers(lines, stream.unit)}.",
                "The word after it cannot match.",
                _repair,
            )


def _repair(line: str) -> str:
    return line.replace(_MARK, "")
