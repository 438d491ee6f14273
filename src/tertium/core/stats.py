"""The central idea: every score is a function of summed statistics.

A metric turns each output of a segment into a row of K numbers. The statistics of a corpus are the
sum of its rows, and `score` turns sums into scores, for segments, corpora and resamples alike.
"""

from abc import abstractmethod
from array import array
from collections.abc import Mapping, Sequence
from dataclasses import fields, replace
from functools import cached_property, lru_cache
from typing import Any, ClassVar, NamedTuple, Self

from tertium.core import wording
from tertium.core.arrays import Buffer, Floats, Number, Rows
from tertium.core.errors import UsageError
from tertium.core.spec import Member, Spec
from tertium.core.testset import TestSet

# The values of `higher_is_better`, in words.
DIRECTIONS = {True: "higher is better", False: "lower is better", None: "neither is better"}


class Stats:
    """Rows of statistics, one per segment, with named columns. They are read-only."""

    def __init__(self, rows: Rows, columns: tuple[str, ...]) -> None:
        self._buffer: Buffer = rows
        self.columns = columns

    def __getstate__(self) -> dict[str, Any]:
        return {"columns": self.columns, "_buffer": bytes(memoryview(self._buffer).cast("B"))}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state, _buffer=memoryview(state["_buffer"]).cast("d"))

    @cached_property
    def rows(self) -> Floats:
        """The rows as a matrix."""
        import numpy as np

        rows = np.asarray(self._buffer, dtype=np.float64).reshape(-1, len(self.columns))
        rows.flags.writeable = False
        return rows

    def sum(self) -> list[float]:
        """Statistics of the corpus, one number per column."""
        numbers = memoryview(self._buffer).cast("B").cast("d")
        width = len(self.columns)
        if len(numbers) == width:
            return list(numbers)
        return [sum(numbers[column::width]) for column in range(width)]


class Tunable(NamedTuple):
    """A parameter that can be tuned: its value, and the values to try, ascending."""

    value: float
    tried: tuple[float, ...]


class Scorer(Spec):
    """A function from summed rows to a score: the part of a metric that resampling needs.

    Metrics are scorers that also compute rows from text. Human scores are rows without text.
    """

    digits: ClassVar[int] = 0
    """How many more digits to show than for a score from 0 to 100."""
    denominator: ClassVar[str] = ""
    """The column that divides a weighted sum of the others, if the score is such a ratio.

    If this column is the same for all units, the score is a mean over units."""

    @property
    @abstractmethod
    def title(self) -> str:
        """Name as papers print it."""

    @property
    @abstractmethod
    def columns(self) -> tuple[str, ...]:
        """Names of the statistics."""

    @abstractmethod
    def score(self, sums: Sequence[Number]) -> Number:
        """Score of summed statistics.

        Args:
            sums: For each column a number, or an array with one for each segment or resample.
        """

    @property
    def higher_is_better(self) -> bool | None:
        """Whether a higher score means a better output; None if neither direction is better."""
        return True

    @property
    def direction(self) -> str:
        """`higher_is_better` in words."""
        return DIRECTIONS[self.higher_is_better]

    def for_segments(self) -> "Scorer":
        """The variant to use for the score of a single segment."""
        return self

    def scores(self, rows: Floats) -> Floats:
        """Scores of many sums at once; the last axis holds the columns."""
        import numpy as np

        scores = np.asarray(self.score(list(np.moveaxis(rows, -1, 0))), dtype=np.float64)
        # A score that does not depend on the rows is a single number.
        return scores if scores.shape == rows.shape[:-1] else np.full(rows.shape[:-1], scores)


class Metric(Scorer, Member):
    """Base of all metrics. Each file in `metrics/` defines one, as `METRIC`."""

    needs: ClassVar[tuple[str, ...]] = ("references",)
    """"references", "source", or names of layers."""
    extras: ClassVar[tuple[str, ...]] = ()
    """Extras of tertium that install the packages it uses."""
    best: ClassVar[float | None] = None
    """Score of a perfect output, if it is the same for all test sets."""
    separable: ClassVar[bool] = True
    """Whether a row depends on no references but those of its own segment."""
    loads_model: ClassVar[bool] = False
    """Whether it loads a model, which can run code: reading a result file never does so."""
    scores_candidates: ClassVar[bool] = True
    """Whether it can score any text, not only the outputs of the test set."""

    @abstractmethod
    def rows(self, outputs: Sequence[str], segment_of_output: Buffer, testset: TestSet) -> Rows:
        """Statistics of outputs; any number of them may belong to the same segment.

        Args:
            outputs: The texts.
            segment_of_output: For each of them the segment it translates, a 64-bit integer.
            testset: The references, source and layers to compare them with.
        """

    @property
    def files(self) -> tuple[str, ...]:
        """Files that its parameters name."""
        return ()

    def signature(self, testset: TestSet) -> str:
        """Everything that decides the number, in the defining program's own form if it has one."""
        return self.own_signature(testset)

    def own_signature(self, testset: TestSet) -> str:
        """Everything that decides the number, in our form, which begins with the printed metric."""
        from tertium.core.version import VERSION

        items = {"nrefs": testset.reference_count} if "references" in self.needs else {}
        items |= testset.signature_items
        items |= {
            need: testset.layers[need].digest for need in self.needs if need in testset.layers
        }
        items |= self.facts(testset) | {"version": f"tertium-{VERSION}"}
        return "|".join([str(self), *(f"{key}:{value}" for key, value in items.items())])

    def facts(self, testset: TestSet) -> dict[str, str]:
        """Other facts that determine the score, such as versions of resources."""
        return {}

    def details(self, sums: Sequence[float]) -> Mapping[str, Any]:
        """Parts of a corpus score that are worth knowing, such as precisions."""
        return {}

    def description(self, details: Mapping[str, Any]) -> str:
        """The details in one line of text."""
        return ""

    def for_testset(self, testset: TestSet) -> "Metric":
        """Set the parameters that depend on the test set or on installed resources."""
        return self

    def unsegmented_advice(self, testset: TestSet, script: str, tokenizers: Sequence[str]) -> str:
        """Name the metric to use for text without spaces between words; empty if this one works.

        Args:
            testset: The test set.
            script: Script of its text, as in `text/scripts.py`.
            tokenizers: Tokenizers that split such text into words.
        """
        return ""

    @classmethod
    def implied_by(cls, testset: TestSet) -> "list[Metric]":
        """Metrics to compute by default because the test set has a layer for them."""
        return []

    def for_segments(self) -> "Metric":
        """The variant to use for the score of a single segment."""
        return self

    @property
    def tunable(self) -> Mapping[str, Tunable]:
        """Parameters that can be tuned to human scores: those declared with `tuned`."""
        return {
            item.name: Tunable(getattr(self, item.name), item.metadata["tuned"])
            for item in fields(self)
            if item.metadata.get("tuned")
        }

    def tuned(self, values: Mapping[str, float]) -> Self:
        """Replace the values of tunable parameters."""
        return replace(self, **values)

    def prepare(self, testset: TestSet, outputs: Sequence[tuple[str, int]]) -> Any:
        """Compute the data for rows that do not depend on tunable parameters; here the rows.

        Args:
            testset: The test set with references and outputs.
            outputs: Systems and runs.
        """
        import numpy as np

        return np.concatenate([self.stats(testset, *output).rows for output in outputs])

    def rows_from(self, prepared: Any) -> Floats:
        """Rows of all outputs, one output after the other, from the result of `prepare`."""
        rows: Floats = prepared
        return rows

    def stats(self, testset: TestSet, system: str, run: int = 0) -> Stats:
        """Statistics of one output of a system, one row per segment."""
        self.check_needs(testset)
        rows: Buffer = self.output_rows(testset, system, run)
        expected = len(testset) * len(self.columns)
        numbers = memoryview(rows).nbytes // 8
        if numbers != expected:
            raise UsageError(
                f"{self.name} computed {numbers} numbers instead of {expected}"
                f" (segments: {len(testset)}; columns: {', '.join(self.columns)}).",
                hint="Its rows must have one number for each column.",
            )
        return Stats(rows, self.columns)

    def output_rows(self, testset: TestSet, system: str, run: int) -> Rows:
        """Rows of one output of a system."""
        if not testset.outputs:
            raise UsageError(
                f"{self} needs the outputs of the systems.", hint="Name at least one output file."
            )
        output = testset.outputs[system][run]
        each = _positions(len(testset))
        return self.rows(output.lines, each, self.compared(testset, system, run))

    def compared(self, testset: TestSet, system: str, run: int) -> TestSet:
        """The test set to compare the output of a system with, if it depends on the system."""
        return testset

    def check_needs(self, testset: TestSet) -> None:
        """Check that the test set has everything the metric needs."""
        for need in self.needs:
            self.check_need(need, testset)

    def check_need(self, need: str, testset: TestSet) -> None:
        """Check that the test set has references, the source, or a layer."""
        if need == "references":
            if not testset.references:
                hint = f"Give them with {wording.option('references', wording.FILE)}."
                raise UsageError(f"{self} needs references.", hint=hint)
        elif need == "source":
            if testset.source is None:
                hint = f"Give it with {wording.option('source', wording.FILE)}."
                raise UsageError(f"{self} needs the source.", hint=hint)
        else:
            testset.layer(need, str(self))


@lru_cache(maxsize=1)
def _positions(count: int) -> Buffer:
    """Numbers of all segments; test sets of the same size share them."""
    return memoryview(array("q", range(count))).toreadonly()


class LayerMetric(Metric):
    """Base of metrics that score the outputs of a test set from its layers alone."""

    scores_candidates: ClassVar[bool] = False

    def rows(self, outputs: Sequence[str], segment_of_output: Buffer, testset: TestSet) -> Rows:
        """Refuse: the layers describe the outputs of the test set only."""
        raise UsageError(
            f"{self} is computed from layers of the test set, and cannot score other texts."
        )

    @abstractmethod
    def output_rows(self, testset: TestSet, system: str, run: int) -> Rows:
        """Rows of one output of a system."""
