"""Tables of rankings by human judgments."""

import math
from collections.abc import Iterator, Sequence
from dataclasses import replace

from tertium.api.rank import HumanRanking, Judgments
from tertium.core.plain import counted, is_or_are
from tertium.human.comparisons import SHARED_COPIED
from tertium.human.errors import ErrorRate
from tertium.human.quality_control import QualityControl
from tertium.human.ranking import RankedSystem, Ranking
from tertium.human.relative_ranking import RelativelyRanked, RelativeRanking
from tertium.report.matrix import Matrix
from tertium.report.notes import P_VALUE
from tertium.report.table import Table

_NONE = "–"

Place = tuple[int, int]

_AVERAGES = {
    "segments": "mean over segments",
    "judgments": "mean",
    "domains": "mean over domains of the means over segments",
}
_TESTS = {
    "rank-sum": "Wilcoxon rank-sum tests",
    "signed-rank": "Wilcoxon signed-rank tests",
    "approximate-randomization": "approximate randomization",
}
_METHODS = {
    "expected-wins": "Expected Wins, the mean probability to be preferred to another system",
    "bradley-terry": "the logarithm of strengths in the model of Bradley and Terry",
    "trueskill": "the mean of skills by TrueSkill",
}
_CLUSTERS = {
    "all-pairs": "A cluster begins where all systems above are better than all below.",
    "wmt": "A cluster begins, by the rule of WMT, where the last system above wins as often as"
    " there are systems below.",
}


def ranking_tables(result: HumanRanking) -> list[Table]:
    """Everything to read: the ranking, tests of all pairs, and errors where they were marked."""
    tables = [ranking_table(result)]
    if result.ranking is not None:
        tables.append(ranking_matrix(result.ranking).table())
    if result.errors:
        tables.append(error_table(result))
    return [*tables[:-1], replace(tables[-1], notes=[*tables[-1].notes, *ranking_notes(result)])]


def ranking_table(result: HumanRanking) -> Table:
    """One row per system, from the best to the worst."""
    if result.relative is not None:
        return _relative_table(result.relative)
    assert result.ranking is not None
    return _table(result.ranking)


def ranking_matrix(ranking: Ranking) -> Matrix:
    """Tests of all pairs."""
    return Matrix.of(ranking.p_values, ranking.task, ranking.settings.level)


def shown_score(ranking: Ranking, one: RankedSystem) -> str:
    """Give the score of a system with its interval as text."""
    digits = 3 if ranking.scale == "standardized" else 2
    score, low, high = (f"{value:z.{digits}f}" for value in (one.score, one.low, one.high))
    return score if math.isnan(one.low) else f"{score} [{low}, {high}]"


def score_name(ranking: Ranking) -> str:
    """What systems are ranked by, in a word."""
    return "z" if ranking.scale == "standardized" else "mean"


def _table(ranking: Ranking) -> Table:
    systems = ranking.systems
    level = f" [{100 * ranking.settings.level:g} %]" if _has_intervals(ranking) else ""
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
    names = [*beside, "segments", "judged", "wins"]
    header = ["cluster", "ranks", "system", f"{score_name(ranking)}{level}", *names]
    return Table(
        header=header,
        rows=rows,
        sentences=[_first_place(systems)],
        notes=["R: a human translation."] if any(one.reference for one in systems) else [],
        emphasis=_best(systems),
        raised={(row, 2): "R" for row, one in enumerate(systems) if one.reference},
        caption=f"{counted(len(systems), 'system')} ranked by human judgments of {ranking.task}.",
        spare=[header.index(name) for name in ("judged", "segments", "wins", *beside)],
    )


def _has_intervals(ranking: Ranking) -> bool:
    return not all(math.isnan(one.low) for one in ranking.systems)


def _relative_table(ranking: RelativeRanking) -> Table:
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
        sentences=[_first_place(ranking.systems)],
        emphasis=_best(ranking.systems),
        caption=f"{counted(len(ranking.systems), 'system')} ranked by relative human judgments.",
        spare=[5],
    )


def error_table(result: HumanRanking) -> Table:
    """One row per kind of error, the heaviest first, one column per system."""
    names = [one.system for one in result.systems]
    kinds: dict[str, dict[str, ErrorRate]] = {}
    for one in result.errors:
        name = ", ".join(filter(None, (one.category, one.severity)))
        kinds.setdefault(name, {})[one.system] = one
    heaviest = sorted(kinds, key=lambda kind: -sum(one.penalty for one in kinds[kind].values()))
    rows = [
        [kind, *(f"{of[name].per_output:.3f}" if name in of else _NONE for name in names)]
        for kind in heaviest
        for of in [kinds[kind]]
    ]
    penalties = [sum(of[name].penalty for of in kinds.values() if name in of) for name in names]
    return Table(
        header=["errors", *names],
        rows=[*rows, ["penalty", *(f"{penalty:.3f}" for penalty in penalties)]],
        notes=["Errors of an output, as one annotator sees it; penalty: the sum of their weights."],
        caption="Errors per output.",
    )


def ranking_notes(result: HumanRanking) -> list[str]:
    """What the numbers are, what they rest on, and what was left out."""
    made = _relative_notes if result.relative is not None else _score_notes
    return [*made(result), *_data_notes(result), f"rank  {result.signature}"]


def _score_notes(result: HumanRanking) -> Iterator[str]:
    ranking = result.ranking
    assert ranking is not None
    settings = ranking.settings
    average = _AVERAGES[settings.average]
    if ranking.scale == "standardized":
        said = f"z: {average} of judgments, in standard deviations from the mean of their annotator"
        known = not all(math.isnan(one.raw) for one in ranking.systems)
        yield f"{said}; raw: of judgments as they were given." if known else f"{said}."
    elif ranking.task == "mqm":
        yield f"mean: {average} of the weights of errors, negative: higher is better."
    else:
        yield f"mean: {average} of judgments as they were given; higher is better."
    if settings.trials:
        drawn = "segments and annotators" if result.data.annotators > 1 else "segments"
        yield (
            f"Brackets: {100 * settings.level:g} % intervals from {settings.trials:,} bootstrap"
            f" samples of {drawn}, seed {settings.seed}."
        )
        yield from _without_interval(ranking)
    unit = "" if settings.test != "rank-sum" else f" on scores of {settings.unit}s"
    if settings.unit == "judgment" and unit:
        unit = " on single judgments"
    if settings.test == "signed-rank" and ranking.domains:
        unit = f" in each domain ({', '.join(ranking.domains)}), combined by Stouffer's method"
    sides = "two-sided" if settings.alternative == "two-sided" else "one-sided"
    yield (
        f"Pairs: {_TESTS[settings.test]}{unit}, {sides}; wins and clusters at"
        f" p <= {1 - settings.level:.2g}. P-values are not corrected for many comparisons, as WMT's"
        " are not."
    )
    yield f"{_CLUSTERS[settings.clusters]} Ranks are those that wins and losses leave open."
    yield P_VALUE


def _without_interval(ranking: Ranking) -> Iterator[str]:
    """Who has no interval, and why."""
    missing = [one for one in ranking.systems if math.isnan(one.low)]
    single = [one.system for one in missing if one.segments == 1]
    if single:
        yield (
            f"No interval: {', '.join(single)}; one segment does not tell how others would be"
            " judged."
        )
    few = [one.system for one in missing if one.segments > 1]
    if few:
        yield f"No interval: {', '.join(few)}; some samples hold none of their few judgments."


def _relative_notes(result: HumanRanking) -> Iterator[str]:
    ranking = result.relative
    assert ranking is not None
    settings = ranking.settings
    yield f"Score: {_METHODS[settings.method]}."
    yield (
        f"{counted(ranking.judgments, 'comparison')}, {ranking.ties:,} of them"
        f" {'a tie' if ranking.ties == 1 else 'ties'}"
        + ("." if settings.method == "trueskill" else f": {_ties(settings.ties)}.")
    )
    if SHARED_COPIED in ranking.filters:
        yield (
            "What was said of an output that several systems share, with their names joined by"
            ' "+", counts for each of them; among each other they are tied.'
        )
    yield (
        f"Ranks: where a system is in {100 * settings.level:g} % of {settings.trials:,} runs with"
        f" resampled judgments, seed {settings.seed}. A cluster begins where all that follow rank"
        " lower."
    )


def _ties(policy: str) -> str:
    return {"drop": "left out", "half": "half a win each"}[policy]


def _data_notes(result: HumanRanking) -> Iterator[str]:
    data = result.data
    if result.ranking is not None and result.ranking.task == "mqm":
        rows, judged = counted(data.judgments, "row"), counted(data.used, "judgment")
        yield f"{rows} for marked errors: {judged} of outputs."
    elif data.used == data.judgments:
        outputs = sum(one.segments for one in result.ranking.systems) if result.ranking else 0
        of_outputs = f", of {counted(outputs, 'output')}" if outputs and not data.annotators else ""
        yield f"All {data.judgments:,} judgments count{of_outputs}."
    else:
        yield (
            f"{data.used:,} of {data.judgments:,} judgments count; the others"
            f"{' mark errors, or' if result.errors else ''} are of control items, other tasks or"
            " languages, or annotators left out."
        )
    if result.quality is not None:
        yield trust_note(result.quality)
    if result.left_out:
        names = ", ".join(sorted({one.annotator for one in result.left_out}))
        yield f"Left out, for they always gave the same value: {names}."
    for reason, count in data.dropped.items():
        yield f"Not read: {counted(count, 'row')} ({reason.rstrip('.')})."


def judged_by(data: Judgments) -> str:
    """How many judgments there were, and of how many annotators where that is known."""
    who = f" by {counted(data.annotators, 'annotator')}" if data.annotators else ""
    return f"{counted(data.judgments, 'judgment')}{who}."


def trust_note(control: QualityControl) -> str:
    """How many annotators are trusted, and who is not."""
    others = [one.annotator for one in control.annotators if not one.trusted]
    trusted, all_ = len(control.trusted), counted(len(control.annotators), "annotator")
    said = f"{trusted:,} of {all_} {is_or_are(trusted)} trusted"
    return f"{said}; not: {', '.join(others)}." if others else f"{said}."


def _best(systems: Sequence[RankedSystem] | Sequence[RelativelyRanked]) -> frozenset[Place]:
    """Names of the first cluster, if there are others."""
    numbers = [one.cluster for one in systems]
    if numbers[-1] == 1:
        return frozenset()
    return frozenset((row, 2) for row, number in enumerate(numbers) if number == 1)


def _first_place(systems: Sequence[RankedSystem] | Sequence[RelativelyRanked]) -> str:
    """Who is best, as far as the judgments tell."""
    first = [one.system for one in systems if one.cluster == 1]
    names = ", ".join(first)
    if len(first) == len(systems):
        return "The judgments hold no system above or below all others."
    if len(first) == 1:
        return f"{names} is shown to be better than all others."
    return f"Best are {names}: the judgments do not rank them among each other."
