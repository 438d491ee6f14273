"""The same file given twice, as reference and output or for two systems."""

import os
from collections.abc import Iterator

from tertium.checks._findings import Finding
from tertium.core import files
from tertium.core.testset import TestSet

ACROSS_SYSTEMS = True


def find(testset: TestSet) -> Iterator[Finding]:
    """Every file that has two roles."""
    roles: dict[tuple[int, int], str] = {}
    for role, stream in testset.streams():
        # Only whole files: parts of one file share their origin.
        if stream.unit != "line" or not files.is_file(stream.origin):
            continue
        # A link counts as the file it points to.
        status = os.stat(stream.origin)  # noqa: PTH116
        before = roles.setdefault((status.st_dev, status.st_ino), role)
        if before != role:
            yield Finding(
                "error",
                stream.origin,
                f"Given twice, as {before} and as {role}.",
                "Comparing a file with itself is meaningless.",
            )
