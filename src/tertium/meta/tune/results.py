"""Results of tuning."""

from dataclasses import dataclass
from typing import ClassVar

from tertium.core.formatting import plain_table
from tertium.core.intervals import Interval
from tertium.core.records import Defects, empty, repeated
from tertium.core.results import Row, StoredResult
from tertium.meta.statistics import make_statistic
from tertium.meta.tune.settings import TuneSettings


@dataclass(frozen=True)
class Parameter:
    """A parameter that was tuned.

    Attributes:
        name: Its name.
        default: Its value before tuning.
        tuned: Its value after tuning.
        lowest: The lowest value that was tried.
        highest: The highest value that was tried.
        folds: Its tuned value without each fold.
    """

    name: str
    default: float
    tuned: float
    lowest: float
    highest: float
    folds: tuple[float, ...]

    def defects(self) -> Defects:
        """It was tuned without each fold."""
        yield from empty(self, "folds")

    @property
    def at_end(self) -> bool:
        """Whether the tuned value is the lowest or highest that was tried."""
        return self.tuned != self.default and self.tuned in (self.lowest, self.highest)


@dataclass(frozen=True)
class Fold:
    """A part of the data that was held out.

    Attributes:
        units: Number of its segments or documents.
        scores: Number of its human scores.
        metric: The metric as tuned to the other folds.
        default: Correlation of the original metric on this fold.
        tuned: Correlation of the tuned metric on this fold.
    """

    units: int
    scores: int
    metric: str
    default: float
    tuned: float


@dataclass(frozen=True)
class Correlations:
    """Correlations of the original metric and of the tuned metric."""

    default: float
    tuned: float


@dataclass(frozen=True)
class Gain:
    """The gain of tuning on held-out data.

    Attributes:
        value: The gain; NaN if it is undefined.
        interval: Its confidence interval, or the reason why there is none.
    """

    value: float
    interval: Interval


@dataclass(frozen=True)
class Data:
    """The data that a metric was tuned to.

    Attributes:
        outputs: Names of the outputs.
        segments: Number of segments.
        documents: Number of documents, if they are known.
        units: Number of segments or documents with human scores.
        scores: Number of human scores.
        missing: Number of segments of these outputs without a human score.
        gold: Name of the human scores.
        languages: Source and target language, if they are known.
        testset: Fingerprint of source and references.
        human: Fingerprint of the human scores.
        notes: How the human scores were matched with outputs, in words.
    """

    outputs: tuple[str, ...]
    segments: int
    documents: int | None
    units: int
    scores: int
    missing: int
    gold: str
    languages: tuple[str, str]
    testset: str
    human: str
    notes: tuple[str, ...]


@dataclass(frozen=True, eq=False, repr=False)
class Tuning(StoredResult):
    """A metric before and after tuning.

    Attributes:
        tertium: Version.
        settings: How it was tuned.
        metric: The original metric in printed form.
        tuned: The tuned metric in printed form.
        title: Its name as papers print it.
        of_metric: Signature of the original metric.
        data: The data that it was tuned to.
        parameters: The parameters, before and after.
        seen: Correlations on all data, which the parameters were tuned to.
        held_out: Mean correlations on the folds, with parameters tuned to the other folds.
        gain: Difference of the held-out correlations.
        folds: The folds.
    """

    result: ClassVar[str] = "meta tune"

    tertium: str
    settings: TuneSettings
    metric: str
    tuned: str
    title: str
    of_metric: str
    data: Data
    parameters: tuple[Parameter, ...]
    seen: Correlations
    held_out: Correlations
    gain: Gain
    folds: tuple[Fold, ...]

    def defects(self) -> Defects:
        """There are parameters and folds, and each parameter occurs once."""
        yield from empty(self, "parameters", "folds")
        yield from repeated("parameters", [one.name for one in self.parameters])

    @property
    def signature(self) -> str:
        """Everything that decides the numbers."""
        data = self.data
        return (
            f"{self.settings}|metric:{self.metric}|testset:{data.testset}"
            f"|{data.gold}:{data.human}|version:tertium-{self.tertium}"
        )

    @property
    def correlation(self) -> str:
        """Name of the correlation, as papers print it."""
        return make_statistic(self.settings.statistic).title

    def to_rows(self) -> list[Row]:
        """One row per parameter."""
        return [
            {
                "metric": self.metric.partition("(")[0],
                "parameter": one.name,
                "default": one.default,
                "tuned": one.tuned,
                "lowest_in_folds": min(one.folds),
                "highest_in_folds": max(one.folds),
                "gain": self.gain.value,
                "low": self.gain.interval.low,
                "high": self.gain.interval.high,
            }
            for one in self.parameters
        ]

    def __str__(self) -> str:
        rows = [[one.name, f"{one.default:g}", f"{one.tuned:g}"] for one in self.parameters]
        gain, (low, high) = self.gain.value, self.gain.interval
        return "\n".join(
            [
                plain_table(["parameter", "default", "tuned"], rows),
                "",
                f"gain = {gain:.4f} [{low:.4f}, {high:.4f}]  {self.signature}",
            ]
        )
