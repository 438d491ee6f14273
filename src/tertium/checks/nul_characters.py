"""NUL characters: a file cut off, padded, or in UTF-16.

They are invisible and become part of a word, which then matches nothing.
"""

from collections.abc import Iterator

from tertium.checks._findings import Finding, numbers
from tertium.checks._lines import having
from tertium.core.testset import TestSet


def find(testset: TestSet) -> Iterator[Finding]:
    """Every text with NUL."""
    for role, stream in testset.streams():
        lines = having(stream, "\0")
        if lines:
            yield Finding(
                "warning",
                stream.origin or role,
                f"NUL character in {numbers(lines, stream.unit)}.",
                "The word that contains it cannot match.",
                _repair,
            )


def _repair(line: str) -> str:
    return line.replace("\0", "")
