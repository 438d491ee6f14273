"""Pairs of a comparison in the order and direction that tables and charts show."""

import math
from dataclasses import replace
from itertools import pairwise

from tertium.comparison.comparison_result import Comparison, MetricResult, PairResult, Tested


def ranked_pairs(metric: MetricResult) -> list[PairResult]:
    """Pairs as they were tested, those of the best systems first."""
    rank = {one.system: place for place, one in enumerate(metric.ranked)}
    return sorted(metric.pairs, key=lambda pair: sorted((rank[pair.system], rank[pair.other])))


def drawn_pairs(result: Comparison, metric: MetricResult) -> list[PairResult]:
    """Pairs whose tests are drawn: of all pairs, those of neighbouring ranks."""
    pairs = ranked_pairs(metric)
    if not result.settings.all_pairs:
        return pairs
    ranked = [one.system for one in metric.ranked]
    near = {frozenset(two) for two in pairwise(ranked)}
    return [pair for pair in pairs if frozenset((pair.system, pair.other)) in near]


def seen_pairs(result: Comparison, metric: MetricResult) -> list[PairResult]:
    """Pairs of the best systems first; without a baseline, the better system comes first."""
    pairs = ranked_pairs(metric)
    if not result.settings.all_pairs or result.settings.alternative != "two-sided":
        return pairs
    return [pair if metric.better(pair) else reversed_pair(pair) for pair in pairs]


def pair_of(metric: MetricResult, system: str, other: str) -> PairResult | None:
    """Result for two systems, as a difference of the first from the other."""
    found = metric.between(system, other)
    asked = next((pair for pair in found if pair.system == system), None)
    return asked or (reversed_pair(found[0]) if found else None)


def reversed_pair(pair: PairResult) -> PairResult:
    """The same result as a difference of the other system from this one."""
    return replace(
        pair,
        system=pair.other,
        other=pair.system,
        difference=-pair.difference,
        interval=pair.interval.reversed,
        effect=-pair.effect,
        wins=pair.losses,
        losses=pair.wins,
    )


def directed(metric: MetricResult) -> dict[tuple[str, str], Tested]:
    """Outcomes of the first test, by the better system and the worse one.

    Of one-sided tests in both directions, the smaller p belongs to the observed direction.
    """
    found: dict[tuple[str, str], Tested] = {}
    for pair in metric.pairs:
        tested = pair.tests[0]
        if not pair.difference or math.isnan(tested.corrected):
            continue
        better = metric.better(pair)
        names = (pair.system, pair.other) if better else (pair.other, pair.system)
        if names not in found or tested.corrected < found[names].corrected:
            found[names] = tested
    return found
