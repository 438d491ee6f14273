"""Tables of rankings by human judgments."""

import math
from collections.abc import Iterator, Sequence
from dataclasses import replace

from tertium.api.rank import HumanRanking
from tertium.core.plain import counted, is_or_are, listed
from tertium.human.errors import ErrorRate
from tertium.human.quality_control import QualityControl
from tertium.human.ranking import RankedSystem, Ranking
from tertium.human.relative_ranking import RelativelyRanked, RelativeRanking
from tertium.human.shared_outputs import SHARED_COPIED
from tertium.inference.verdicts import Verdict, printed
from tertium.report.judgments import judgment_notes
from tertium.report.matrix import Matrix
from tertium.report.notes import P_VALUE
from tertium.report.table import Table, number

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
        return _relative_table(result.relative, result.data.of_task)
    assert result.ranking is not None
    return _table(result.ranking, result.data.of_task)


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


def _table(ranking: Ranking, of_task: str) -> Table:
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
        sentences=list(_verdicts(ranking)),
        notes=["R: a human translation."] if any(one.reference for one in systems) else [],
        emphasis=_best(systems),
        raised={(row, 2): "R" for row, one in enumerate(systems) if one.reference},
        caption=f"{counted(len(systems), 'system')} ranked by human judgments of {of_task}.",
        spare=[header.index(name) for name in ("judged", "segments", "wins", *beside)],
    )


def _has_intervals(ranking: Ranking) -> bool:
    return not all(math.isnan(one.low) for one in ranking.systems)


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
        sentences=[_relative_verdict(ranking)],
        emphasis=_best(ranking.systems),
        caption=f"{counted(len(ranking.systems), 'system')} ranked by relative human judgments:"
        f" {of_task}.",
        spare=[5],
    )


def error_table(result: HumanRanking) -> Table:
    """One row per kind of error, the heaviest first, one column per system."""
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
        drawn = "documents" if settings.unit == "document" else "segments"
        drawn += " and annotators" if result.data.annotators > 1 else ""
        yield (
            f"Brackets: {100 * settings.level:g} % intervals from"
            f" {counted(settings.trials, 'bootstrap sample')} of {drawn}, seed {settings.seed}."
        )
        yield from _without_interval(ranking)
    sides = "two-sided" if settings.alternative == "two-sided" else "one-sided"
    yield (
        f"Pairs: {_TESTS[settings.test]} on {_tested(ranking)}, {sides}; wins and clusters at"
        f" p <= {1 - settings.level:.2g}. P-values are not corrected for many comparisons, as WMT's"
        " are not."
    )
    yield f"{_CLUSTERS[settings.clusters]} Ranks are those that wins and losses leave open."
    yield P_VALUE


def _tested(ranking: Ranking) -> str:
    """What the numbers are that pairs of systems are tested on."""
    settings = ranking.settings
    documents = (
        f" of {counted(ranking.documents, 'document')}" if settings.unit == "document" else ""
    )
    if settings.test == "approximate-randomization":
        return f"{'sums' if documents else 'segments'}{documents} judged for all systems"
    if settings.test == "signed-rank":
        what = f"sums{documents} of differences" if documents else "differences of segments"
        domains = f" in each domain ({', '.join(ranking.domains)}), combined by Stouffer's method"
        return f"{what}{domains if ranking.domains else ''}"
    kinds = {"segment": "scores of segments", "document": f"means{documents}"}
    both = {"both": ", on segments judged for both systems"}
    return kinds.get(settings.unit, "single judgments") + both.get(settings.segments, "")


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
        few_units = (
            "too few of their documents were judged"
            if ranking.settings.unit == "document"
            else "some samples hold none of their few judgments"
        )
        yield f"No interval: {', '.join(few)}; {few_units}."


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
        yield "Systems that share an output are tied on it."
    yield (
        f"Ranks: where a system is in {100 * settings.level:g} % of"
        f" {counted(settings.trials, 'run')} with resampled judgments, seed {settings.seed}. A"
        " cluster begins where all that follow rank lower."
    )


def _ties(policy: str) -> str:
    return {"drop": "left out", "half": "half a win each"}[policy]


def _data_notes(result: HumanRanking) -> Iterator[str]:
    yield from judgment_notes(result.data)
    if result.quality is not None:
        yield trust_note(result.quality)
    if result.left_out:
        names = ", ".join(sorted({one.annotator for one in result.left_out}))
        yield f"Left out, for they always gave the same value: {names}."
    yield from (f"Warning: {warning}" for warning in result.warnings)


def trust_note(control: QualityControl) -> str:
    """How many annotators are trusted, and who is not."""
    others = [one.annotator for one in control.annotators if not one.trusted]
    if len(control.annotators) == 1:
        return f"The only annotator is {'not ' if others else ''}trusted."
    trusted, all_ = len(control.trusted), counted(len(control.annotators), "annotator")
    said = f"{trusted:,} of {all_} {is_or_are(trusted)} trusted"
    return f"{said}; not: {', '.join(others)}." if others else f"{said}."


def _best(systems: Sequence[RankedSystem] | Sequence[RelativelyRanked]) -> frozenset[Place]:
    """Names of the first cluster, if there are others."""
    numbers = [one.cluster for one in systems]
    if numbers[-1] == 1:
        return frozenset()
    return frozenset((row, 2) for row, number in enumerate(numbers) if number == 1)


# More pairs than these are not named one by one: the matrix shows them.
_FEW_PAIRS = 5


def _verdicts(ranking: Ranking) -> Iterator[str]:
    """Which systems are best, and which pairs the tests separate within a cluster."""
    clusters = _clusters(ranking.systems)
    verdicts = ranking.verdicts
    if len(clusters) == 1:
        decided = [one for one in verdicts if one.better is not None]
        yield from _untested(verdicts)
        if all(math.isnan(one.p) for one in verdicts):
            return
        yield (
            f"{_named(decided, len(verdicts))} The systems form one cluster, for no group of them"
            " is better than all others."
            if decided
            else "The judgments do not separate any two systems."
        )
        return
    yield from _untested(verdicts)
    for cluster, members in enumerate(clusters, 1):
        within = [one for one in verdicts if {one.system, one.other} <= set(members)]
        decided = [one for one in within if one.better is not None]
        if cluster == 1:
            yield _first(members, ranking.settings.clusters, bool(decided))
        if decided:
            yield f"Within cluster {cluster}: {_named(decided, len(within))}"


def _untested(verdicts: Sequence[Verdict]) -> Iterator[str]:
    """Say that pairs have no p-value, and why that can be."""
    pairs = [f"{one.system} and {one.other}" for one in verdicts if math.isnan(one.p)]
    if pairs:
        why = "for no segment was judged for both systems, or they score the same"
        yield f"Not tested, {why}: {listed(pairs)}."


def _first(members: Sequence[str], rule: str, separated: bool) -> str:
    """Which systems are in the first of several clusters, and what that means by the rule."""
    if len(members) == 1:
        return f"{members[0]} is significantly better than all other systems."
    if rule == "wmt":
        return f"{_joined(members)} are in the first cluster by the rule of WMT."
    if separated:
        return (
            f"{_joined(members)} are in the first cluster: each of them is significantly better"
            " than every system below."
        )
    return f"{_joined(members)} are best; the judgments do not separate them."


def _named(decided: Sequence[Verdict], pairs: int) -> str:
    """Pairs that are significant, by name where they are few."""
    if len(decided) > _FEW_PAIRS:
        return (
            f"{len(decided):,} of {counted(pairs, 'pair')} differ significantly; the matrix shows"
            " which."
        )
    said = [
        f"{one.better} is significantly better than {other} (p = {printed(one.p)})"
        for one in decided
        for other in [one.other if one.better == one.system else one.system]
    ]
    rest = pairs - len(decided)
    others = {0: "", 1: "; the other pair is not separated"}
    other = others.get(rest, f"; the other {counted(rest, 'pair')} are not separated")
    return f"{'; '.join(said)}{other}."


def _relative_verdict(ranking: RelativeRanking) -> str:
    """Which systems rank above all others in nearly all runs."""
    clusters, share = _clusters(ranking.systems), f"{100 * ranking.settings.level:g} %"
    if len(clusters) == 1:
        return f"In {share} of the runs, no group of systems ranks above all others."
    first = clusters[0]
    if len(first) == 1:
        return f"{first[0]} ranks above all other systems in {share} of the runs."
    return f"{_joined(first)} rank highest; their ranges of ranks overlap."


def _clusters(systems: Sequence[RankedSystem] | Sequence[RelativelyRanked]) -> list[list[str]]:
    """Names of the systems of each cluster."""
    numbers = dict.fromkeys(one.cluster for one in systems)
    return [[one.system for one in systems if one.cluster == number] for number in numbers]


def _joined(names: Sequence[str]) -> str:
    """Names in a sentence: "a, b and c"."""
    return " and ".join(filter(None, [", ".join(names[:-1]), *names[-1:]]))
