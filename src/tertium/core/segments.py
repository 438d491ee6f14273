"""Match the segments of a file with those of a test set."""

import warnings
from collections.abc import Sequence

from tertium.core.errors import AlignmentError, DataWarning
from tertium.core.formatting import counted


def positions(found: Sequence[str], wanted: Sequence[str], what: str) -> list[int | None]:
    """Position of each segment of a test set in a file; None for a segment that is missing.

    Segments are matched by their ids. If the ids in the file are the numbers 1 to N or 0 to N - 1
    for the N segments of the test set, they are matched by order, with a warning.

    Args:
        found: Ids of the segments in the file, each once.
        wanted: Ids of the segments of the test set.
        what: Name of the file or layer, for messages.
    """
    place = {segment: position for position, segment in enumerate(found)}
    known = set(wanted)
    unknown = [segment for segment in found if segment not in known]
    if not unknown:
        return [place.get(segment) for segment in wanted]
    for first in (0, 1):
        numbers = [str(number) for number in range(first, first + len(wanted))]
        if place.keys() == set(numbers):
            warnings.warn(
                f"{what} numbers its segments from {first}; the ids of the test set differ, so"
                " segments are matched by order.",
                DataWarning,
                stacklevel=2,
            )
            return [place[number] for number in numbers]
    raise AlignmentError(
        f"{what} has {len(unknown):,} of its {counted(len(found), 'segment')} that are not in the"
        f" test set, the first of them {unknown[0]!r}. The test set has {len(wanted):,}, the first"
        f" of them {wanted[0]!r}."
    )
