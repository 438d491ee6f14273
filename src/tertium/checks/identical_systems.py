"""Two systems with the same output in every segment."""

from collections.abc import Iterator

from tertium.checks._findings import Finding
from tertium.checks._lines import outputs
from tertium.core.testset import TestSet

ACROSS_SYSTEMS = True


def find(testset: TestSet) -> Iterator[Finding]:
    """Every output that equals an earlier one."""
    earlier: dict[str, str] = {}
    several = list(outputs(testset))
    for name, stream in several if len(several) > 1 else ():
        other = earlier.setdefault(stream.digest, name)
        if other != name:
            yield Finding(
                "warning",
                stream.origin,
                f"The output of {name} is identical to that of {other} in every segment.",
                "Their scores are equal, and no test can separate them.",
            )
