"""Which segments of a file are which of a test set."""

import warnings
from collections.abc import Sequence

from tertium.core.errors import AlignmentError, DataWarning
from tertium.core.plain import counted


def positions(found: Sequence[str], wanted: Sequence[str], what: str) -> list[int | None]:
    """For each segment that is wanted its position among those found, None where it is not there.

    Ids decide. Only where those found are mere numbers, 1 to N or 0 to N - 1, and N segments are
    wanted, do they stand for the order, and that is told.

    Args:
        found: Ids of segments, of which each occurs once.
        wanted: Ids of the segments of a test set.
        what: What has the ids that are found, for messages.
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
                f"{what} numbers its segments from {first}, which are other ids than those of the"
                " test set: taken in that order.",
                DataWarning,
                stacklevel=2,
            )
            return [place[number] for number in numbers]
    raise AlignmentError(
        f"{what} has {len(unknown):,} of its {counted(len(found), 'segment')} that are not in the"
        f" test set, the first of them {unknown[0]!r}. The test set has {len(wanted):,}, the first"
        f" of them {wanted[0]!r}."
    )
