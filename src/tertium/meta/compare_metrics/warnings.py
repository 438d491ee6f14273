"""Warnings of tests of differences between metrics."""

import math
from collections.abc import Iterator, Sequence

from tertium.comparison.notices import FewTrials
from tertium.core.notices import Notice
from tertium.inference import corrections
from tertium.inference.verdicts import alpha_of
from tertium.meta.compare_metrics.results import MetricPair
from tertium.meta.compare_metrics.settings import CompareMetricsSettings
from tertium.meta.notices import (
    FewSwappedSystems,
    FewSwaps,
    SwappedPairsDepend,
    SwapsAssumeNoBias,
)
from tertium.meta.score_table import ScoreTable
from tertium.meta.statistics import Statistic


def warnings_of_test(
    table: ScoreTable,
    statistic: Statistic,
    test: str,
    settings: CompareMetricsSettings,
    pairs: Sequence[MetricPair],
) -> Iterator[Notice]:
    """Warn of the assumptions of the test, and of p-values that cannot be significant."""
    tested = sum(not math.isnan(pair.p) for pair in pairs)
    if not tested:
        return
    systems = len(table.systems)
    if test in ("scores", "segments") and len(table.items) > 1:
        yield SwapsAssumeNoBias(test)
    if test == "pairs":
        yield SwappedPairsDepend()
    by_system = test == "systems" or (test == "scores" and len(table.items) == 1)
    if by_system and systems < statistic.enough_swapped_systems:
        yield FewSwappedSystems(systems)
    needed = corrections.smallest_level(
        alpha_of(settings.confidence_level), tested, settings.correction
    )
    sides = 2 if settings.alternative == "two-sided" else 1
    smallest = sides * 2.0**-systems
    if by_system and smallest > needed:
        yield FewSwaps(systems, smallest, needed)
        return
    enumerated = by_system and systems < settings.trials.bit_length()
    drawn = test != "williams" and not enumerated
    if drawn and settings.p_value == "plus-one" and 1 / (settings.trials + 1) > needed:
        yield FewTrials(settings.trials, needed)
