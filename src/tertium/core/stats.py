"""The one idea: every score is additive statistics plus a function of their sum.

A metric turns each output of a segment into a row of K numbers. The statistics of a corpus are
the sum of its rows, and `score` turns sums into scores: of segments, corpora, resamples alike.
"""

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from tertium.core.errors import UsageError
from tertium.core.spec import Spec
from tertium.core.testset import TestSet

Floats = NDArray[np.float64]
Integers = NDArray[np.int64]


def divided(numerator: Floats, denominator: Floats, otherwise: Floats | float) -> Floats:
    """Quotient, and `otherwise` where the denominator is 0."""
    defined = denominator > 0
    return np.where(defined, numerator / np.where(defined, denominator, 1), otherwise)


@dataclass(frozen=True)
class Stats:
    """Rows of statistics, one per segment, with named columns; read-only."""

    rows: Floats
    columns: tuple[str, ...]

    def __post_init__(self) -> None:
        self.rows.flags.writeable = False

    def sum(self) -> Floats:
        """Statistics of the corpus."""
        total: Floats = self.rows.sum(axis=0)
        return total


@dataclass(frozen=True)
class Metric(Spec):
    """Base of all metrics. One file in `metrics/` defines one, as `METRIC`."""

    higher_is_better: ClassVar[bool] = True
    needs: ClassVar[tuple[str, ...]] = ("references",)
    citations: ClassVar[tuple[str, ...]] = ()
    best: ClassVar[float | None] = None
    """What a perfect output scores, where that is one number."""

    @property
    @abstractmethod
    def title(self) -> str:
        """Name as papers print it."""

    @property
    @abstractmethod
    def columns(self) -> tuple[str, ...]:
        """Names of the statistics."""

    @abstractmethod
    def rows(
        self, outputs: Sequence[str], segment_of_output: Integers, testset: TestSet
    ) -> Floats:
        """Statistics of outputs, of which several may belong to one segment or none."""

    @abstractmethod
    def score(self, sums: Floats) -> Floats:
        """Scores of summed statistics; the last axis holds the columns."""

    @abstractmethod
    def signature(self, testset: TestSet) -> str:
        """Everything that decides the number, in the defining program's own form."""

    def details(self, sums: Floats) -> Mapping[str, object]:
        """Give what else is worth knowing of a corpus score."""
        return {}

    def for_segments(self) -> "Metric":
        """Give the variant to use for the score of a single segment."""
        return self

    def stats(self, testset: TestSet, system: str, run: int = 0) -> Stats:
        """Statistics of one output of a system, one row per segment."""
        for need in self.needs:
            if need == "references" and not testset.references:
                raise UsageError(f"{self} needs references.", hint="Give them with -r FILE.")
            if need == "source" and testset.source is None:
                raise UsageError(f"{self} needs the source.", hint="Give it with -s FILE.")
            if need not in ("references", "source"):
                testset.layer(need, str(self))
        output = testset.outputs[system][run]
        rows = self.rows(output.lines, np.arange(len(testset)), testset)
        return Stats(rows, self.columns)
