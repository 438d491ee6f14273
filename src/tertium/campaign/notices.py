"""Notices of campaigns: limitations that their numbers do not show, and behaviour of annotators."""

from dataclasses import dataclass

from tertium.core.formatting import counted
from tertium.core.notices import Notice


@dataclass(frozen=True)
class FailedChecks(Notice):
    """An annotator failed more silent attention checks than the organiser allows.

    Attributes:
        failed: Number of silent checks failed.
        checks: Number of silent checks answered.
        allowed: Largest share of failed checks without a caution.
    """

    failed: int
    checks: int
    allowed: float

    def sentence(self) -> str:
        """Name the numbers, and the share that is allowed."""
        return (
            f"{self.failed:,} of {counted(self.checks, 'silent attention check')} failed, more than"
            f" the allowed {100 * self.allowed:g} %."
        )


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
