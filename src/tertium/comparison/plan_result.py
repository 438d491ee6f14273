"""Result of planning: how large a study must be to detect a difference."""

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
    """Power of studies of one size.

    Attributes:
        size: Number of segments, documents or runs.
        power: Share of studies that detect the difference.
        interval: Exact confidence interval of the power; undefined if it was not simulated.
        replicates: Number of simulated studies; 0 if the power was not simulated.
    """

    size: int
    power: float
    interval: Interval
    replicates: int


@dataclass(frozen=True, eq=False, repr=False)
class Plan(Result):
    """A plan of a study.

    Attributes:
        tertium: Version of tertium.
        settings: How the study was planned.
        data: The present test set.
        metric: The printed form of the metric.
        title: Its name.
        digits: Number of digits to show in addition to those of a score from 0 to 100.
        signature: Signature of the metric, in the form of the reference program.
        own_signature: Signature in the form of tertium.
        better: The system that scores better.
        other: The other system.
        observed: The observed difference.
        difference: The difference to detect.
        vary: What is increased: "segments", "documents" or "runs".
        at_hand: Their present number.
        sizes: Power at some sizes.
        needed: The size that has the wanted power.
        answer: The needed size in a sentence.
        basis: Sentences that explain the answer.
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
        """The whole result, as JSON can hold it."""
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
