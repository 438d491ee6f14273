"""What comes out: numbers with their signature, as objects that print and convert."""

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from tertium.core.errors import MissingComponent
from tertium.core.stats import Floats, Metric, Stats

Row = dict[str, Any]


class Result:
    """Base of results: plain rows, a dictionary, a data frame, a plain print."""

    def to_rows(self) -> list[Row]:
        """One flat dictionary per number or object."""
        raise NotImplementedError

    def to_dict(self) -> dict[str, Any]:
        """Everything, as what JSON can hold."""
        raise NotImplementedError

    def to_frame(self) -> Any:
        """The rows as a pandas data frame."""
        try:
            import pandas
        except ImportError:
            raise MissingComponent.extra("to_frame", "pandas", "frames") from None
        return pandas.DataFrame(self.to_rows())


@dataclass(frozen=True)
class Interval:
    """Where a score would lie on other test sets of this kind."""

    low: float
    high: float
    level: float
    samples: int
    seed: int

    def to_dict(self) -> Row:
        """Everything, as what JSON can hold."""
        return {
            "low": self.low,
            "high": self.high,
            "level": self.level,
            "samples": self.samples,
            "seed": self.seed,
        }


@dataclass(frozen=True)
class Score(Result):
    """One score of one output of a system, with everything it rests on."""

    system: str
    run: int | None
    metric: Metric
    value: float
    signature: str
    segments: Floats = field(repr=False)
    segment_signature: str = field(repr=False)
    stats: Stats = field(repr=False)
    details: Mapping[str, object] = field(default_factory=dict, repr=False)
    interval: Interval | None = None

    def __float__(self) -> float:
        return self.value

    def __str__(self) -> str:
        text = f"{self.metric.title} = {self.value:.2f}"
        if self.interval:
            text += f" [{self.interval.low:.2f}, {self.interval.high:.2f}]"
        return f"{text}  {self.signature}"

    @property
    def label(self) -> str:
        """Name of the system, with the run where there are several."""
        return self.system if self.run is None else f"{self.system} (run {self.run})"

    def to_dict(self) -> Row:
        """Everything but the segments, as what JSON can hold."""
        return {
            "system": self.system,
            "run": self.run,
            "metric": str(self.metric),
            "name": self.metric.title,
            "score": jsonable(self.value),
            "higher_is_better": self.metric.higher_is_better,
            "interval": self.interval.to_dict() if self.interval else None,
            "details": dict(self.details),
            "signature": self.signature,
        }

    def to_rows(self) -> list[Row]:
        """One row."""
        row = self.to_dict()
        interval = row.pop("interval") or {}
        row.pop("details")
        return [row | {"low": interval.get("low"), "high": interval.get("high")}]


@dataclass(frozen=True)
class Scores(Result, Sequence[Score]):
    """Scores of all systems and metrics of one run, system by system."""

    scores: tuple[Score, ...]
    segment_ids: tuple[str, ...] = field(repr=False)
    document_ids: tuple[str, ...] = field(repr=False)
    testset: Mapping[str, Any] = field(default_factory=dict, repr=False)

    def __len__(self) -> int:
        return len(self.scores)

    def __getitem__(self, index: Any) -> Any:
        return self.scores[index]

    def __iter__(self) -> Iterator[Score]:
        return iter(self.scores)

    @property
    def metrics(self) -> list[Metric]:
        """The metrics, in the order asked for."""
        return list(dict.fromkeys(score.metric for score in self.scores))

    @property
    def systems(self) -> list[str]:
        """The systems, in the order given."""
        return list(dict.fromkeys(score.system for score in self.scores))

    @property
    def labels(self) -> list[str]:
        """Name of every output: the system, with the run where there are several."""
        return list(dict.fromkeys(score.label for score in self.scores))

    def get(self, label: str, metric: Metric) -> Score:
        """Give the score of an output under a metric."""
        return next(s for s in self.scores if s.label == label and s.metric == metric)

    def of(self, metric: Metric) -> list[Score]:
        """Scores under one metric."""
        return [score for score in self.scores if score.metric == metric]

    def to_rows(self) -> list[Row]:
        """One row per score."""
        return [row for score in self.scores for row in score.to_rows()]

    def to_dict(self) -> Row:
        """Everything but the segments, as what JSON can hold."""
        from tertium.core.version import VERSION

        return {
            "tertium": VERSION,
            "testset": dict(self.testset),
            "scores": [score.to_dict() for score in self.scores],
        }

    def __str__(self) -> str:
        header = ["system", *(metric.title for metric in self.metrics)]
        rows = [
            [label, *(f"{self.get(label, metric).value:.1f}" for metric in self.metrics)]
            for label in self.labels
        ]
        signatures = [f"{metric.title}: {self.of(metric)[0].signature}" for metric in self.metrics]
        return "\n".join([plain_table(header, rows), "", *signatures])


def plain_table(header: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """Columns aligned with spaces: words to the left, numbers to the right."""
    columns = list(zip(header, *rows, strict=True))
    widths = [max(map(display_width, column)) for column in columns]
    numeric = [all(is_number(cell) for cell in column[1:]) for column in columns]
    lines = [
        "  ".join(
            padded(cell, width, right=right)
            for cell, width, right in zip(row, widths, numeric, strict=True)
        ).rstrip()
        for row in [header, ["-" * width for width in widths], *rows]
    ]
    return "\n".join(lines)


def is_number(cell: str) -> bool:
    """Whether a cell of a table holds a number, or nothing, and belongs to the right."""
    return not cell or cell[0] in "0123456789-+.[" or cell in ("nan", "–")


def padded(cell: str, width: int, *, right: bool) -> str:
    """Pad a cell to a width on the screen."""
    space = " " * (width - display_width(cell))
    return space + cell if right else cell + space


def display_width(text: str) -> int:
    """Columns a text takes on a terminal."""
    if text.isascii():
        return len(text)
    from unicodedata import combining, east_asian_width

    return sum(
        0 if combining(character) else 2 if east_asian_width(character) in "WF" else 1
        for character in text
    )


def jsonable(value: float) -> float | None:
    """Give a number as JSON can hold it: NaN and infinities become null."""
    return value if math.isfinite(value) else None
