"""Verdicts: which of two systems is better, if either, and how sure that is, in plain words.

A verdict that is not significant never says that systems are the same: it says which differences
the data exclude.
"""

import math
from dataclasses import dataclass, replace
from itertools import combinations

from tertium.core.intervals import Interval
from tertium.core.records import Defect, Defects, repeated


@dataclass(frozen=True)
class Verdict:
    """Which of two systems is shown to be better.

    Attributes:
        system: One system.
        other: The other.
        better: The one that is shown to be better; None where neither is.
        p: The p-value it rests on, corrected where several pairs were compared.
        confidence_level: Its confidence level: 0.95 stands for p <= 0.05.
    """

    system: str
    other: str
    better: str | None
    p: float
    confidence_level: float


def verdict(
    system: str, other: str, *, improvement: float, p: float, confidence_level: float
) -> Verdict:
    """Judge a pair.

    Args:
        system: The system.
        other: What it is compared with.
        improvement: How much better the system scores; negative where it is worse.
        p: The p-value of that.
        confidence_level: Its confidence level.
    """
    better = None
    if p <= alpha_of(confidence_level) and improvement:
        better = system if improvement > 0 else other
    return Verdict(system, other, better, p, confidence_level)


@dataclass(frozen=True)
class PValues:
    """Tests of all pairs of systems.

    Attributes:
        systems: Their names.
        matrix: `matrix[i][j]` is the p-value of i being better than j; NaN where it does not score
            better and only the better one was tested.
    """

    systems: tuple[str, ...]
    matrix: tuple[tuple[float, ...], ...]

    def defects(self) -> Defects:
        """One probability for each two systems, either way."""
        if len(self.systems) < 2:
            yield Defect("systems", "There must be two systems or more.")
        yield from repeated("systems", self.systems)
        if [len(row) for row in self.matrix] != [len(self.systems)] * len(self.systems):
            yield Defect("matrix", "It must have a row and a column for each system.")
        for number, row in enumerate(self.matrix):
            if any(p < 0 or p > 1 for p in row):
                yield Defect(f"matrix[{number}]", "A p-value lies between 0 and 1.")

    def beats(self, confidence_level: float) -> list[list[bool]]:
        """Which systems are shown to be better than which others."""
        return [[p <= alpha_of(confidence_level) for p in row] for row in self.matrix]

    def ordered(self, systems: tuple[str, ...]) -> "PValues":
        """Give the same with the systems in another order."""
        places = [self.systems.index(system) for system in systems]
        return PValues(systems, tuple(tuple(self.matrix[i][j] for j in places) for i in places))

    def verdicts(self, confidence_level: float) -> tuple[Verdict, ...]:
        """One verdict for each pair of systems, on the smaller of its two p-values."""
        numbered = list(enumerate(self.systems))
        return tuple(
            _of_two(system, other, self.matrix[i][j], self.matrix[j][i], confidence_level)
            for (i, system), (j, other) in combinations(numbered, 2)
        )


def _of_two(system: str, other: str, forth: float, back: float, confidence_level: float) -> Verdict:
    tested = [(p, name) for p, name in ((forth, system), (back, other)) if not math.isnan(p)]
    p, better = min(tested, default=(math.nan, ""))
    return Verdict(
        system, other, better if p <= alpha_of(confidence_level) else None, p, confidence_level
    )


@dataclass(frozen=True)
class Improvement:
    """How much better a system is than another, with its interval, on the scale of a score.

    Attributes:
        value: Positive where the system is better.
        interval: Its confidence interval.
        unit: Name of the score.
        digits: How many digits to show after the point.
        words: What more and less of it is called.
    """

    value: float
    interval: Interval
    unit: str
    digits: int = 1
    words: tuple[str, str] = ("better", "worse")

    def shown(self, value: float) -> str:
        """Give a size as text."""
        return f"{value:z.{self.digits}f}"

    @property
    def reversed(self) -> "Improvement":
        """The same as the other system sees it."""
        return replace(self, value=-self.value, interval=self.interval.reversed)


def sentence(
    judged: Verdict, improvement: Improvement, basis: str, alternative: str = "two-sided"
) -> str:
    """Say a verdict in words.

    Args:
        judged: The verdict.
        improvement: How much better the system is than the other.
        basis: What the verdict rests on: test, p-value, correction and what was counted.
        alternative: What was asked: "greater", "less", or either, "two-sided".
    """
    more, less = improvement.words
    if judged.better is not None:
        winner, loser, by = judged.system, judged.other, improvement
        if judged.better != judged.system:
            winner, loser, by = loser, winner, improvement.reversed
        return (
            f"{winner} is {more} than {loser} by {by.shown(by.value)} {by.unit}"
            f" [{by.shown(by.interval.low)}, {by.shown(by.interval.high)}] ({basis})."
        )
    asked = {"two-sided": f"{more} or {less}", "greater": more, "less": less}[alternative]
    said = f"{judged.system} is not shown to be {asked} than {judged.other} ({basis})."
    low, high = improvement.interval
    if not low < high:  # undefined, or without any variation to tell of
        return said
    limits = f"{more} by more than {improvement.shown(high)}"
    if low < 0:
        limits += f" or {less} by more than {improvement.shown(-low)}"
    if high < 0:
        limits = f"{less} by more than {improvement.shown(-low)}"
    return (
        f"{said} At {100 * judged.confidence_level:g} %, the data exclude that it is {limits}"
        f" {improvement.unit}."
    )


def printed(p: float) -> str:
    """Give a p-value as text."""
    if math.isnan(p):
        return "–"
    return f"{p:.4f}" if p >= 0.00005 or p == 0 else f"{p:.0e}"


def alpha_of(confidence_level: float) -> float:
    """Give the largest p-value that is significant at a confidence level."""
    # 1 - 0.95 is a little more than 0.05 in binary.
    return round(1 - confidence_level, 12)
