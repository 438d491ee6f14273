"""What a check finds."""

from collections.abc import Callable, Sequence
from typing import Literal, NamedTuple

Level = Literal["error", "warning"]
Repair = Callable[[str], str]


class Finding(NamedTuple):
    """Something wrong or suspicious, and what it changes.

    Attributes:
        check: Name of the check, as in `--allow NAME`.
        level: An error stops, a warning does not.
        where: File, with the line where there is one.
        message: What was found.
        effect: What that does to scores.
        repair: What would mend a line, for measuring the effect.
    """

    check: str
    level: Level
    where: str
    message: str
    effect: str = ""
    repair: Repair | None = None

    def __str__(self) -> str:
        place = f"{self.where}: " if self.where and not self.message.startswith(self.where) else ""
        return f"{place}{self.message} {self.effect}".rstrip()


def numbers(indices: Sequence[int], unit: str = "line") -> str:
    """Name some lines: "line 3", "lines 3, 8 and 21", "lines 3, 8, 21 and 5 more"."""
    shown = [f"{index + 1:,}" for index in indices[:3]]
    rest = len(indices) - len(shown)
    if rest:
        shown.append(f"{rest:,} more")
    listed = shown[0] if len(shown) == 1 else f"{', '.join(shown[:-1])} and {shown[-1]}"
    return f"{unit}{'s' if len(indices) > 1 else ''} {listed}"
