"""A reference and an output that may have changed places, by the names of their files.

BLEU of two texts is nearly the same either way round, so the score does not show it.
"""

import re
from collections.abc import Iterator
from pathlib import Path

from tertium.checks._lines import outputs
from tertium.core.findings import Finding
from tertium.core.testset import Stream, TestSet

ACROSS_SYSTEMS = True

_REFERENCE = re.compile(r"ref(erence)?s?[a-z]?|gold", re.IGNORECASE)
_OUTPUT = re.compile(
    r"hyp(othes[ie]s|s)?|out(puts?)?|sys(tems?)?|pred(iction)?s?|baseline", re.IGNORECASE
)


def find(testset: TestSet) -> Iterator[Finding]:
    """Outputs named as references are, and references named as outputs are, but not both ways."""
    references = [stream for stream in testset.references.values() if stream.unit == "line"]
    given = [stream for _, stream in outputs(testset) if stream.unit == "line"]
    if not references or not given:
        return
    if not any(_named(stream, _REFERENCE) for stream in references):
        for stream in given:
            if _named(stream, _REFERENCE):
                yield _finding(stream, "an output", "a reference")
                return
        if not any(_named(stream, _OUTPUT) for stream in given):
            for stream in references:
                if _named(stream, _OUTPUT):
                    yield _finding(stream, "a reference", "an output")
                    return


def _named(stream: Stream, pattern: re.Pattern[str]) -> bool:
    """Whether one of the words in the name of a file is such a word."""
    words = re.findall(r"[A-Za-z]+", Path(stream.origin).name)
    return any(pattern.fullmatch(word) for word in words)


def _finding(stream: Stream, given: str, named: str) -> Finding:
    return Finding(
        "swapped-reference",
        "warning",
        stream.origin,
        f"The file is given as {given}, but its name is that of {named}.",
        "References are given with -r. If they are swapped, precision and recall are, too.",
    )
