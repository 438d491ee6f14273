"""Verdicts: which of two systems is better, if either, and how sure that is, in plain words.

A verdict that is not significant never says that systems are the same: it says which differences
the data exclude.
"""

import math
from dataclasses import dataclass, replace


@dataclass(frozen=True)
class Verdict:
    """Which of two systems is shown to be better.

    Attributes:
        system: One system.
        other: The other.
        better: The one that is shown to be better; None where neither is.
        p: The p-value it rests on, corrected where several pairs were compared.
        level: Level that it keeps: 0.95 stands for p <= 0.05.
    """

    system: str
    other: str
    better: str | None
    p: float
    level: float


def verdict(system: str, other: str, *, improvement: float, p: float, level: float) -> Verdict:
    """Judge a pair.

    Args:
        system: The system.
        other: What it is compared with.
        improvement: How much better the system scores; negative where it is worse.
        p: The p-value of that.
        level: Level to keep.
    """
    better = None
    if p <= _alpha(level) and improvement:
        better = system if improvement > 0 else other
    return Verdict(system, other, better, p, level)


@dataclass(frozen=True)
class Improvement:
    """How much better a system is than another, with its interval, on the scale of a score.

    Attributes:
        value: Positive where the system is better.
        low: Lower end of the interval.
        high: Upper end.
        unit: Name of the score.
        digits: How many digits to show after the point.
        words: What more and less of it is called.
    """

    value: float
    low: float
    high: float
    unit: str
    digits: int = 1
    words: tuple[str, str] = ("better", "worse")

    def shown(self, value: float) -> str:
        """Give a size as text."""
        return f"{value:z.{self.digits}f}"

    @property
    def reversed(self) -> "Improvement":
        """The same as the other system sees it."""
        return replace(self, value=-self.value, low=-self.high, high=-self.low)


def sentence(
    judged: Verdict, improvement: Improvement, basis: str, alternative: str = "two-sided"
) -> str:
    """Say a verdict in words.

    Args:
        judged: The verdict.
        improvement: How much better the system is than the other.
        basis: What the verdict rests on: p-value, test and correction.
        alternative: What was asked: "greater", "less", or either, "two-sided".
    """
    more, less = improvement.words
    if judged.better is not None:
        winner, loser, by = judged.system, judged.other, improvement
        if judged.better != judged.system:
            winner, loser, by = loser, winner, improvement.reversed
        return (
            f"{winner} is {more} than {loser} by {by.shown(by.value)} {by.unit}"
            f" [{by.shown(by.low)}, {by.shown(by.high)}]; a difference this large would arise by"
            f" chance in {chance(judged.p)} test sets of this kind ({basis})."
        )
    asked = {"two-sided": f"{more} or {less}", "greater": more, "less": less}[alternative]
    said = f"{judged.system} is not shown to be {asked} than {judged.other} ({basis})."
    low, high = improvement.low, improvement.high
    if not low < high:  # undefined, or without any variation to tell of
        return said
    limits = f"{more} by more than {improvement.shown(high)}"
    if low < 0:
        limits += f" or {less} by more than {improvement.shown(-low)}"
    if high < 0:
        limits = f"{less} by more than {improvement.shown(-low)}"
    return (
        f"{said} At {100 * judged.level:g} %, the data exclude that it is {limits}"
        f" {improvement.unit}."
    )


def chance(p: float) -> str:
    """Give a probability as a number of cases: "about 1 of 1,000"."""
    if p <= 0:
        return "none of many"
    if p >= 0.1:
        return f"about {round(10 * p)} of 10"
    digits = 1 - math.floor(math.log10(1 / p))
    return f"about 1 of {round(1 / p, digits):,.0f}"


def printed(p: float) -> str:
    """Give a p-value as text."""
    if math.isnan(p):
        return "–"
    return f"{p:.4f}" if p >= 0.00005 or p == 0 else f"{p:.0e}"


def _alpha(level: float) -> float:
    # 1 - 0.95 is a little more than 0.05 in binary.
    return round(1 - level, 12)
