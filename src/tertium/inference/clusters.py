"""Clusters of ranked systems that significance keeps apart."""

from collections.abc import Sequence


def clusters(beats: Sequence[Sequence[bool]]) -> list[int]:
    """Give the cluster of every system, numbered from 1.

    A boundary stands only where all systems above beat all below. Wins need not be transitive, and
    neighbours that differ may share a cluster with a third that differs from neither.

    Args:
        beats: Systems in ranked order; `beats[i][j]` says that i is significantly better than j.
    """
    result: list[int] = []
    for place in range(len(beats)):
        boundary = all(all(row[place:]) for row in beats[:place])
        result.append((result[-1] if result else 0) + boundary)
    return result
