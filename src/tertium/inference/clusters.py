"""Clusters of systems that are separated by significance tests, and ranges of ranks."""

from collections.abc import Sequence
from typing import NamedTuple

from tertium.core.errors import UnknownMember

RULES = ("all-pairs", "wmt")

Beats = Sequence[Sequence[bool]]


class RankRange(NamedTuple):
    """The best and the worst rank that a system may have."""

    best: int
    worst: int


def clusters(beats: Beats, rule: str = "all-pairs") -> list[int]:
    """Return the cluster of every system, numbered from 1.

    By the rule "all-pairs", a cluster ends only if all systems above are significantly better than
    all systems below. Wins need not be transitive: two systems that differ may share a cluster with
    a third that differs from neither. By the rule of WMT, a cluster ends after rank k if the system
    of rank k has as many wins as there are systems below, over any systems.

    Args:
        beats: Systems in ranked order; `beats[i][j]` is whether i is significantly better than j.
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
    """Return the ranks below the systems that beat a system and above those that it beats."""
    count = len(beats)
    losses = [sum(row[place] for row in beats) for place in range(count)]
    return [RankRange(lost + 1, count - sum(row)) for lost, row in zip(losses, beats, strict=True)]


def _all_above_beat_all_below(beats: Beats, place: int) -> bool:
    return all(all(row[place:]) for row in beats[:place])


def _the_last_above_wins_enough(beats: Beats, place: int) -> bool:
    return place == 0 or sum(beats[place - 1]) == len(beats) - place
