"""Clusters of ranked systems that significance keeps apart, and the ranks that it leaves open."""

from collections.abc import Sequence
from typing import NamedTuple

from tertium.core.errors import UnknownMember

RULES = ("all-pairs", "wmt")

Beats = Sequence[Sequence[bool]]


class RankRange(NamedTuple):
    """The ranks that a system may have."""

    best: int
    worst: int


def clusters(beats: Beats, rule: str = "all-pairs") -> list[int]:
    """Give the cluster of every system, numbered from 1.

    By the rule for all pairs a boundary stands only where all systems above beat all below. Wins
    need not be transitive, and neighbours that differ may share a cluster with a third that differs
    from neither. WMT asks the last system above only: a boundary stands after rank k if that one
    has as many wins as there are systems below, whomever they are over.

    Args:
        beats: Systems in ranked order; `beats[i][j]` says that i is significantly better than j.
        rule: One of `RULES`.
    """
    if rule not in RULES:
        raise UnknownMember("rule for clusters", rule, RULES)
    boundary = _all_above_beat_all_below if rule == "all-pairs" else _the_last_above_wins_enough
    result: list[int] = []
    for place in range(len(beats)):
        result.append((result[-1] if result else 0) + boundary(beats, place))
    return result


def rank_ranges(beats: Beats) -> list[RankRange]:
    """Give the ranks between the systems that beat a system and those that it beats."""
    count = len(beats)
    losses = [sum(row[place] for row in beats) for place in range(count)]
    return [RankRange(lost + 1, count - sum(row)) for lost, row in zip(losses, beats, strict=True)]


def _all_above_beat_all_below(beats: Beats, place: int) -> bool:
    return all(all(row[place:]) for row in beats[:place])


def _the_last_above_wins_enough(beats: Beats, place: int) -> bool:
    return place == 0 or sum(beats[place - 1]) == len(beats) - place
