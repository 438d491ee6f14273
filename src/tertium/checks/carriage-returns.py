"""Carriage returns: a file with Windows or old Mac line ends.

At the end of a line a carriage return is white space and does no harm here, but other programs
count it. Within a line it often was a line end, and then the lines no longer correspond.
"""

from collections.abc import Iterator

from tertium.checks._lines import having
from tertium.core.findings import Finding, numbers
from tertium.core.testset import TestSet


def find(testset: TestSet) -> Iterator[Finding]:
    """Every text with carriage returns."""
    for role, stream in testset.streams():
        lines = having(stream, "\r")
        within = [i for i in lines if "\r" in stream[i].rstrip("\r")]
        if within:
            message = f"Carriage return within {numbers(within, stream.unit)}."
            effect = "Only a line feed ends a line here; it counts as white space."
        elif lines:
            message = (
                f"Carriage return at the end of {numbers(lines, stream.unit)}: Windows line ends."
            )
            effect = "It counts as white space and changes no score here."
        else:
            continue
        yield Finding(
            "carriage-returns", "warning", stream.origin or role, message, effect, _repair
        )


def _repair(line: str) -> str:
    return line.replace("\r", " ").strip()
