"""Notices of meta-evaluation: limitations that its numbers do not show."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Self

from tertium.core import wording
from tertium.core.formatting import counted, is_or_are, listed
from tertium.core.notices import Notice
from tertium.inference.verdicts import alpha_of

# Metrics that are listed with a number each.
_FEW_NAMES = 6


@dataclass(frozen=True)
class UnevenMeans(Notice):
    """Mean scores of systems are over different numbers of segments.

    Attributes:
        scores: Name of the metric or of the human scores.
        level: "segment" or "document".
        fewest: The smallest number of scores of a system.
        fewest_of: A system with that number.
        most: The largest number of scores of a system.
        most_of: A system with that number.
    """

    scores: str
    level: str
    fewest: int
    fewest_of: str
    most: int
    most_of: str

    def sentence(self) -> str:
        """Name both systems."""
        return self.combined([self])[0]

    @classmethod
    def combined(cls, notices: Sequence[Self]) -> list[str]:
        """Name the systems of all metrics in one sentence."""
        numbers = "; ".join(
            f"{one.scores} has {one.fewest:,} for {one.fewest_of} and {one.most:,} for"
            f" {one.most_of}"
            for one in notices
        )
        level = notices[0].level
        return [
            f"Mean scores of systems are over different numbers of {level}s, so systems are not"
            f" compared on the same {level}s: {numbers}."
        ]


@dataclass(frozen=True)
class FewSystems(Notice):
    """Correlations at the system level rest on few systems."""

    systems: int

    def sentence(self) -> str:
        """Name the number, and a study that needs fewer systems."""
        return (
            f"{counted(self.systems, 'system')} {is_or_are(self.systems)} few: correlations on"
            " other systems may differ considerably."
            f" `{wording.call('supersample')}` evaluates metrics on hybrids of systems."
        )


@dataclass(frozen=True)
class DependentScores(Notice):
    """Scores of the same systems on the same segments are not independent.

    Attributes:
        systems: Number of systems.
        items: Number of segments or documents.
        level: "segment" or "document".
    """

    systems: int
    items: int
    level: str

    def sentence(self) -> str:
        """Name methods that assume independence, and methods that do not."""
        return (
            "Fisher's and Zou's intervals and Williams' test assume independent scores, but scores"
            f" of {counted(self.systems, 'system')} on the same"
            f" {counted(self.items, self.level)} are not. The bootstrap over systems"
            f" ({wording.option('interval', 'bootstrap')}) and"
            f" `{wording.call('compare_metrics', test='systems')}` do not assume this."
        )


@dataclass(frozen=True)
class HumanScoresResampled(Notice):
    """Intervals show the uncertainty of human scores, not that of correlations."""

    def sentence(self) -> str:
        """Say what the intervals leave out."""
        return (
            "The intervals show the uncertainty of human scores only; correlations on other systems"
            " may lie outside of them."
        )


@dataclass(frozen=True)
class SymmetricIntervals(Notice):
    """Symmetric intervals ignore that the distribution of r is skewed.

    Attributes:
        cut: Number of intervals that exceeded 1 and were cut.
    """

    cut: int

    def sentence(self) -> str:
        """Say in which direction they are wrong."""
        return (
            "Symmetric intervals are too short towards 0: the distribution of r is skewed, the more"
            " so the closer r is to 1."
            + (f" {self.cut} of them exceeded 1 and {_was(self.cut)} cut." if self.cut else "")
        )


@dataclass(frozen=True)
class WrongDirection(Notice):
    """Most metrics correlate negatively with the human scores.

    Attributes:
        gold: Name of the human scores.
        negative: Names of the metrics that do.
        metrics: Number of metrics.
    """

    gold: str
    negative: tuple[str, ...]
    metrics: int

    def sentence(self) -> str:
        """Name the metrics, and the option."""
        return (
            f"{len(self.negative):,} of {counted(self.metrics, 'metric')} correlate negatively with"
            f" {self.gold}: {', '.join(self.negative)}. If lower values of {self.gold} are better,"
            f" as in HTER, flip its sign: {wording.option('lower_is_better', [self.gold])}."
        )


@dataclass(frozen=True)
class NegativeCorrelations(Notice):
    """Some metrics correlate negatively with the human scores.

    Attributes:
        negative: Names of the metrics.
        may_be_flipped: Whether their direction is unknown, as that of metrics read from files.
    """

    negative: tuple[str, ...]
    may_be_flipped: bool

    def sentence(self) -> str:
        """Name the metrics, and the option."""
        return f"Negative correlations: {', '.join(self.negative)}." + (
            " If lower values of a metric are better, flip its sign:"
            f" {wording.option('lower_is_better', list(self.negative))}."
            if self.may_be_flipped
            else ""
        )


@dataclass(frozen=True)
class HiddenSigns(Notice):
    """Absolute values of correlations are shown."""

    def sentence(self) -> str:
        """Say what is lost."""
        return "Signs are hidden: negative correlations are shown as positive."


@dataclass(frozen=True)
class MissingScores(Notice):
    """Outputs that lack a human score or a metric score were left out.

    Attributes:
        missing: Number of outputs, by metric.
    """

    missing: dict[str, int]

    def sentence(self) -> str:
        """Give the number for each metric."""
        return f"Outputs without both scores were left out: {_listed(self.missing)}."


@dataclass(frozen=True)
class UndefinedVectors(Notice):
    """The statistic is undefined on some documents, segments or systems.

    Attributes:
        undefined: Number of vectors that were left out of the average, by metric.
    """

    undefined: dict[str, int]

    def sentence(self) -> str:
        """Give the number for each metric."""
        return (
            "Vectors on which the statistic is undefined were left out of averages:"
            f" {_listed(self.undefined)}."
        )


@dataclass(frozen=True)
class SwapsAssumeNoBias(Notice):
    """Swapping single scores or whole segments assumes that metrics favour no system.

    Attributes:
        swapped: What is swapped: "scores" or "segments".
    """

    swapped: str

    def sentence(self) -> str:
        """Give the type I error rate, and a test without the assumption."""
        swapped = {"scores": "single scores", "segments": "whole segments"}[self.swapped]
        return (
            f"Swapping {swapped} assumes that neither metric favours any system. If a metric does,"
            " the type I error rate is far too high (48 % instead of 5 %, for 12 systems, 500"
            " segments and a bias of 0.3 standard deviations)."
            f" {wording.option('test', 'systems')} does not assume it."
        )


@dataclass(frozen=True)
class SwappedPairsDepend(Notice):
    """Outcomes of pairs are swapped as if they were independent."""

    def sentence(self) -> str:
        """Give the type I error rate, and a test without the assumption."""
        return (
            "The test swaps outcomes of pairs, as mt-metrics-eval does for acc-eq, but pairs that"
            " share an output are not independent: its type I error rate is too high (16 % instead"
            f" of 10 %, on 400 tables). {wording.option('test', 'systems')} does not assume"
            " independence."
        )


@dataclass(frozen=True)
class FewSwappedSystems(Notice):
    """Swapping standardized scores of so few systems rejects a true null too often."""

    systems: int

    def sentence(self) -> str:
        """Give the type I error rate."""
        return (
            f"With {counted(self.systems, 'system')}, the type I error rate of swapping whole"
            " systems is slightly too high (6 to 8 % instead of 5 %, for 8 to 20 systems); do not"
            " rely on p-values near the limit."
        )


@dataclass(frozen=True)
class FewSwaps(Notice):
    """So few systems can be swapped that no p-value is significant.

    Attributes:
        systems: Number of systems.
        smallest: The smallest p-value that is possible.
        needed: The p-value that significance needs.
    """

    systems: int
    smallest: float
    needed: float

    def sentence(self) -> str:
        """Name both p-values."""
        return (
            f"{counted(self.systems, 'system')} allow {counted(2**self.systems, 'permutation')}"
            f" only: the smallest possible p-value is {self.smallest:.2g}, and significance needs"
            f" {self.needed:.2g}."
        )


@dataclass(frozen=True)
class UndecidableLevel(Notice):
    """So few trials give no significant p-value at a confidence level.

    Attributes:
        confidence_level: The confidence level.
        trials: Number of trials.
    """

    confidence_level: float
    trials: int

    def sentence(self) -> str:
        """Name both p-values, and the number of trials that is needed."""
        alpha = alpha_of(self.confidence_level)
        return (
            f"At {100 * self.confidence_level:g} % confidence no metric can separate systems:"
            f" {counted(self.trials, 'trial')} {is_or_are(self.trials)} too few for p <="
            f" {alpha:.2g}. Use at least"
            f" {wording.option('trials', math.ceil(1 / alpha - 1e-9) - 1)}."
        )


def _listed(counts: Mapping[str, int]) -> str:
    """Numbers above 0 by metric; metrics with the same number together if they are many."""
    if len(counts) > 1 and len(set(counts.values())) == 1:
        return f"{next(iter(counts.values())):,} for each metric"
    above = {name: count for name, count in sorted(counts.items()) if count}
    if len(above) <= _FEW_NAMES:
        return ", ".join(f"{name} {count:,}" for name, count in above.items())
    return "; ".join(
        f"{number:,} for {listed([name for name, count in above.items() if count == number])}"
        for number in sorted(set(above.values()))
    )


def _was(number: int) -> str:
    return "was" if number == 1 else "were"
