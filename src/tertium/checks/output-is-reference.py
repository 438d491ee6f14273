"""An output that is the reference itself.

Most often the wrong file was named; the score is perfect and means nothing.
"""

from collections.abc import Iterator

from tertium.checks._lines import equal_lines, outputs, words
from tertium.core.findings import Finding
from tertium.core.plain import counted
from tertium.core.testset import TestSet

# Long segments are hardly ever translated just as the reference has them.
_LONG, _SUSPICIOUS = 10, 0.5


def find(testset: TestSet) -> Iterator[Finding]:
    """Outputs equal to a reference, in all segments or in too many long ones."""
    for reference in testset.references.values():
        there = len(reference) - len(reference.missing)
        for _, stream in outputs(testset):
            same = [i for i in equal_lines(stream, reference) if i not in reference.missing]
            if len(same) == there:
                yield Finding(
                    "output-is-reference",
                    "error",
                    stream.origin,
                    f"Identical to {reference.origin} in every segment.",
                    "The score would be perfect and mean nothing.",
                )
                continue
            if len(same) < max(10, there / 10):
                continue
            long = sum(_is_long(line) for line in reference)
            long_same = sum(_is_long(reference[i]) for i in same)
            if long_same >= 10 and long_same > _SUSPICIOUS * long:
                yield Finding(
                    "output-is-reference",
                    "warning",
                    stream.origin,
                    f"Identical to {reference.origin} in {long_same:,} of"
                    f" {counted(long, 'segment')} of {_LONG} words or more.",
                    "If the system has seen the reference, the score means nothing.",
                )


def _is_long(line: str) -> bool:
    return len(words(line)) >= _LONG
