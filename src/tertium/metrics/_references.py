"""Several references: statistics against each, and selection of one."""

from abc import abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from tertium.core.arrays import Buffer, Floats, Rows
from tertium.core.stats import Metric
from tertium.core.testset import TestSet

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


@dataclass(frozen=True)
class BestReference(Metric):
    """Base of metrics that use the reference with the best score, the first of equals."""

    @abstractmethod
    def against_each(
        self, outputs: Sequence[str], segment_of_output: Buffer, testset: TestSet
    ) -> list[Rows]:
        """Statistics against each reference."""

    def rows(self, outputs: Sequence[str], segment_of_output: Buffer, testset: TestSet) -> Rows:
        """Statistics against the reference with the best score."""
        per_reference = self.against_each(outputs, segment_of_output, testset)
        return best_rows(self, per_reference, segment_of_output, testset)

    def prepare(self, testset: TestSet, outputs: Sequence[tuple[str, int]]) -> Any:
        """Statistics against each reference, because the best one depends on the parameters."""
        import numpy as np

        self.check_needs(testset)
        lines = [line for system, run in outputs for line in testset.outputs[system][run].lines]
        segments = np.tile(np.arange(len(testset)), len(outputs))
        per_reference = self.against_each(lines, segments, testset)
        return stacked(per_reference, len(self.columns), segments, testset)

    def rows_from(self, prepared: Any) -> Floats:
        """Statistics against the reference with the best score under these parameters."""
        return _best(self, *prepared)


def best_rows(
    metric: Metric, per_reference: Sequence[Rows], segment_of_output: Buffer, testset: TestSet
) -> Rows:
    """Select the row of each output against the reference with the best score, the first of equals.

    Args:
        metric: The metric of the rows.
        per_reference: Rows against each reference of the test set.
        segment_of_output: Segment of each output.
        testset: The test set, for missing references.
    """
    if len(per_reference) == 1:
        return per_reference[0]
    return _best(metric, *stacked(per_reference, len(metric.columns), segment_of_output, testset))


def _best(metric: Metric, rows: Floats, missing: "NDArray[np.bool_]") -> Floats:
    if len(rows) == 1:
        only: Floats = rows[0]
        return only
    scores = metric.scores(rows)
    return smallest(rows, missing, -scores if metric.higher_is_better else scores)


def stacked(
    per_reference: Sequence[Rows], width: int, segment_of_output: Buffer, testset: TestSet
) -> tuple[Floats, "NDArray[np.bool_]"]:
    """Rows by reference and output, and a mask of missing references."""
    import numpy as np

    rows = np.stack([np.asarray(one).reshape(-1, width) for one in per_reference])
    missing = np.array(
        [np.isin(segment_of_output, list(stream.missing)) for stream in testset.references.values()]
    )
    return rows, missing


def smallest(rows: Floats, missing: "NDArray[np.bool_]", *keys: Floats) -> Floats:
    """Select the row of each output with the smallest keys among references, the first of equals.

    Args:
        rows: Rows by reference and output.
        missing: Mask of missing references.
        keys: Numbers by reference and output, the most important ones first.
    """
    import numpy as np

    best = np.lexsort([*reversed(keys), missing], axis=0)[0]
    chosen: Floats = rows[best, np.arange(rows.shape[1])]
    return chosen
