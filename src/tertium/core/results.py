"""Results: numbers with their signatures, which print and convert to other types."""

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import fields, is_dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple, Self

from tertium.core.arrays import Floats
from tertium.core.errors import FormatError, MissingComponent, UnknownMember
from tertium.core.formatting import plain_table
from tertium.core.frozen import frozen
from tertium.core.records import from_plain, to_plain
from tertium.core.stats import Metric, Stats
from tertium.core.testset import TestSet

if TYPE_CHECKING:
    from tertium.core.intervals import Interval

Row = dict[str, Any]


class Result:
    """Base of all results: rows, a dictionary, a data frame, a printed form.

    Attributes:
        result: The command that computes it, as in "human rank"; the file in `report/results/` with
            this name presents it.
    """

    result: ClassVar[str]

    # Makes the tables of a result as HTML. `report` makes them, in a higher layer, so
    # `tertium/__init__.py`, above all layers, sets this function.
    html: ClassVar[Callable[["Result"], str] | None] = None

    def to_rows(self) -> list[Row]:
        """One flat dictionary per number or object."""
        raise NotImplementedError

    def to_dict(self) -> dict[str, Any]:
        """All fields as JSON values."""
        raise NotImplementedError

    def to_frame(self) -> Any:
        """The rows as a pandas data frame."""
        try:
            import pandas
        except ImportError:
            raise MissingComponent.extra("to_frame", "pandas", "frames") from None
        return pandas.DataFrame(self.to_rows())

    def __repr__(self) -> str:
        """Summarize the contents in one line; `print` shows the numbers."""
        parts = [*_in_short(self).values()][:_PARTS]
        return f"{type(self).__name__}({', '.join(parts) or 'empty'})"

    def _repr_html_(self) -> str | None:
        """Show the tables in a notebook."""
        return None if Result.html is None else Result.html(self)

    def __eq__(self, other: object) -> bool:
        """Whether all fields are equal; NaN equals NaN."""
        if type(other) is not type(self):
            return NotImplemented
        return self is other or self.to_dict() == other.to_dict()

    def __hash__(self) -> int:
        return hash(repr(self))


class StoredResult(Result):
    """A result that can be stored in a file: its fields contain everything.

    Attributes:
        derived: Keys of the file that follow from the fields.
    """

    derived: ClassVar[tuple[str, ...]] = ("result", "signature")

    @property
    def signature(self) -> str:
        """Everything besides the data that determines the numbers."""
        raise NotImplementedError

    def to_dict(self) -> Row:
        """All fields as JSON values."""
        data: Row = to_plain(self)
        first = {"tertium": data.pop("tertium"), "result": self.result}
        return first | data | {"signature": self.signature}

    @classmethod
    def from_dict(cls, data: Mapping[str, Any], where: str = "") -> Self:
        """Make a result from the output of `to_dict`; refuse wrong or inconsistent fields."""
        fields = data
        if isinstance(data, Mapping):
            fields = {key: value for key, value in data.items() if key not in cls.derived}
        result = from_plain(cls, fields, where)
        again = result.to_dict()
        for key in cls.derived:
            if key not in data:
                raise FormatError(f"No {key!r}.", where=where)
            if data[key] != again[key]:
                raise FormatError(
                    f"{key}: The file has {shortened(data[key])}, but its other fields give"
                    f" {shortened(again[key])}.",
                    where=where,
                    hint="The file was changed after it was written.",
                )
        return result


# Names of the kinds of intervals in sentences.
INTERVALS = {"percentile": "percentile", "element": "percentile", "bca": "BCa"}


class BootstrapSettings(NamedTuple):
    """How confidence intervals of scores are computed.

    Attributes:
        confidence_level: Nominal share of test sets whose interval contains the true score.
        samples: Number of bootstrap samples.
        seed: Seed of the bootstrap.
        method: Kind of interval: "percentile", "element" or "bca".
        subsample: Size of a bootstrap sample as a share of the test set.
    """

    confidence_level: float
    samples: int
    seed: int
    method: str = "percentile"
    subsample: float = 1.0


@frozen
class Score(Result):
    """One score of one output of a system, with its statistics and test set."""

    result: ClassVar[str] = "score"

    system: str
    run: int | None
    metric: Metric
    value: float
    stats: Stats
    testset: TestSet
    interval: "Interval | None" = None
    bootstrap: BootstrapSettings | None = None

    @property
    def signature(self) -> str:
        """Everything that determines the number."""
        return self.metric.signature(self.testset)

    @property
    def own_signature(self) -> str:
        """The signature in the form of tertium, which begins with the printed metric."""
        return self.metric.own_signature(self.testset)

    @property
    def segment_signature(self) -> str:
        """Everything that determines the segment scores."""
        return self.metric.for_segments().signature(self.testset)

    @property
    def details(self) -> Mapping[str, Any]:
        """Parts of the score, such as precisions."""
        return self.metric.details(self.stats.sum())

    @cached_property
    def segments(self) -> Floats:
        """Score of every segment."""
        return self.metric.for_segments().scores(self.stats.rows)

    def __float__(self) -> float:
        return self.value

    def __repr__(self) -> str:
        return f"Score({self.label}: {self.metric.title} = {self.shown_with_interval()})"

    def __str__(self) -> str:
        return f"{self.metric.title} = {self.shown_with_interval(2)}  {self.signature}"

    def shown(self, value: float, digits: int = 1) -> str:
        """Format a value of the metric, with more digits if its scores are small."""
        return f"{value:.{digits + self.metric.digits}f}"

    def shown_with_interval(self, digits: int = 1) -> str:
        """Format the score, with its confidence interval if it has one."""
        text = self.shown(self.value, digits)
        if self.interval is None:
            return text
        shown = ("–" if math.isnan(end) else self.shown(end, digits) for end in self.interval)
        return f"{text} [{', '.join(shown)}]"

    @property
    def label(self) -> str:
        """Name of the system, with the number of the run if there are several."""
        return self.system if self.run is None else f"{self.system} (run {self.run})"

    def to_dict(self, *, segments: bool = False) -> Row:
        """All fields as JSON values; with segment scores if wanted."""
        return {
            "system": self.system,
            "run": self.run,
            "metric": str(self.metric),
            "name": self.metric.title,
            "score": jsonable(self.value),
            "higher_is_better": self.metric.higher_is_better,
            "interval": to_plain(self.interval),
            "bootstrap": to_plain(self.bootstrap),
            "details": dict(self.details),
            "signature": self.signature,
            "own_signature": self.own_signature,
        } | ({"segments": self._segments()} if segments else {})

    def _segments(self) -> Row:
        return {
            "scores": [jsonable(float(value)) for value in self.segments],
            "signature": self.segment_signature,
        }

    def to_rows(self) -> list[Row]:
        """One row."""
        row = self.to_dict()
        interval = row.pop("interval") or {}
        row.pop("bootstrap")
        row.pop("details")
        return [row | {"low": interval.get("low"), "high": interval.get("high")}]


@frozen
class Scores(Result, Sequence[Score]):
    """Scores of all systems under all metrics, ordered by system."""

    result: ClassVar[str] = "score"

    scores: tuple[Score, ...]
    testset: TestSet

    def __len__(self) -> int:
        return len(self.scores)

    def __getitem__(self, index: Any) -> Any:
        return self.scores[index]

    def __iter__(self) -> Iterator[Score]:
        return iter(self.scores)

    @property
    def metrics(self) -> list[Metric]:
        """The metrics, in the requested order."""
        return list(dict.fromkeys(score.metric for score in self.scores))

    @property
    def systems(self) -> list[str]:
        """The systems, in the order of the arguments."""
        return list(dict.fromkeys(score.system for score in self.scores))

    @property
    def labels(self) -> list[str]:
        """Name of every output: the system, with the number of the run if there are several."""
        return list(dict.fromkeys(score.label for score in self.scores))

    def get(self, label: str, metric: Metric | str) -> Score:
        """Return the score of an output under a metric or the name of a metric."""
        found = self._by_label.get((label, self._known(metric)))
        if found is None:
            raise UnknownMember("output", label, self.labels)
        return found

    def of(self, metric: Metric | str) -> list[Score]:
        """Scores under one metric or the name of a metric."""
        wanted = self._known(metric)
        return [score for score in self.scores if score.metric == wanted]

    @cached_property
    def _by_label(self) -> dict[tuple[str, Metric], Score]:
        return {(score.label, score.metric): score for score in self.scores}

    def _known(self, metric: Metric | str) -> Metric:
        """Find a metric by its printed form, or by its name or title if that is unique."""
        metrics = self.metrics
        named = [one for one in metrics if metric in (one, str(one))] or [
            one for one in metrics if metric in (one.name, one.title)
        ]
        if len(named) != 1:
            raise UnknownMember("metric", str(metric), map(str, metrics))
        return named[0]

    def to_rows(self) -> list[Row]:
        """One row per score."""
        return [row for score in self.scores for row in score.to_rows()]

    def to_dict(self, *, segments: bool = False) -> Row:
        """All fields as JSON values; with segment scores if wanted."""
        from tertium.core.version import VERSION

        return {
            "tertium": VERSION,
            "testset": {
                "segments": len(self.testset),
                "documents": len(set(self.testset.document_ids)) or None,
                "references": list(self.testset.references),
                "digest": self.testset.digest,
            },
            "scores": [score.to_dict(segments=segments) for score in self.scores],
        } | ({"segments": list(self.testset.segment_ids)} if segments else {})

    def __str__(self) -> str:
        header = ["system", *(metric.title for metric in self.metrics)]
        rows = [
            [label, *(s.shown(s.value) for s in (self.get(label, m) for m in self.metrics))]
            for label in self.labels
        ]
        signatures = [f"{metric.title}: {self.of(metric)[0].signature}" for metric in self.metrics]
        return "\n".join([plain_table(header, rows), "", *signatures])


def _in_short(record: Any, within: bool = False) -> dict[str, str]:
    """Summarize the fields of a record: short strings, and the sizes of collections.

    Args:
        record: A dataclass.
        within: Whether it is a field of another record; then only the main collections are shown.
    """
    found: dict[str, str] = {}
    for item in fields(record):
        name, value = item.name, getattr(record, item.name)
        if isinstance(value, tuple | Mapping):
            if value and name != "versions" and (not within or name in _MAIN):
                found[name] = f"{len(value):,} {name if len(value) > 1 else name.removesuffix('s')}"
        elif isinstance(value, str):
            if value and len(value) <= _SHORT and name not in ("tertium", "digest") and not within:
                found[name] = f"{name}={value!r}"
        elif is_dataclass(value):
            found = _in_short(value, within=True) | found
    return found


# In the printed form of a result: collections of nested records that are counted, the longest
# string, and the largest number of parts.
_MAIN = ("systems", "annotators")
_SHORT = 30
_PARTS = 6


def flat_row(record: Any) -> Row:
    """Convert a record to a row, with the columns `low` and `high` for `interval`."""
    row: Row = {}
    for name, value in to_plain(record).items():
        row |= {"low": value["low"], "high": value["high"]} if name == "interval" else {name: value}
    return row


def shortened(value: Any, longest: int = 200) -> str:
    """Format a value as Python does, shortened if it is long."""
    text = repr(value)
    return text if len(text) <= longest else f"{text[:longest]}…"


def jsonable(value: float) -> float | None:
    """Return a number for JSON: None for NaN and infinities."""
    return value if math.isfinite(value) else None
