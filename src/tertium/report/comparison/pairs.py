"""Pairs of a comparison as tables and charts show them: in order, and seen from the right side."""

import math
from dataclasses import replace
from itertools import pairwise

from tertium.comparison.comparison_result import Comparison, MetricResult, PairResult, Tested


def ranked_pairs(metric: MetricResult) -> list[PairResult]:
    """Pairs of the best systems first, as they were tested."""
    rank = {one.system: place for place, one in enumerate(metric.ranked)}
    return sorted(metric.pairs, key=lambda pair: sorted((rank[pair.system], rank[pair.other])))


def drawn_pairs(result: Comparison, metric: MetricResult) -> list[PairResult]:
    """Pairs whose tests are drawn: of all pairs those next to each other in rank."""
    pairs = ranked_pairs(metric)
    if not result.settings.all_pairs:
        return pairs
    ranked = [one.system for one in metric.ranked]
    near = {frozenset(two) for two in pairwise(ranked)}
    return [pair for pair in pairs if frozenset((pair.system, pair.other)) in near]


def seen_pairs(result: Comparison, metric: MetricResult) -> list[PairResult]:
    """Pairs of the best systems first; where neither is the baseline, seen from the better one."""
    pairs = ranked_pairs(metric)
    if not result.settings.all_pairs or result.settings.alternative != "two-sided":
        return pairs
    return [pair if metric.better(pair) else turned(pair) for pair in pairs]


def pair_of(metric: MetricResult, system: str, other: str) -> PairResult | None:
    """Give what was found for two systems, seen from the first."""
    found = metric.between(system, other)
    asked = next((pair for pair in found if pair.system == system), None)
    return asked or (turned(found[0]) if found else None)


def turned(pair: PairResult) -> PairResult:
    """Give what was found, seen from the other system."""
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
    """What the first test found, by the better system and the worse one.

    Where both ways were asked one-sidedly, the smaller p is that of the direction seen.
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
