"""Sentences that explain the numbers of a ranking by human judgments."""

import math
from collections.abc import Iterator

from tertium.core import wording
from tertium.core.formatting import counted
from tertium.human.rank import HumanRanking
from tertium.human.ranking import Ranking
from tertium.human.ratings import YES_NO
from tertium.human.segments import WEIGHTED
from tertium.human.shared_outputs import SHARED_COPIED
from tertium.report.judgments import judgment_notes, quality_note
from tertium.report.wording import P_VALUE, confidence_interval, percent, warned

_AVERAGES = {
    "segments": "mean over segments",
    "judgments": "mean over judgments",
    "domains": "mean over domains of the means over segments",
}
_TESTS = {
    "rank-sum": "Wilcoxon rank-sum tests",
    "signed-rank": "Wilcoxon signed-rank tests",
    "approximate-randomization": "approximate randomization",
}
_METHODS = {
    "expected-wins": "Expected Wins, the mean probability of being preferred to another system",
    "bradley-terry": "log strength in the Bradley-Terry model",
    "trueskill": "mean skill by TrueSkill",
}
_CLUSTERS = {
    "all-pairs": "Cluster: all of its systems are significantly better than all systems of the"
    " clusters below.",
    "wmt": "Cluster, by the rule of WMT: it ends with a system that has as many wins as there are"
    " systems below it.",
}


def ranking_notes(result: HumanRanking) -> list[str]:
    """Explain all numbers, and name the judgments they rest on."""
    explained = _relative_notes if result.relative is not None else _score_notes
    return [*explained(result), *_data_notes(result), f"rank  {result.signature}"]


def brief_notes(result: HumanRanking) -> list[str]:
    """The most important notes."""
    ranking = result.ranking
    return [
        *([] if ranking is None else _brief_score_notes(ranking)),
        *_data_notes(result),
        f"{wording.option('explain', True)} shows all tables and explains all numbers.",
        f"rank  {result.signature}",
    ]


def _brief_score_notes(ranking: Ranking) -> Iterator[str]:
    yield _scale_note(ranking)
    yield from _weights_note(ranking)
    if ranking.scale == YES_NO and ranking.settings.trials:
        yield _share_limits_note(ranking)
    yield _test_note(ranking)


def _share_limits_note(ranking: Ranking) -> str:
    """What the confidence interval of a share of yes is."""
    interval = confidence_interval(ranking.settings.confidence_level)
    unit = "document" if ranking.settings.level == "document" else "segment"
    if unit == "segment" and all(one.judgments == one.segments for one in ranking.systems):
        return f"{interval}: exact (Clopper-Pearson) limits of the share, for these annotators."
    return (
        f"{interval}: Clopper-Pearson limits of the share, for these annotators. Judgments of one"
        f" {unit} are not independent, so the limits use the effective number of judgments (Korn"
        " and Graubard 1998)."
    )


def _scale_note(ranking: Ranking) -> str:
    """What the score of a system is."""
    average = _AVERAGES[ranking.settings.average]
    if ranking.scale == "standardized":
        note = f"z: {average} of the standardized scores (z-scores per annotator)"
        known = not all(math.isnan(system.raw) for system in ranking.systems)
        return f"{note}; raw: mean score as given." if known else f"{note}."
    if ranking.scale == YES_NO:
        return f"share of yes: {average} of the answers, with 1 for yes and 0 for no."
    if ranking.task == "mqm":
        return f"mean: {average} of MQM scores, minus the weights of errors; higher is better."
    return f"mean: {average} of the scores as given; higher is better."


def _weights_note(ranking: Ranking) -> Iterator[str]:
    """What weights of segments change."""
    if WEIGHTED in ranking.filters:
        yield (
            "Segments were drawn with unequal probabilities; means are weighted by 1 / probability,"
            " so that they estimate the means of all segments."
        )


def _test_note(ranking: Ranking) -> str:
    """How pairs of systems were tested."""
    settings = ranking.settings
    sides = "two-sided" if settings.alternative == "two-sided" else "one-sided"
    return (
        f"Wins and clusters: p <= {1 - settings.confidence_level:.2g} ({_TESTS[settings.test]} on"
        f" {_tested(ranking)}, {sides}; not corrected for multiple comparisons, as at WMT)."
    )


def _score_notes(result: HumanRanking) -> Iterator[str]:
    ranking = result.ranking
    assert ranking is not None
    settings = ranking.settings
    yield _scale_note(ranking)
    yield from _weights_note(ranking)
    if settings.trials and ranking.scale == YES_NO:
        yield _share_limits_note(ranking)
    elif settings.trials:
        drawn = "documents" if settings.level == "document" else "segments"
        drawn += " and annotators" if result.data.annotators > 1 else ""
        yield (
            f"{confidence_interval(settings.confidence_level)}: percentile bootstrap,"
            f" {counted(settings.trials, 'resample')} of {drawn}, seed {settings.seed}."
        )
        yield from _without_interval(ranking)
    yield _test_note(ranking)
    yield f"{_CLUSTERS[settings.clusters]} Ranks: the range consistent with wins and losses."
    yield P_VALUE


def _tested(ranking: Ranking) -> str:
    """The numbers that pairs of systems are tested on."""
    settings = ranking.settings
    documents = (
        f" of {counted(ranking.documents, 'document')}" if settings.level == "document" else ""
    )
    if settings.test == "approximate-randomization":
        return f"{'sums' if documents else 'segments'}{documents} judged for all systems"
    if settings.test == "signed-rank":
        what = f"sums{documents} of differences" if documents else "segment differences"
        domains = f" in each domain ({', '.join(ranking.domains)}), combined by Stouffer's method"
        return f"{what}{domains if ranking.domains else ''}"
    kinds = {"segment": "segment scores", "document": f"means{documents}"}
    both = {"both": ", on segments judged for both systems"}
    return kinds.get(settings.level, "single judgments") + both.get(settings.segments, "")


def _without_interval(ranking: Ranking) -> Iterator[str]:
    """Name the systems without an interval, and the reason."""
    missing = [system for system in ranking.systems if not system.interval.is_defined]
    single = [system.system for system in missing if system.segments == 1]
    if single:
        yield f"No CI for {', '.join(single)}: only one segment was judged."
    few = [system.system for system in missing if system.segments > 1]
    if few:
        reason = (
            "too few of their documents were judged"
            if ranking.settings.level == "document"
            else "some resamples contain none of their judgments"
        )
        yield f"No CI for {', '.join(few)}: {reason}."


def _relative_notes(result: HumanRanking) -> Iterator[str]:
    ranking = result.relative
    assert ranking is not None
    settings = ranking.settings
    yield f"score: {_METHODS[settings.method]}."
    counting = {"drop": "left out", "half": "counted as half a win each"}[settings.ties]
    yield (
        f"{counted(ranking.judgments, 'comparison')}, including {counted(ranking.ties, 'tie')}"
        + ("." if settings.method == "trueskill" or not ranking.ties else f" ({counting}).")
    )
    if SHARED_COPIED in ranking.filters:
        yield "Systems that share an output are tied on it."
    yield (
        f"ranks: the range of ranks of a system in {percent(settings.confidence_level)} of"
        f" {counted(settings.trials, 'resample')} of the judgments, seed {settings.seed}. A cluster"
        " ends where all systems below rank lower."
    )


def _data_notes(result: HumanRanking) -> Iterator[str]:
    yield from judgment_notes(result.data)
    if result.quality is not None:
        yield quality_note(result.quality)
    if result.left_out:
        names = ", ".join(sorted({scale.annotator for scale in result.left_out}))
        yield f"Excluded because all of their scores are equal: {names}."
    yield from warned(result.warnings)
