"""Notices of comparisons: limitations that their numbers do not show."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Self

from tertium.core import wording
from tertium.core.formatting import counted, is_or_are, listed
from tertium.core.notices import Notice

# Above this share of segments with identical statistics a pair is warned of.
MOSTLY = 0.5


@dataclass(frozen=True)
class FewUnits(Notice):
    """Even the most extreme relabelling of so few segments gives no significant p-value.

    Attributes:
        units: Number of segments or documents.
        level: "segment" or "document".
        smallest: The smallest p-value that is possible.
        needed: The p-value that significance needs.
    """

    units: int
    level: str
    smallest: float
    needed: float

    def sentence(self) -> str:
        """Name both p-values."""
        return (
            f"{counted(self.units, self.level)} {is_or_are(self.units)} too few:"
            f" {_limit(self.smallest, self.needed)}."
        )


@dataclass(frozen=True)
class FewUnitsForTests(Notice):
    """Some tests reject a true null too often on so few segments.

    Attributes:
        tests: Names of the tests.
        level: "segment" or "document".
        enough: Number of segments or documents from which on the tests are sound.
    """

    tests: tuple[str, ...]
    level: str
    enough: int

    def sentence(self) -> str:
        """Name the tests, and one without the problem."""
        return (
            f"The type I error rate of {' and '.join(self.tests)} exceeds the nominal rate on fewer"
            f" than {self.enough:,} {self.level}s; that of approximate-randomization does not."
        )


@dataclass(frozen=True)
class FewTrials(Notice):
    """So few trials give no significant p-value.

    Attributes:
        trials: Number of trials.
        needed: The p-value that significance needs.
    """

    trials: int
    needed: float

    def sentence(self) -> str:
        """Name both p-values, and the option."""
        return (
            f"{counted(self.trials, 'trial')} {is_or_are(self.trials)} too few:"
            f" {_limit(1 / (self.trials + 1), self.needed)}. Increase {wording.option('trials')}."
        )


@dataclass(frozen=True)
class IdenticalSystems(Notice):
    """Two systems have the same statistics on all segments, under all metrics."""

    system: str
    other: str

    def sentence(self) -> str:
        """Name the systems."""
        return f"{self.system} and {self.other} are identical under all metrics."

    @classmethod
    def combined(cls, notices: Sequence[Self]) -> list[str]:
        """Name a few pairs, and their number."""
        if len(notices) == 1:
            return [notices[0].sentence()]
        pairs = listed([f"{one.system} and {one.other}" for one in notices])
        return [
            f"{counted(len(notices), 'pair')} of systems are identical under all metrics: {pairs}."
        ]


@dataclass(frozen=True)
class SimilarSystems(Notice):
    """Two systems have the same statistics on most segments.

    Attributes:
        system: A system.
        other: Another system.
        same: Share of segments or documents with the same statistics, under all metrics.
        level: "segment" or "document".
    """

    system: str
    other: str
    same: float
    level: str

    def sentence(self) -> str:
        """Name the systems and the share."""
        return (
            f"{self.system} and {self.other} score identically on {100 * self.same:.0f} % of"
            f" {self.level}s; the comparison rests on the other {100 * (1 - self.same):.0f} %."
        )

    @classmethod
    def combined(cls, notices: Sequence[Self]) -> list[str]:
        """Name the most similar pairs, and the number of all."""
        if len(notices) == 1:
            return [notices[0].sentence()]
        ordered = sorted(notices, key=lambda one: -one.same)
        pairs = listed(
            [f"{one.system} and {one.other} ({100 * one.same:.0f} %)" for one in ordered]
        )
        units = f"{notices[0].level}s"
        return [
            f"{counted(len(notices), 'pair')} of systems score identically on more than"
            f" {100 * MOSTLY:g} % of {units}; their comparisons rest on the other {units}: {pairs}."
        ]


@dataclass(frozen=True)
class FewRuns(Notice):
    """A system has too few training runs to show how much training varies."""

    system: str
    runs: int

    def sentence(self) -> str:
        """Name the system."""
        return self.combined([self])[0]

    @classmethod
    def combined(cls, notices: Sequence[Self]) -> list[str]:
        """Name the systems in one sentence, those with the same number of runs together."""
        systems: dict[int, list[str]] = {}
        for one in notices:
            systems.setdefault(one.runs, []).append(one.system)
        few = "; ".join(
            f"{counted(runs, 'run')} of {listed(names)}" for runs, names in systems.items()
        )
        return [
            "Fewer than 3 training runs cannot show how much training varies (Clark et al. 2011):"
            f" {few}."
        ]


@dataclass(frozen=True)
class FewRunsForTests(Notice):
    """No permutation of so few training runs gives a significant p-value.

    Attributes:
        smallest: The smallest p-value that is possible.
        needed: The p-value that significance needs.
    """

    smallest: float
    needed: float

    def sentence(self) -> str:
        """Name both p-values."""
        return (
            "The training runs are too few to test the training procedure:"
            f" {_limit(self.smallest, self.needed)}."
        )


@dataclass(frozen=True)
class DependentSegments(Notice):
    """Segments of one document are not independent."""

    segments: int
    documents: int

    def sentence(self) -> str:
        """Name both numbers, and the option."""
        return (
            f"The {counted(self.segments, 'segment')} of"
            f" {counted(self.documents, 'document')} are not independent. Resample whole documents:"
            f" `{wording.call('compare', level='document')}`."
        )


@dataclass(frozen=True)
class SmallerSamples(Notice):
    """Bootstrap samples are smaller than the test set."""

    subsample: float

    def sentence(self) -> str:
        """Name the effect on intervals."""
        return (
            f"Intervals and wins are for test sets {self.subsample:g} times as large as this one;"
            f" the intervals are about {self.subsample**-0.5:.2f} times as wide."
        )


def _limit(smallest: float, needed: float) -> str:
    return f"the smallest possible p-value is {smallest:.2g}, and significance needs {needed:.2g}"
