"""Output or reference is lower-cased, the other is not.

BLEU and chrF are case-sensitive; every capital letter of the other text is then an error.
"""

from collections.abc import Iterator, Sequence

from tertium.checks._findings import Finding
from tertium.checks._lines import sample, target_streams
from tertium.core.testset import TestSet

# Share of lines with a capital letter up to which a text is lower-cased, or above which it is not.
_LOWER, _ORDINARY = 0.02, 0.5


def find(testset: TestSet) -> Iterator[Finding]:
    """References and outputs that are lower-cased, if another text is not."""
    shares = [(stream, _capitals(stream)) for stream in target_streams(testset)]
    ordinary = [stream for stream, share in shares if share is not None and share > _ORDINARY]
    for stream, share in shares:
        if ordinary and share is not None and share <= _LOWER:
            yield Finding(
                "warning",
                stream.origin,
                f"The text has {'hardly any' if share else 'no'} capital letters, but"
                f" {ordinary[0].origin} has.",
                "Case-sensitive metrics count every capital letter as an error.",
                str.lower,
            )


def _capitals(stream: Sequence[str]) -> float | None:
    """Share of lines with a capital letter; None if few lines have letters with case."""
    lines = sample(stream)
    cased = [line for line in lines if line.lower() != line.upper()]
    if 2 * len(cased) <= len(lines):
        return None
    return sum(line != line.lower() for line in cased) / len(cased)
