"""One side is lower-cased, the other is not.

BLEU and chrF tell upper from lower case; every capital of the other side is then an error.
"""

from collections.abc import Iterator, Sequence

from tertium.checks._lines import outputs, sample, whole
from tertium.core.findings import Finding
from tertium.core.testset import TestSet


def find(testset: TestSet) -> Iterator[Finding]:
    """Outputs that are lower-cased where the first reference is not, or the other way round."""
    for reference in list(testset.references.values())[:1]:
        expected = _capitals(reference)
        for _, stream in outputs(testset):
            if _capitals(stream) == 0 and expected > 0.5:
                lower, cased = stream, reference
            elif expected == 0 and _capitals(stream) > 0.5:
                lower, cased = reference, stream
            else:
                continue
            yield Finding(
                "lower-cased",
                "warning",
                lower.origin,
                f"Has no capital letter at all, while {cased.origin} has.",
                "Metrics that tell case count every capital as an error.",
                str.lower,
            )


def _capitals(stream: Sequence[str]) -> float:
    """Share of lines that have a capital letter; all are looked at where none has been found."""
    some = sample(stream)
    count = sum(line != line.lower() for line in some)
    if count:
        return count / len(some)
    text = whole(stream)
    return 0.0 if text == text.lower() else 1 / len(stream)
