"""An output that is the reference itself.

Usually the wrong file was given; the score is perfect and meaningless.
"""

from collections.abc import Iterator

from tertium.checks._findings import Finding
from tertium.checks._lines import equal_lines, outputs, words
from tertium.core.formatting import counted
from tertium.core.testset import TestSet

# Long segments are hardly ever translated exactly like the reference.
_LONG, _SUSPICIOUS = 10, 0.5


def find(testset: TestSet) -> Iterator[Finding]:
    """Outputs equal to a reference, in all segments or in too many long ones."""
    for reference in testset.references.values():
        present = len(reference) - len(reference.missing)
        for _, stream in outputs(testset):
            same = [i for i in equal_lines(stream, reference) if i not in reference.missing]
            if len(same) == present:
                yield Finding(
                    "error",
                    stream.origin,
                    f"Identical to {reference.origin} in every segment.",
                    "The score would be perfect and meaningless.",
                )
                continue
            if len(same) < max(10, present / 10):
                continue
            long = sum(_is_long(line) for line in reference)
            long_same = sum(_is_long(reference[i]) for i in same)
            if long_same >= 10 and long_same > _SUSPICIOUS * long:
                yield Finding(
                    "warning",
                    stream.origin,
                    f"Identical to {reference.origin} in {long_same:,} of"
                    f" {counted(long, 'segment')} of {_LONG} words or more.",
                    "If the system has seen the reference, the score is meaningless.",
                )


def _is_long(line: str) -> bool:
    return len(words(line)) >= _LONG
