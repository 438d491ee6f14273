"""References given segment by segment instead of reference by reference.

If there are as many references as segments, only the words show the mistake.
"""

from collections.abc import Iterator

from tertium.checks._findings import Finding
from tertium.checks._lines import outputs
from tertium.core.testset import TestSet


def find(testset: TestSet) -> Iterator[Finding]:
    """As many references as segments that match the outputs much better transposed."""
    references = list(testset.references.values())
    size = len(testset)
    if len(references) != size or size < 2:
        return
    from tertium.core.alignment import likeness

    for name, stream in outputs(testset):
        # Transposing does not change the diagonal.
        cells = [(i, r) for i in range(size) for r in range(size) if i != r]
        as_given = sum(likeness(stream[i], references[r][i]) for i, r in cells)
        transposed = sum(likeness(stream[i], references[i][r]) for i, r in cells)
        if transposed > 1.5 * as_given:
            yield Finding(
                "error",
                "references",
                f"There are as many references as segments ({size}), and {name} matches them much"
                " better if they are transposed: they seem to be given as one list per segment.",
                "Give one list per reference: [list(column) for column in zip(*references)].",
            )
            return
