"""Notices about suspicious data."""

from collections.abc import Iterable
from dataclasses import dataclass

from tertium.checks._findings import Finding
from tertium.core import wording
from tertium.core.formatting import counted, listed
from tertium.core.notices import Notice


@dataclass(frozen=True)
class SuspiciousData(Notice):
    """All findings of one check that do not stop the evaluation.

    Attributes:
        check: Name of the check.
        first: Message of the first finding.
        others: Files, or files and lines, of the other findings.
    """

    check: str
    first: str
    others: tuple[str, ...] = ()

    def sentence(self) -> str:
        """Message of the first finding, with the locations and the number of the others."""
        return f"{self.first}{self._others()} [{self.check}]"

    def _others(self) -> str:
        if not self.others:
            return ""
        findings = counted(len(self.others), "other finding")
        verb = "is" if len(self.others) == 1 else "are"
        return (
            f" {findings} of this kind {verb} in {listed(self.others)};"
            f" `{wording.call('check')}` shows all."
        )


def grouped(findings: Iterable[Finding]) -> list[SuspiciousData]:
    """Make one notice for the findings of each check, in order of first appearance."""
    by_check: dict[str, list[Finding]] = {}
    for finding in findings:
        by_check.setdefault(finding.check, []).append(finding)
    return [
        SuspiciousData(check, str(first), tuple(dict.fromkeys(one.where for one in others)))
        for check, (first, *others) in by_check.items()
    ]
