"""References given segment by segment instead of reference by reference.

Where there are as many references as segments the numbers cannot tell, but the words do.
"""

from collections.abc import Iterator

from tertium.checks._lines import outputs
from tertium.core.alignment import likeness
from tertium.core.findings import Finding
from tertium.core.testset import TestSet


def find(testset: TestSet) -> Iterator[Finding]:
    """A square of references that fits the outputs much better turned round."""
    references = list(testset.references.values())
    size = len(testset)
    if len(references) != size or size < 2:
        return
    for name, stream in outputs(testset):
        # The diagonal is the same either way.
        cells = [(i, r) for i in range(size) for r in range(size) if i != r]
        given = sum(likeness(stream[i], references[r][i]) for i, r in cells)
        turned = sum(likeness(stream[i], references[i][r]) for i, r in cells)
        if turned > 1.5 * given:
            yield Finding(
                "transposed-references",
                "error",
                "references",
                f"As many references as segments ({size}), and {name} fits them much better"
                " turned round: one list per segment was given.",
                "Expected one list per reference: [list(one) for one in zip(*references)].",
            )
            return
