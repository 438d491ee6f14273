"""Two systems with the same output in every segment."""

from collections.abc import Iterator

from tertium.checks._lines import outputs
from tertium.core.findings import Finding
from tertium.core.testset import TestSet


def find(testset: TestSet) -> Iterator[Finding]:
    """Every output that equals an earlier one."""
    earlier: list[tuple[str, list[str]]] = []
    for name, stream in outputs(testset):
        lines = list(stream)
        for other, other_lines in earlier:
            if lines == other_lines:
                yield Finding(
                    "identical-systems",
                    "warning",
                    stream.origin,
                    f"The output of {name} is that of {other} in every segment.",
                    "Their scores are the same, and no test can tell them apart.",
                )
                break
        earlier.append((name, lines))
