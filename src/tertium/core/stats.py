"""The one idea: every score is additive statistics plus a function of their sum.

A metric turns each output of a segment into a row of K numbers. The statistics of a corpus are
the sum of its rows, and `score` turns sums into scores: of segments, corpora, resamples alike.
"""

from abc import abstractmethod
from array import array
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields, replace
from functools import cached_property, lru_cache
from typing import Any, ClassVar, NamedTuple, Self

from tertium.core.arrays import Buffer, Floats, Number, Rows
from tertium.core.errors import UsageError
from tertium.core.spec import Spec
from tertium.core.testset import TestSet

# `higher_is_better` in words.
DIRECTIONS = {True: "higher is better", False: "lower is better", None: "neither is better"}


class Stats:
    """Rows of statistics, one per segment, with named columns; read-only."""

    def __init__(self, rows: Rows, columns: tuple[str, ...]) -> None:
        self._buffer: Buffer = rows
        self.columns = columns

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
    """A parameter that can be tuned: its value, and those to try, ascending."""

    value: float
    tried: tuple[float, ...]


@dataclass(frozen=True)
class Metric(Spec):
    """Base of all metrics. One file in `metrics/` defines one, as `METRIC`."""

    needs: ClassVar[tuple[str, ...]] = ("references",)
    """"references", "source", or names of layers."""
    extras: ClassVar[tuple[str, ...]] = ()
    """Extras of tertium that bring what it uses."""
    citations: ClassVar[tuple[str, ...]] = ()
    best: ClassVar[float | None] = None
    """What a perfect output scores, where that is one number."""
    separable: ClassVar[bool] = True
    """Whether a row depends on the references of its own segment alone."""
    digits: ClassVar[int] = 0
    """How many more digits to show than of a score from 0 to 100."""
    denominator: ClassVar[str] = ""
    """The column that a weighted sum of the others is divided by, where that is the score.

    If it is the same for all units, the score is a mean over units."""
    loads_model: ClassVar[bool] = False
    """Whether it loads a model, which can run code: no result file does so by itself."""
    scores_candidates: ClassVar[bool] = True
    """Whether it can score any text, not only the outputs of the test set."""

    @property
    def higher_is_better(self) -> bool | None:
        """Whether a higher score means a better output; None if it says nothing of the kind."""
        return True

    @property
    def direction(self) -> str:
        """The same in words."""
        return DIRECTIONS[self.higher_is_better]

    @property
    @abstractmethod
    def title(self) -> str:
        """Name as papers print it."""

    @property
    @abstractmethod
    def columns(self) -> tuple[str, ...]:
        """Names of the statistics."""

    @abstractmethod
    def rows(self, outputs: Sequence[str], segment_of_output: Buffer, testset: TestSet) -> Rows:
        """Statistics of outputs, of which several may belong to one segment or none.

        Args:
            outputs: The texts.
            segment_of_output: For each of them the segment it translates, a 64-bit integer.
            testset: What they are compared with.
        """

    @abstractmethod
    def score(self, sums: Sequence[Number]) -> Number:
        """Score of summed statistics.

        Args:
            sums: For each column a number, or an array with one for each segment, resample ...
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
        items |= {
            need: testset.layers[need].digest for need in self.needs if need in testset.layers
        }
        items |= self.facts(testset) | {"version": f"tertium-{VERSION}"}
        return "|".join([str(self), *(f"{key}:{value}" for key, value in items.items())])

    def facts(self, testset: TestSet) -> dict[str, str]:
        """Give what else decides the number: versions of resources, choices by data."""
        return {}

    def details(self, sums: Sequence[float]) -> Mapping[str, Any]:
        """Give what else is worth knowing of a corpus score."""
        return {}

    def description(self, details: Mapping[str, Any]) -> str:
        """Give the details in one line of words."""
        return ""

    def for_testset(self, testset: TestSet) -> "Metric":
        """Set those parameters that only the test set or the machine can tell."""
        return self

    def unsegmented_advice(self, testset: TestSet, script: str, tokenizers: Sequence[str]) -> str:
        """Say what to use for text without spaces between words; empty if the metric needs none.

        Args:
            testset: The test set.
            script: Script of its text, as in `text/scripts.py`.
            tokenizers: Tokenizers that find the words.
        """
        return ""

    @classmethod
    def told_by(cls, testset: TestSet) -> "list[Metric]":
        """Give the metrics that the layers of a test set are made for, whatever is asked."""
        return []

    def for_segments(self) -> "Metric":
        """Give the variant to use for the score of a single segment."""
        return self

    @property
    def tunable(self) -> Mapping[str, Tunable]:
        """Parameters that can be tuned to human scores: those declared so."""
        return {
            item.name: Tunable(getattr(self, item.name), item.metadata["tuned"])
            for item in fields(self)
            if item.metadata.get("tuned")
        }

    def tuned(self, values: Mapping[str, float]) -> Self:
        """Give the metric with other values of tunable parameters."""
        return replace(self, **values)

    def reduced(self, testset: TestSet, outputs: Sequence[tuple[str, int]]) -> Any:
        """Give what rows are made of whatever the tunable parameters are; here the rows themselves.

        Args:
            testset: What the outputs are compared with.
            outputs: Systems and runs.
        """
        import numpy as np

        return np.concatenate([self.stats(testset, *output).rows for output in outputs])

    def rows_of(self, reduced: Any) -> Floats:
        """Rows of all outputs, one output after the other, from what they were reduced to."""
        rows: Floats = reduced
        return rows

    def scores(self, rows: Floats) -> Floats:
        """Scores of many sums at once; the last axis holds the columns."""
        import numpy as np

        scores = np.asarray(self.score(list(np.moveaxis(rows, -1, 0))), dtype=np.float64)
        # One number stands for all where it is the same.
        return scores if scores.shape == rows.shape[:-1] else np.full(rows.shape[:-1], scores)

    def stats(self, testset: TestSet, system: str, run: int = 0) -> Stats:
        """Statistics of one output of a system, one row per segment."""
        self.check_needs(testset)
        return Stats(self.output_rows(testset, system, run), self.columns)

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
        """Give what the output of a system is compared with, where each has its own."""
        return testset

    def check_needs(self, testset: TestSet) -> None:
        """See that the test set has what the metric needs."""
        for need in self.needs:
            self.check_need(need, testset)

    def check_need(self, need: str, testset: TestSet) -> None:
        """See that the test set has references, the source, or a layer."""
        if need == "references":
            if not testset.references:
                raise UsageError(f"{self} needs references.", hint="Give them with -r FILE.")
        elif need == "source":
            if testset.source is None:
                raise UsageError(f"{self} needs the source.", hint="Give it with -s FILE.")
        else:
            testset.layer(need, str(self))


@lru_cache(maxsize=1)
def _positions(count: int) -> Buffer:
    """Positions of all segments; test sets of the same size share them."""
    return memoryview(array("q", range(count))).toreadonly()


@dataclass(frozen=True)
class LayerMetric(Metric):
    """Base of metrics of what layers tell of the outputs; of other candidates they tell nothing."""

    scores_candidates: ClassVar[bool] = False

    def rows(self, outputs: Sequence[str], segment_of_output: Buffer, testset: TestSet) -> Rows:
        """Refuse: a text alone is not enough."""
        raise UsageError(
            f"{self} scores the outputs of the test set, which its layers tell of, and no other"
            " candidates."
        )

    @abstractmethod
    def output_rows(self, testset: TestSet, system: str, run: int) -> Rows:
        """Rows of one output of a system."""
