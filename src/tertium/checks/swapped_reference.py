"""A reference and an output that may be swapped, judging by the names of their files.

BLEU hardly changes if output and reference are swapped, so the score does not show it.
"""

import os
import re
from collections.abc import Iterator

from tertium.checks._findings import Finding
from tertium.checks._lines import outputs
from tertium.core import wording
from tertium.core.streams import Stream
from tertium.core.testset import TestSet

ACROSS_SYSTEMS = True

_REFERENCE = re.compile(r"ref(erence)?s?[a-z]?|gold")
_OUTPUT = re.compile(r"hyp(othes[ie]s|s)?|out(puts?)?|sys(tems?)?|pred(iction)?s?|baseline")


def find(testset: TestSet) -> Iterator[Finding]:
    """Outputs that are named like references, or references that are named like outputs."""
    references = [stream for stream in testset.references.values() if stream.unit == "line"]
    texts = [stream for _, stream in outputs(testset) if stream.unit == "line"]
    if not references or not texts:
        return
    if not any(_named(stream, _REFERENCE) for stream in references):
        for stream in texts:
            if _named(stream, _REFERENCE):
                yield _finding(stream, "an output", "a reference")
                return
        if not any(_named(stream, _OUTPUT) for stream in texts):
            for stream in references:
                if _named(stream, _OUTPUT):
                    yield _finding(stream, "a reference", "an output")
                    return


def _named(stream: Stream, pattern: re.Pattern[str]) -> bool:
    """Whether the name of a file has a word that matches a pattern."""
    words = re.findall(r"[a-z]+", os.path.basename(stream.origin).lower())  # noqa: PTH119
    return any(pattern.fullmatch(word) for word in words)


def _finding(stream: Stream, role: str, named: str) -> Finding:
    option = wording.option("references", wording.FILE)
    return Finding(
        "warning",
        stream.origin,
        f"The file is given as {role}, but its name suggests {named}.",
        f"Give references with {option}. If they are swapped with outputs, so are precision and"
        " recall.",
    )
