"""Carriage returns: a file with Windows or old Mac line ends.

A carriage return at the end of a line counts as white space and does no harm, but other programs
count it. A carriage return within a line was often a line end; then the lines do not correspond.
"""

from collections.abc import Iterator

from tertium.checks._findings import Finding, numbers
from tertium.checks._lines import having
from tertium.core.testset import TestSet


def find(testset: TestSet) -> Iterator[Finding]:
    """Every text with carriage returns."""
    for role, stream in testset.streams():
        lines = having(stream, "\r")
        within = [i for i in lines if "\r" in stream[i].rstrip("\r")]
        if within:
            message = f"Carriage return within {numbers(within, stream.unit)}."
            effect = "Only line feeds end lines; a carriage return counts as white space."
        elif lines:
            message = (
                f"Carriage return at the end of {numbers(lines, stream.unit)}: Windows line ends."
            )
            effect = "It counts as white space and changes no score."
        else:
            continue
        yield Finding("warning", stream.origin or role, message, effect, _repair)


def _repair(line: str) -> str:
    return line.replace("\r", " ").strip()
