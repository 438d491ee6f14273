"""Score all outputs of a test set: the sample that studies of systems resample."""

from collections.abc import Iterable, Sequence

import numpy as np

from tertium.core import executor, wording
from tertium.core.arrays import Floats
from tertium.core.errors import AlignmentError, DataError, UsageError
from tertium.core.sample import Sample, side_by_side
from tertium.core.stats import Metric, Stats
from tertium.core.study_sample import Data, StudySample
from tertium.core.testset import TestSet
from tertium.metrics import default_metrics, metrics, warn_unsegmented


def collect(
    testsets: TestSet | Iterable[TestSet],
    specs: str | Metric | Iterable[str | Metric] | None,
    *,
    level: str,
    combine_runs: str,
) -> StudySample:
    """Compute the statistics of all outputs.

    Args:
        testsets: A test set; or several with the same references, read one after the other, so that
            not all texts need to fit into memory.
        specs: Metrics; by default BLEU for outputs, and all external scores.
        level: "segment" or "document".
        combine_runs: Score of several training runs: "mean" or "pooled".
    """
    first: TestSet | None = None
    chosen: tuple[Metric, ...] = ()
    rows: dict[str, tuple[Floats, ...]] = {}
    digests: dict[str, str] = {}
    signatures: tuple[tuple[str, str], ...] = ()
    for testset in [testsets] if isinstance(testsets, TestSet) else testsets:
        if first is None:
            wanted = default_metrics(testset) if specs is None else metrics(specs)
            chosen = tuple(dict.fromkeys(one.for_testset(testset) for one in wanted))
            warn_unsegmented(chosen, testset)
            signatures = tuple((m.signature(testset), m.own_signature(testset)) for m in chosen)
            first = testset
        _check_same(first, testset)
        share = 1 / max(1, sum(testset.runs.values()) * len(chosen))
        with executor.use(executor.active().for_part(share)):
            for part in testset.by_system():
                for system in part.runs:
                    if system in rows:
                        raise UsageError(f"The system {system!r} is given twice.")
                    rows[system] = _rows(part, system, chosen, level)
                digests |= part.digests
                del part  # free its texts before the next are read
    if first is None or not rows:
        raise UsageError("There is no system to compare.", hint="Give at least two systems.")
    sample = Sample(chosen, rows, combine_runs)
    return StudySample(sample, _data(first, sample.units, digests), signatures)


def _check_same(first: TestSet, other: TestSet) -> None:
    one, two = map(_identity, (first, other))
    differing = [what for what in one if one[what] != two[what]]
    if differing:
        raise AlignmentError(
            "Systems of different test sets cannot be compared: they differ in"
            f" {', '.join(differing)}."
        )


def _identity(testset: TestSet) -> dict[str, object]:
    """Parts in which test sets must agree, by their names."""
    return {
        "references": {name: one.digest for name, one in testset.references.items()},
        "source": testset.source and testset.source.digest,
        "segment ids": testset.segment_ids,
        "document ids": testset.document_ids,
        "languages": (testset.source_language, testset.target_language),
    }


def _check_finite(
    stats: Sequence[Stats], metrics: Sequence[Metric], testset: TestSet, system: str
) -> None:
    """Check that all statistics are finite, since one that is not would spoil all sums."""
    for one, metric in zip(stats, metrics, strict=True):
        finite = np.isfinite(one.rows).all(axis=1)
        if not finite.all():
            segment = testset.segment_ids[int(finite.argmin())]
            raise DataError(f"{metric} of {system} is not a finite number for segment {segment}.")


def _rows(
    testset: TestSet, system: str, metrics: Sequence[Metric], level: str
) -> tuple[Floats, ...]:
    """Rows of the runs of a system."""
    stats = [
        [m.stats(testset, system, run) for m in metrics] for run in range(testset.runs[system])
    ]
    for one in stats:
        _check_finite(one, metrics, testset, system)
    return tuple(_of_units(side_by_side(one), testset, level) for one in stats)


def _of_units(rows: Floats, testset: TestSet, level: str) -> Floats:
    """Rows of segments, or their sums over documents in the order of appearance."""
    if level == "segment":
        return rows
    if not testset.document_ids:
        raise UsageError(
            f"{wording.option('level', 'document')} needs the document of each segment.",
            hint=f"Give the documents with {wording.option('documents', wording.FILE)}.",
        )
    numbers: dict[str, int] = {}
    of_segment = [numbers.setdefault(name, len(numbers)) for name in testset.document_ids]
    sums = np.zeros((len(numbers), rows.shape[1]))
    np.add.at(sums, of_segment, rows)
    return sums


def _data(testset: TestSet, units: int, digests: dict[str, str]) -> Data:
    return Data(
        segments=len(testset),
        documents=len(set(testset.document_ids)) or None,
        units=units,
        digest=testset.digest,
        references=tuple(sorted(testset.references)),
        languages=(testset.source_language, testset.target_language),
        inputs=testset.inputs and testset.inputs.named,
        digests=dict(sorted(digests.items())),
    )
