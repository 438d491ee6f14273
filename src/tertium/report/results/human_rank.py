"""Ranking of systems by human judgments."""

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from tertium.core import wording
from tertium.core.formatting import counted
from tertium.human.errors import ErrorRate
from tertium.human.rank import HumanRanking
from tertium.human.ranking import RankedSystem, Ranking
from tertium.human.ratings import YES_NO
from tertium.human.relative_ranking import RelativelyRanked, RelativeRanking
from tertium.report.drawing import Chart, Estimate, heatmap, interval_chart
from tertium.report.judgments import judged_by
from tertium.report.matrix import Matrix
from tertium.report.ranking.notes import brief_notes, ranking_notes
from tertium.report.ranking.summary import ranking_summary, separated_within_clusters
from tertium.report.results.human_quality import control_table
from tertium.report.table import Table, number
from tertium.report.wording import confidence_interval

_NONE = "–"

Place = tuple[int, int]


def title(result: HumanRanking) -> str:
    """Heading of the page."""
    return "Ranking of systems by human judgments"


def data(result: HumanRanking) -> str:
    """The number of judgments and the task."""
    return judged_by(result.data)


def summary(result: HumanRanking) -> list[str]:
    """Which systems are best, and whether they are separated."""
    return ranking_summary(result)


def tables(result: HumanRanking) -> list[Table]:
    """The ranking, tests of all pairs, and errors if they were marked."""
    made = [ranking_table(result)]
    if result.ranking is not None:
        separated = list(separated_within_clusters(result.ranking))
        made.append(replace(ranking_matrix(result.ranking).table(), sentences=separated))
    if result.errors:
        made.append(error_table(result))
    return [*made[:-1], replace(made[-1], notes=[*made[-1].notes, *ranking_notes(result)])]


def brief(result: HumanRanking) -> list[Table]:
    """The ranking, with short notes."""
    table = ranking_table(result)
    return [
        replace(
            table,
            notes=[*table.notes, *brief_notes(result)],
            elsewhere=wording.option("format", "csv"),
        )
    ]


def charts(result: HumanRanking) -> Mapping[str, Callable[[], list[Any]]]:
    """Scores with intervals, and a heatmap of all pairs."""
    ranking = result.ranking
    drawn: dict[str, Callable[[], list[Any]]] = {"intervals": lambda: [ranking_chart(result)]}
    if ranking is not None:
        drawn["heatmap"] = lambda: [heatmap(ranking_matrix(ranking))]
    return drawn


def ranking_chart(result: HumanRanking) -> Chart:
    """Scores of ranked systems; ranks with their ranges, if judgments are relative.

    A system without an interval is drawn as a point.
    """
    made = result.ranking
    if made is None:
        estimates = [
            Estimate(one.system, rank, one.best, one.worst, f"{rank} [{one.best}, {one.worst}]")
            for rank, one in enumerate(result.systems, 1)
        ]
        return interval_chart(estimates, "rank by relative judgments", False)
    estimates = [
        Estimate(
            one.system,
            one.score,
            one.interval.low if one.interval.is_defined else one.score,
            one.interval.high if one.interval.is_defined else one.score,
            shown_score(made, one),
        )
        for one in made.systems
    ]
    return interval_chart(estimates, f"{made.task}, {score_name(made)}", True)


def annotator_table(result: HumanRanking) -> Table | None:
    """One row per annotator, if quality control was applied."""
    return None if result.quality is None else control_table(result.quality)


def ranking_table(result: HumanRanking) -> Table:
    """One row per system, from the best to the worst."""
    if result.relative is not None:
        return _relative_table(result.relative, result.data.of_task)
    assert result.ranking is not None
    return _table(result.ranking, result.data.of_task)


def ranking_matrix(ranking: Ranking) -> Matrix:
    """p-values of all pairs."""
    return Matrix.of(ranking.p_values, ranking.task, ranking.settings.confidence_level)


def shown_score(ranking: Ranking, one: RankedSystem) -> str:
    """Format the score of a system and its interval."""
    digits = 2 if ranking.scale == "raw" else 3
    score, low, high = (f"{value:z.{digits}f}" for value in (one.score, *one.interval))
    return score if not one.interval.is_defined else f"{score} [{low}, {high}]"


def score_name(ranking: Ranking) -> str:
    """Heading of the column that systems are ranked by."""
    return {"standardized": "z", YES_NO: "share of yes"}.get(ranking.scale, "mean")


def _table(ranking: Ranking, of_task: str) -> Table:
    systems = ranking.systems
    interval = f" [{confidence_interval(ranking.settings.confidence_level)}]"
    heading = score_name(ranking) + (interval if _has_intervals(ranking) else "")
    other = "raw" if ranking.scale == "standardized" else "standardized"
    others = [getattr(one, other) for one in systems]
    known = not all(map(math.isnan, others))
    rows = [
        [
            str(one.cluster),
            f"{one.best}-{one.worst}",
            one.system,
            shown_score(ranking, one),
            *([f"{value:z.{1 if other == 'raw' else 3}f}"] if known else []),
            f"{one.segments:,}",
            f"{one.judgments:,}",
            str(one.wins),
        ]
        for one, value in zip(systems, others, strict=True)
    ]
    beside = [{"raw": "raw", "standardized": "z"}[other]] if known else []
    names = [*beside, "segments", "judgments", "wins"]
    header = ["cluster", "ranks", "system", heading, *names]
    return Table(
        header=header,
        rows=rows,
        notes=["R: human translation."] if any(one.reference for one in systems) else [],
        emphasis=_best(systems),
        raised={(row, 2): "R" for row, one in enumerate(systems) if one.reference},
        caption=f"{counted(len(systems), 'system')} ranked by human judgments of {of_task}.",
        spare=[[header.index(name)] for name in ("judgments", "segments", "wins", *beside)],
    )


def _has_intervals(ranking: Ranking) -> bool:
    return any(one.interval.is_defined for one in ranking.systems)


def _relative_table(ranking: RelativeRanking, of_task: str) -> Table:
    return Table(
        header=["cluster", "ranks", "system", "score", "wins", "ties", "losses"],
        rows=[
            [
                str(one.cluster),
                f"{one.best}-{one.worst}",
                one.system,
                f"{one.score:z.3f}",
                *(f"{number:,}" for number in (one.wins, one.ties, one.losses)),
            ]
            for one in ranking.systems
        ],
        emphasis=_best(ranking.systems),
        caption=f"{counted(len(ranking.systems), 'system')} ranked by relative human judgments:"
        f" {of_task}.",
        spare=[[5]],
    )


def error_table(result: HumanRanking) -> Table:
    """One row per kind of error, the most severe first; one column per system."""
    names = [one.system for one in result.systems]
    kinds: dict[str, dict[str, ErrorRate]] = {}
    for one in result.errors:
        name = ", ".join(filter(None, (one.category, one.severity)))
        kinds.setdefault(name, {})[one.system] = one
    heaviest = sorted(kinds, key=lambda kind: -sum(one.weight for one in kinds[kind].values()))
    rows = [
        [kind, *(f"{of[name].per_output:.3f}" if name in of else _NONE for name in names)]
        for kind in heaviest
        for of in [kinds[kind]]
    ]
    penalties = [sum(of[name].penalty for of in kinds.values() if name in of) for name in names]
    return Table(
        header=["errors", *names],
        rows=[*rows, ["penalty", *(number(penalty, ".3f") for penalty in penalties)]],
        notes=["Errors per output, averaged over annotators; penalty: the sum of their weights."],
        caption="Errors per output.",
    )


def _best(systems: Sequence[RankedSystem] | Sequence[RelativelyRanked]) -> frozenset[Place]:
    """Cells that name the systems of the first of several clusters."""
    numbers = [one.cluster for one in systems]
    if numbers[-1] == 1:
        return frozenset()
    return frozenset((row, 2) for row, number in enumerate(numbers) if number == 1)
