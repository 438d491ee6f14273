"""Segments without text.

An empty output is a segment that was not translated, or a line that was lost. No output can match
an empty reference.
"""

from collections.abc import Iterator

from tertium.checks._findings import Finding, numbers
from tertium.core.formatting import counted
from tertium.core.testset import TestSet


def find(testset: TestSet) -> Iterator[Finding]:
    """Every text with empty segments."""
    for role, stream in testset.streams():
        empty = [
            i
            for i, line in enumerate(stream)
            if (not line or line.isspace()) and i not in stream.missing
        ]
        if not empty:
            continue
        share = (
            f"{len(empty):,} of {counted(len(stream), 'segment')}"
            f" {'is' if len(empty) == 1 else 'are'}"
        )
        if role.startswith("system"):
            effect = "An empty output gets the worst possible score."
        elif role.startswith("reference"):
            effect = "No output can match an empty reference."
        else:
            effect = "Metrics that use the source have no source text for these segments."
        yield Finding(
            "warning",
            stream.origin or role,
            f"{share} empty ({numbers(empty, stream.unit)}).",
            effect,
        )
