"""The result of planning: how large a study must be to detect a difference."""

from dataclasses import dataclass
from typing import ClassVar

from tertium.core.comparison import Data
from tertium.core.limits import LARGEST_SEED, LARGEST_WEIGHT, MOST_SAMPLES, MOST_TRIALS
from tertium.core.plain import plain_table
from tertium.core.records import to_plain
from tertium.core.results import Result, Row
from tertium.core.sample import STATISTICS
from tertium.core.spec import Spec, option


@dataclass(frozen=True)
class Settings(Spec):
    """How a study is planned; the same words on the command line, in Python and in results."""

    name: ClassVar[str] = "plan"

    difference: float | None = option(
        None,
        "The difference to detect, in points of the metric; by default the observed one.",
        above=0,
        maximum=LARGEST_WEIGHT,
    )
    power: float = option(0.8, "Probability to detect it.", above=0, below=1)
    level: float = option(0.95, "Level of the test: 0.95 stands for p <= 0.05.", above=0, below=1)
    vary: str = option(
        "units",
        "What there can be more of: segments (or documents), or training runs.",
        choices=("units", "runs"),
    )
    test: str = option("approximate_randomization", "Test of significance to plan for.")
    studies: int = option(
        400, "Number of simulated studies of each size.", minimum=1, maximum=MOST_SAMPLES
    )
    trials: int = option(
        1_000, "Number of pseudo-samples of the test.", minimum=1, maximum=MOST_TRIALS
    )
    limit: int = option(100_000, "The largest size to think of.", minimum=2, maximum=MOST_SAMPLES)
    seed: int = option(12345, "Seed of all that is drawn.", minimum=0, maximum=LARGEST_SEED)
    unit: str = option(
        "segment",
        "What a study draws; segments of one document are not independent.",
        choices=("segment", "document"),
    )
    statistic: str = option(
        "mean",
        "Score of several runs: the mean of their scores, or the score of pooled statistics.",
        choices=STATISTICS,
    )

    @property
    def alpha(self) -> float:
        """The largest p-value that is significant."""
        return round(1 - self.level, 12)  # 1 - 0.95 is a little more than 0.05 in binary


@dataclass(frozen=True)
class PowerAt:
    """How often studies of a size detect the difference.

    Attributes:
        size: Number of segments, documents or runs.
        power: Share of the studies.
        low: Lower exact limit of the true share; NaN where power is by theory.
        high: Upper exact limit.
        studies: Number of simulated studies; 0 where power is by theory.
    """

    size: int
    power: float
    low: float
    high: float
    studies: int


@dataclass(frozen=True, repr=False)
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

    tertium: str
    settings: Settings
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
                "low": one.low,
                "high": one.high,
                "studies": one.studies,
            }
            for one in self.sizes
        ]

    def __str__(self) -> str:
        rows = [[f"{one.size:,}", f"{one.power:.3f}"] for one in self.sizes]
        table = [plain_table([self.vary, "power"], rows), ""] if rows else []
        return "\n".join([*table, self.answer, *self.basis])
