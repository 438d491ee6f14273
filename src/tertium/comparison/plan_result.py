"""The result of planning: how large a study must be to detect a difference."""

from dataclasses import dataclass
from typing import ClassVar

from tertium.comparison.settings import PlanSettings
from tertium.core.formatting import plain_table
from tertium.core.intervals import Interval
from tertium.core.records import to_plain
from tertium.core.results import Result, Row
from tertium.core.study_sample import Data


@dataclass(frozen=True)
class PowerAt:
    """How often studies of a size detect the difference.

    Attributes:
        size: Number of segments, documents or runs.
        power: Share of the studies.
        interval: Exact confidence interval of the true share; undefined where power is by theory.
        studies: Number of simulated studies; 0 where power is by theory.
    """

    size: int
    power: float
    interval: Interval
    replicates: int


@dataclass(frozen=True, eq=False, repr=False)
class Plan(Result):
    """Everything that planning found.

    Attributes:
        tertium: Version of tertium.
        settings: How the study was planned.
        data: The test set at hand.
        metric: The printed metric.
        title: Its name.
        digits: Digits it needs beside the usual.
        signature: Everything that decides its scores.
        own_signature: The same in the form of tertium.
        better: The system that scores better.
        other: The other one.
        observed: By how much.
        difference: The difference to detect.
        vary: What is counted: "segments", "documents" or "runs".
        at_hand: How many of them there are.
        sizes: Power at some sizes.
        needed: The size that has the wanted power.
        answer: The same in words.
        basis: Sentences on what the answer rests.
    """

    result: ClassVar[str] = "plan"

    tertium: str
    settings: PlanSettings
    data: Data
    metric: str
    title: str
    digits: int
    signature: str
    own_signature: str
    better: str
    other: str
    observed: float
    difference: float
    vary: str
    at_hand: int
    sizes: tuple[PowerAt, ...]
    needed: float
    answer: str
    basis: tuple[str, ...]

    def to_dict(self) -> Row:
        """Everything, as what JSON can hold."""
        data: Row = to_plain(self)
        return data

    def to_rows(self) -> list[Row]:
        """One row per size."""
        return [
            {
                self.vary: one.size,
                "power": one.power,
                "low": one.interval.low,
                "high": one.interval.high,
                "replicates": one.replicates,
            }
            for one in self.sizes
        ]

    def __str__(self) -> str:
        rows = [[f"{one.size:,}", f"{one.power:.3f}"] for one in self.sizes]
        table = [plain_table([self.vary, "power"], rows), ""] if rows else []
        return "\n".join([*table, self.answer, *self.basis])
