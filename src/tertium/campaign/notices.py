"""Notices of campaigns: limitations that their numbers do not show."""

from dataclasses import dataclass

from tertium.core.formatting import counted
from tertium.core.notices import Notice


@dataclass(frozen=True)
class ListedSegments(Notice):
    """The segments of a campaign are those of a list, not a random sample of the test set.

    Attributes:
        segments: Number of the segments in the list.
        of_segments: Number of all segments of the test set.
    """

    segments: int
    of_segments: int

    def sentence(self) -> str:
        """Name the segments that results apply to."""
        return (
            f"The list names {self.segments:,} of {counted(self.of_segments, 'segment')}: results"
            " apply to the listed segments only, not to the test set."
        )
