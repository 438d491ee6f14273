"""Warnings of a comparison."""

import math
from collections.abc import Iterator, Sequence

from tertium.comparison.comparison_result import MetricResult, PairResult
from tertium.comparison.notices import (
    MOSTLY,
    DependentSegments,
    FewRuns,
    FewRunsForTests,
    FewTrials,
    FewUnits,
    FewUnitsForTests,
    IdenticalSystems,
    SimilarSystems,
    SmallerSamples,
)
from tertium.comparison.settings import CompareSettings
from tertium.core.notices import Notice
from tertium.core.sample import Sample
from tertium.inference.corrections import smallest_level
from tertium.significance import Test

# Fewest training runs that show how much training varies (Clark et al. 2011).
_FEWEST_RUNS = 3


def cautions(
    sample: Sample,
    settings: CompareSettings,
    tests: Sequence[Test],
    metrics: Sequence[MetricResult],
    hypotheses: int,
    documents: int | None,
) -> Iterator[Notice]:
    """Give the notices of a comparison.

    Args:
        sample: The sample that was compared.
        settings: How systems were compared.
        tests: The significance tests.
        metrics: The results.
        hypotheses: Number of comparisons that are corrected together.
        documents: Number of documents, if they are known.
    """
    pairs = metrics[0].pairs
    needed = smallest_level(1 - settings.confidence_level, hypotheses, settings.correction)
    smallest = max(_smallest(sample, pair, settings, sample.units) for pair in pairs)
    if smallest > needed:
        yield FewUnits(sample.units, settings.level, smallest, needed)
    unsound = [test for test in tests if sample.units < test.enough_units]
    if unsound:
        enough = max(test.enough_units for test in unsound)
        yield FewUnitsForTests(tuple(test.name for test in unsound), settings.level, enough)
    if settings.p_value == "plus-one" and 1 / (settings.trials + 1) > needed:
        yield FewTrials(settings.trials, needed)
    yield from _same_outputs(metrics, settings.level)
    yield from _few_runs(sample, settings, pairs, needed)
    if settings.level == "segment" and documents and documents < sample.units:
        yield DependentSegments(sample.units, documents)
    if settings.subsample < 1:
        yield SmallerSamples(settings.subsample)


def _smallest(sample: Sample, pair: PairResult, settings: CompareSettings, units: int = 1) -> float:
    """Smallest p-value of relabelling the runs of a pair, independently for so many units.

    If both systems have the same number of runs, the opposite relabelling is as extreme.
    """
    runs, others = (len(sample.rows[name]) for name in (pair.system, pair.other))
    sides = 2 if settings.alternative == "two-sided" and runs == others else 1
    return sides * float(math.comb(runs + others, runs)) ** -units


def _same_outputs(metrics: Sequence[MetricResult], level: str) -> Iterator[Notice]:
    shares: dict[frozenset[str], tuple[float, PairResult]] = {}
    for number, pair in enumerate(metrics[0].pairs):
        # One-sided tests of all pairs have each pair in both directions.
        both = frozenset((pair.system, pair.other))
        shares.setdefault(both, (min(metric.pairs[number].same for metric in metrics), pair))
    for same, pair in shares.values():
        if same == 1:
            yield IdenticalSystems(pair.system, pair.other)
        elif same > MOSTLY:
            yield SimilarSystems(pair.system, pair.other, same, level)


def _few_runs(
    sample: Sample, settings: CompareSettings, pairs: Sequence[PairResult], needed: float
) -> Iterator[Notice]:
    counts = {system: len(sample.rows[system]) for system in sample.systems}
    if max(counts.values()) == 1:
        return
    for system, count in counts.items():
        if count < _FEWEST_RUNS:
            yield FewRuns(system, count)
    smallest = max(_smallest(sample, pair, settings) for pair in pairs)
    if smallest > needed:
        yield FewRunsForTests(smallest, needed)
