"""One side is lower-cased, the other is not.

BLEU and chrF tell upper from lower case; every capital of the other side is then an error.
"""

from collections.abc import Iterator, Sequence

from tertium.checks._lines import sample, target_streams
from tertium.core.findings import Finding
from tertium.core.testset import TestSet

# Shares of lines with a capital letter that count as lower-cased, and as ordinary text.
_LOWER, _ORDINARY = 0.02, 0.5


def find(testset: TestSet) -> Iterator[Finding]:
    """References and outputs that are lower-cased where another is not."""
    shares = [(stream, _capitals(stream)) for stream in target_streams(testset)]
    ordinary = [stream for stream, share in shares if share is not None and share > _ORDINARY]
    for stream, share in shares:
        if ordinary and share is not None and share <= _LOWER:
            yield Finding(
                "lower-cased",
                "warning",
                stream.origin,
                f"Has {'hardly any' if share else 'no'} capital letters, while {ordinary[0].origin}"
                " has them.",
                "Metrics that tell case count every capital as an error.",
                str.lower,
            )


def _capitals(stream: Sequence[str]) -> float | None:
    """Share of lines with a capital letter; None where few lines have letters with case."""
    lines = sample(stream)
    cased = [line for line in lines if line.lower() != line.upper()]
    if 2 * len(cased) <= len(lines):
        return None
    return sum(line != line.lower() for line in cased) / len(cased)
