"""Verdicts: which of two systems is significantly better, in words.

A verdict that is not significant never says that systems are equally good: it says which
differences the data exclude.
"""

import math
from dataclasses import dataclass, replace
from itertools import combinations

from tertium.core.intervals import Interval
from tertium.core.records import Defect, Defects, repeated


@dataclass(frozen=True)
class Verdict:
    """Which of two systems is significantly better.

    Attributes:
        system: One system.
        other: The other.
        better: The system that is significantly better; None if neither is.
        p: The p-value, corrected if several pairs were compared.
        confidence_level: Confidence level: 0.95 stands for p <= 0.05.
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
        other: The system it is compared with.
        improvement: How much better the system scores; negative if it is worse.
        p: The p-value of the difference.
        confidence_level: Confidence level of the verdict.
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
        matrix: `matrix[i][j]` is the p-value of i being better than j; NaN if it scores worse and
            only the better system was tested.
    """

    systems: tuple[str, ...]
    matrix: tuple[tuple[float, ...], ...]

    def defects(self) -> Defects:
        """Check that each pair of systems has a probability in each direction."""
        if len(self.systems) < 2:
            yield Defect("systems", "There must be two systems or more.")
        yield from repeated("systems", self.systems)
        if [len(row) for row in self.matrix] != [len(self.systems)] * len(self.systems):
            yield Defect("matrix", "It must have a row and a column for each system.")
        for number, row in enumerate(self.matrix):
            if any(p < 0 or p > 1 for p in row):
                yield Defect(f"matrix[{number}]", "A p-value lies between 0 and 1.")

    def beats(self, confidence_level: float) -> list[list[bool]]:
        """Whether each system is significantly better than each other."""
        return [[p <= alpha_of(confidence_level) for p in row] for row in self.matrix]

    def ordered(self, systems: tuple[str, ...]) -> "PValues":
        """Return the same p-values with the systems in another order."""
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
    """How much better a system is than another, on the scale of a score.

    Attributes:
        value: The difference; positive if the system is better.
        interval: Confidence interval of the difference.
        unit: Name of the score.
        digits: Number of digits after the decimal point.
        words: Adjectives for a positive and a negative difference.
    """

    value: float
    interval: Interval
    unit: str
    digits: int = 1
    words: tuple[str, str] = ("better", "worse")

    def shown(self, value: float) -> str:
        """Format a difference."""
        return f"{value:z.{self.digits}f}"

    @property
    def reversed(self) -> "Improvement":
        """The improvement of the other system over this one."""
        return replace(self, value=-self.value, interval=self.interval.reversed)


def sentence(
    judged: Verdict, improvement: Improvement, basis: str, alternative: str = "two-sided"
) -> str:
    """Word a verdict.

    Args:
        judged: The verdict.
        improvement: How much better the system is than the other.
        basis: Test, p-value, correction and the count of trials.
        alternative: Alternative hypothesis: "two-sided", "greater" or "less".
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
    asked = {"greater": more, "less": less}.get(alternative)
    system, other = judged.system, judged.other
    outcome = (
        f"{system} does not differ significantly from {other} ({basis})"
        if asked is None
        else f"{system} is not significantly {asked} than {other} ({basis})"
    )
    low, high = improvement.interval
    if not low < high:  # the interval is undefined, or the difference does not vary
        return f"{outcome}."
    limits = [
        f"{improvement.shown(size)} {improvement.unit} ({system} {word})"
        for size, word in ((high, more), (-low, less))
        if size > 0
    ]
    return (
        f"{outcome}; differences larger than {' or '.join(limits)} are excluded at"
        f" {100 * judged.confidence_level:g} %."
    )


def printed(p: float) -> str:
    """Format a p-value."""
    if math.isnan(p):
        return "–"
    return f"{p:.4f}" if p >= 0.00005 or p == 0 else f"{p:.0e}"


def alpha_of(confidence_level: float) -> float:
    """Return the largest p-value that is significant at a confidence level."""
    # 1 - 0.95 is a little more than 0.05 in binary.
    return round(1 - confidence_level, 12)
