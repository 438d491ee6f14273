"""Notices of campaigns: suspicious behaviour of annotators."""

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
