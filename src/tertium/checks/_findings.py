"""Findings of checks."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import ClassVar, Literal, NamedTuple

from tertium.core.files import printable
from tertium.core.frozen import frozen
from tertium.core.results import Result, Row

Level = Literal["error", "warning"]
Repair = Callable[[str], str]


class Finding(NamedTuple):
    """Something wrong or suspicious in a test set, and how it affects scores.

    Attributes:
        level: An error stops the evaluation, a warning does not.
        where: The file, with a line number if the finding concerns a single line.
        message: Description of the problem.
        effect: How that affects scores.
        repair: Fixes a line, to measure the effect on a score.
        check: Name of the check, as in `--allow NAME`.
    """

    level: Level
    where: str
    message: str
    effect: str = ""
    repair: Repair | None = None
    check: str = ""

    def __str__(self) -> str:
        place = f"{self.where}: " if self.where and not self.message.startswith(self.where) else ""
        return f"{place}{self.message} {self.effect}".rstrip()


@frozen
class Findings(Result):
    """Findings of all checks, errors first."""

    result: ClassVar[str] = "check"

    findings: tuple[Finding, ...]

    @classmethod
    def of(cls, found: Iterable[Finding]) -> "Findings":
        """Make findings printable: names of files may have bytes that are not UTF-8."""
        return cls(
            tuple(f._replace(where=printable(f.where), message=printable(f.message)) for f in found)
        )

    @property
    def errors(self) -> list[Finding]:
        """Findings that stop the evaluation."""
        return [finding for finding in self.findings if finding.level == "error"]

    @property
    def warnings(self) -> list[Finding]:
        """Findings that do not stop the evaluation."""
        return [finding for finding in self.findings if finding.level == "warning"]

    def __len__(self) -> int:
        return len(self.findings)

    def __iter__(self) -> Iterator[Finding]:
        return iter(self.findings)

    def __str__(self) -> str:
        if not self.findings:
            return "No problems found."
        return "\n".join(f"{f.level}: {f} [{f.check}]" for f in self.findings)

    def to_rows(self) -> list[Row]:
        """One row per finding."""
        return [
            {
                "level": finding.level,
                "check": finding.check,
                "where": finding.where,
                "message": finding.message,
                "effect": finding.effect,
            }
            for finding in self.findings
        ]

    def to_dict(self) -> Row:
        """All findings, as JSON values."""
        return {"findings": self.to_rows()}


def numbers(indices: Sequence[int], unit: str = "line") -> str:
    """Name some lines: "line 3", "lines 3, 8 and 21", "lines 3, 8, 21 and 5 more"."""
    shown = [f"{index + 1:,}" for index in indices[:3]]
    rest = len(indices) - len(shown)
    if rest:
        shown.append(f"{rest:,} more")
    listed = shown[0] if len(shown) == 1 else f"{', '.join(shown[:-1])} and {shown[-1]}"
    return f"{unit}{'s' if len(indices) > 1 else ''} {listed}"
