"""The answer of a ranking in a few sentences: which systems are best, and which are separated."""

import math
from collections.abc import Iterator, Sequence

from tertium.core.formatting import counted, listed
from tertium.human.rank import HumanRanking
from tertium.human.ranking import RankedSystem, Ranking
from tertium.human.relative_ranking import RelativelyRanked, RelativeRanking
from tertium.inference.verdicts import Verdict, printed
from tertium.report.wording import joined, named, percent

# More pairs than these are left to the matrix of p-values.
_FEW_PAIRS = 5


def ranking_summary(result: HumanRanking) -> list[str]:
    """Name the systems of the first cluster, and say whether they are separated."""
    if result.relative is not None:
        return [_relative_verdict(result.relative)]
    assert result.ranking is not None
    return list(_verdicts(result.ranking))


def separated_within_clusters(ranking: Ranking) -> Iterator[str]:
    """Name the pairs that differ significantly although they are in one of several clusters."""
    clusters = _clusters(ranking.systems)
    for cluster, members in enumerate(clusters if len(clusters) > 1 else (), 1):
        within = _within(ranking, members)
        decided = [verdict for verdict in within if verdict.better is not None]
        if decided:
            yield f"Within cluster {cluster}: {_named(decided, len(within))}"


def _verdicts(ranking: Ranking) -> Iterator[str]:
    clusters, verdicts = _clusters(ranking.systems), ranking.verdicts
    if len(clusters) > 1:
        decided = [
            verdict for verdict in _within(ranking, clusters[0]) if verdict.better is not None
        ]
        yield _first(clusters[0], ranking.settings.clusters, bool(decided))
    elif not all(math.isnan(verdict.p) for verdict in verdicts):
        decided = [verdict for verdict in verdicts if verdict.better is not None]
        yield (
            f"{_named(decided, len(verdicts))} The systems form one cluster: no group of them is"
            " significantly better than all others."
            if decided
            else "The judgments do not separate any two systems."
        )
    yield from _untested(verdicts)


def _within(ranking: Ranking, members: Sequence[str]) -> list[Verdict]:
    """Verdicts on pairs of some systems."""
    return [
        verdict for verdict in ranking.verdicts if {verdict.system, verdict.other} <= set(members)
    ]


def _untested(verdicts: Sequence[Verdict]) -> Iterator[str]:
    """Name the pairs without a p-value, and the reason."""
    pairs = [
        f"{verdict.system} and {verdict.other}" for verdict in verdicts if math.isnan(verdict.p)
    ]
    if pairs:
        yield (
            "These pairs could not be tested, because no segment was judged for both systems or all"
            f" scores are equal: {listed(pairs)}."
        )


def _first(members: Sequence[str], rule: str, separated: bool) -> str:
    """Name the systems of the first of several clusters, and say what the cluster means."""
    if len(members) == 1:
        return f"{members[0]} is significantly better than all other systems."
    if rule == "wmt":
        return f"{named(members)} are in the first cluster by the rule of WMT."
    if separated:
        return (
            f"{named(members)} are in the first cluster: each of them is significantly better"
            " than every system below."
        )
    return f"{named(members)} are best; the judgments do not separate them."


def _named(decided: Sequence[Verdict], pairs: int) -> str:
    """Significant pairs, by name if they are few."""
    if len(decided) > _FEW_PAIRS:
        return f"{len(decided):,} of {counted(pairs, 'pair')} differ significantly."
    better = [
        f"{verdict.better} is significantly better than {other} (p = {printed(verdict.p)})"
        for verdict in decided
        for other in [verdict.other if verdict.better == verdict.system else verdict.system]
    ]
    rest = pairs - len(decided)
    others = {0: "", 1: "; the other pair is not separated"}
    other = others.get(rest, f"; the other {counted(rest, 'pair')} are not separated")
    return f"{'; '.join(better)}{other}."


def _relative_verdict(ranking: RelativeRanking) -> str:
    """Name the systems that rank above all others in nearly all resamples."""
    clusters, share = _clusters(ranking.systems), percent(ranking.settings.confidence_level)
    if len(clusters) == 1:
        return f"No group of systems ranks above all others in {share} of the resamples."
    first = clusters[0]
    if len(first) == 1:
        return f"{first[0]} ranks above all other systems in {share} of the resamples."
    return f"{joined(first)} rank highest; their ranges of ranks overlap."


def _clusters(systems: Sequence[RankedSystem] | Sequence[RelativelyRanked]) -> list[list[str]]:
    """Names of the systems of each cluster."""
    numbers = dict.fromkeys(system.cluster for system in systems)
    return [
        [verdict.system for verdict in systems if verdict.cluster == number] for number in numbers
    ]
