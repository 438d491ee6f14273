"""The same file given twice, as reference and output or for two systems."""

from collections.abc import Iterator
from pathlib import Path

from tertium.core.findings import Finding
from tertium.core.testset import TestSet


def find(testset: TestSet) -> Iterator[Finding]:
    """Every file that has two roles."""
    roles: dict[Path, str] = {}
    for role, stream in testset.streams():
        # Only what is a file of its own: parts of one file share their origin.
        path = Path(stream.origin)
        if stream.unit != "line" or not stream.origin or not path.exists():
            continue
        before = roles.setdefault(path.resolve(), role)
        if before != role:
            yield Finding(
                "same-file-twice",
                "error",
                stream.origin,
                f"Given twice, as {before} and as {role}.",
                "Comparing a file with itself tells nothing.",
            )
