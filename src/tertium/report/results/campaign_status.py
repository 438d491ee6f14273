"""State of a campaign."""

import math
from collections.abc import Callable, Iterator, Mapping
from datetime import UTC, datetime
from typing import Any

from tertium.campaign.notices import FailedChecks
from tertium.campaign.progress import AnnotatorProgress
from tertium.campaign.status import ALPHA, POWER, WITHOUT_SCORES, CampaignStatus
from tertium.campaign.suggestions import SuggestionCounts
from tertium.core.formatting import counted, has_or_have
from tertium.core.intervals import Interval
from tertium.core.notices import sentences
from tertium.human.comparisons import TASKS as RELATIVE
from tertium.human.ratings import MACHINE
from tertium.human.settings import RelativeRankSettings
from tertium.inference.sequential import SequentialVerdicts
from tertium.report import presentation
from tertium.report.drawing import Estimate, interval_chart
from tertium.report.table import Table, number
from tertium.report.wording import joined, warned

_NO_TESTS = (
    "No p-values and no clusters before the planned end: looking after each of 1,500 segments and"
    " stopping at p <= 0.05 names a winner between equal systems 44 % of the time."
)

_UNTESTED = (
    "No p-values and no clusters: judgments that do not pass quality control rank no systems."
)

# Headings of scores by comparisons, by their method.
_METHODS = {"expected-wins": "Expected Wins"}

# Nobody collects more judgments of a system.
_MANY = 100_000


def title(result: CampaignStatus) -> str:
    """The heading of a page."""
    return f"Campaign {result.campaign}"


def data(result: CampaignStatus) -> str:
    """The task and the way to answer."""
    return f"Task: {result.task}; answers: {result.answer}."


def summary(result: CampaignStatus) -> list[str]:
    """How far the campaign is, and when it will end."""
    share = 100 * result.judged / result.planned if result.planned else 0.0
    done = (
        f"{result.judged:,} of {counted(result.planned, 'item')} judged ({share:.0f} %);"
        f" {result.state}."
    )
    if result.verdicts is not None:
        done = f"{done} {_decided(result, result.verdicts)}"
    if result.state == "finished":
        return [done, *_verdict(result)]
    if math.isnan(result.expected_end):
        return [done, "Nothing was judged in the last hour."] if result.judged else [done]
    return [
        done,
        f"{result.pace:,.0f} items per hour at present; expected end:"
        f" {time_text(result.expected_end)} (UTC).",
    ]


def tables(result: CampaignStatus) -> list[Table]:
    """Systems, annotators, and after the end all tables of the ranking."""
    return _tables(result, explain=True)


def brief(result: CampaignStatus) -> list[Table]:
    """The same with the most important table of the ranking."""
    return _tables(result, explain=False)


def charts(result: CampaignStatus) -> Mapping[str, Callable[[], list[Any]]]:
    """Scores with their intervals."""
    estimates = [
        Estimate(
            one.system,
            one.score,
            one.interval.low,
            one.interval.high,
            f"{_score(one.score)} [{_score(one.interval.low)}, {_score(one.interval.high)}]",
        )
        for one in result.systems
        if one.interval.is_defined
    ]
    if not estimates:
        return {}
    if result.task in RELATIVE:
        ranks = [
            one._replace(value=place, shown=f"{place} [{one.low:g}, {one.high:g}]")
            for place, one in enumerate(estimates, 1)
        ]
        return {"intervals": lambda: [interval_chart(ranks, "Ranks by comparisons", False)]}
    return {"intervals": lambda: [interval_chart(estimates, f"Scores ({_scale(result)})", True)]}


def system_table(result: CampaignStatus) -> Table:
    """Judgments and score of each system."""
    rows = [
        [
            one.system,
            f"{one.judged:,}",
            f"{one.planned:,}",
            _score(one.score),
            _interval(result, one.interval),
        ]
        for one in result.systems
    ]
    interval = "ranks" if result.task in RELATIVE else "95 % CI"
    return Table(
        header=["system", "judged", "planned", _scale(result), interval],
        rows=rows,
        notes=[*_score_notes(result), *warned(result.notices)],
        caption="Judgments and scores of systems.",
    )


def annotator_table(result: CampaignStatus) -> Table:
    """Progress and quality control of each annotator."""
    header = ["annotator", "judged", "planned", "s/item", "last answer", "quality", "status"]
    checks = bool(result.checks)
    return Table(
        header=[*header, "checks"] if checks else header,
        rows=[[*_row(one), *([_checks(one)] if checks else [])] for one in result.annotators],
        sentences=[
            *(
                f"{one.annotator} failed: {' '.join(sentences(one.reasons))}"
                for one in result.annotators
                if one.verdict == "failed"
            ),
            *(
                f"{one.annotator}, attention checks: {notice.sentence()}"
                for one in result.annotators
                for notice in one.cautions
                if isinstance(notice, FailedChecks)
            ),
        ],
        notes=_annotator_notes(result),
        warned=frozenset(
            (row, 5) for row, one in enumerate(result.annotators) if one.verdict == "failed"
        ),
        caption="Progress and quality control of annotators.",
        spare=[[3], [4]],
    )


def time_text(seconds: float) -> str:
    """Format a time in UTC; a dash if it is unknown."""
    if math.isnan(seconds):
        return "–"
    try:
        return f"{datetime.fromtimestamp(seconds, UTC):%Y-%m-%d %H:%M}"
    except (OverflowError, ValueError, OSError):
        return "in the distant future"


def verdict_table(result: CampaignStatus, verdicts: SequentialVerdicts) -> Table:
    """Verdicts on pairs of systems, which hold at any time."""
    unit = "documents" if result.by_document else "segments"
    return Table(
        header=["pair", unit, "difference", "p", "better"],
        rows=[
            [
                f"{one.system} – {one.other}",
                f"{one.observations:,}",
                number(100 * one.difference, "+.1f"),
                "< 0.0001" if one.corrected < 0.0001 else f"{one.corrected:.4f}",
                one.better or "undecided",
            ]
            for one in verdicts.pairs
        ],
        emphasis=frozenset(
            (row, 4) for row, one in enumerate(verdicts.pairs) if one.better is not None
        ),
        notes=[
            f"Difference: mean over {unit} judged for both systems, in percent of the scale.",
            "p: Holm-corrected for all pairs, and valid however often one looks (Waudby-Smith and"
            f" Ramdas 2024). {unit.capitalize()} are used in the order drawn: a late one holds up"
            " those behind it.",
        ],
        caption="Verdicts on pairs of systems.",
    )


def _tables(result: CampaignStatus, explain: bool) -> list[Table]:
    found = [system_table(result), annotator_table(result)]
    if result.verdicts is not None:
        found.insert(0, verdict_table(result, result.verdicts))
    if result.ranking is not None:
        found += presentation.tables(result.ranking, explain=explain)
    return found


def _decided(result: CampaignStatus, verdicts: SequentialVerdicts) -> str:
    """Say which pairs of systems are decided, and what that saved."""
    worse: dict[str, list[str]] = {}
    for one in verdicts.pairs:
        if one.better is not None:
            other = one.other if one.better == one.system else one.system
            worse.setdefault(one.better, []).append(other)
    number = sum(map(len, worse.values()))
    found = f"{number} of {counted(len(verdicts.pairs), 'pair')} of systems decided"
    facts = [f"{name} is better than {joined(others)}" for name, others in worse.items()]
    spared = ""
    if result.spared:
        spared = f" {counted(result.spared, 'item')} need not be judged any more."
    return f"{found}{': ' if facts else ''}{'; '.join(facts)}.{spared}"


def _verdict(result: CampaignStatus) -> list[str]:
    return [] if result.ranking is None else presentation.summary(result.ranking)


def _row(one: AnnotatorProgress) -> list[str]:
    return [
        f"{one.annotator} (machine)" if one.kind == MACHINE else one.annotator,
        f"{one.judged:,}",
        f"{one.planned:,}",
        number(one.seconds, ".0f"),
        time_text(one.last),
        one.verdict,
        one.status,
    ]


def _checks(one: AnnotatorProgress) -> str:
    return f"{one.checks_passed:,} of {one.checks:,}" if one.checks else "–"


def _scale(result: CampaignStatus) -> str:
    if result.answer == "yes-no":
        return "share of yes"
    if result.task in RELATIVE:
        return _METHODS[result.scale or RelativeRankSettings.method]
    return "z" if result.scale == "standardized" else "score"


def _interval(result: CampaignStatus, interval: Interval) -> str:
    """Interval of a score, or range of ranks."""
    if not interval.is_defined:
        return "–"
    if result.task in RELATIVE:
        return f"{interval.low:g}-{interval.high:g}"
    return f"[{_score(interval.low)}, {_score(interval.high)}]"


def _score(value: float) -> str:
    return number(value, ".3f")


def _score_notes(result: CampaignStatus) -> list[str]:
    notes = []
    finished = result.state == "finished"
    yet = "" if finished else " yet"
    if result.unscored:
        never = result.task in WITHOUT_SCORES
        notes.append(f"No scores{'' if never else yet}: {result.unscored}")
    elif not result.quality_control:
        verdicts = {one.verdict for one in result.annotators if one.kind != MACHINE}
        untested = verdicts == {"not tested"}
        why = "judged a degraded output" if untested else "passed quality control"
        notes.append(f"Scores include all annotators: nobody has {why}{yet}.")
    else:
        notes += _passed_note(result)
    if result.scale == "standardized":
        notes.append("z: mean of standardized scores (z-scores per annotator).")
    elif result.scale in _METHODS:
        notes.append(
            "Expected Wins: mean probability of being better than another system, ties left out;"
            " ranks: the range of its ranks in 95 % of resamples of the judgments. `tertium human"
            " rank` has other methods."
        )
    if not finished and result.verdicts is None:
        notes.append(_NO_TESTS)
    elif finished and result.ranking is None and not result.unscored and result.verdicts is None:
        notes.append(_UNTESTED)
    if result.verdicts is not None:
        notes.append("Verdicts hold however often one looks; 95 % intervals hold for one look.")
        return notes
    if not math.isnan(result.detectable):
        notes.append(
            f"With the judgments so far, a difference of {result.detectable:.2g} is detected with"
            f" power {POWER:g} (two-sided, p <= {ALPHA:g})."
        )
    if not finished and not math.isnan(result.needed):
        one, other = result.systems[:2]
        number = (
            f"more than {counted(_MANY, 'judgment')}"
            if result.needed > _MANY
            else f"about {counted(math.ceil(result.needed), 'judgment')}"
        )
        notes.append(
            f"If the true difference of {one.system} and {other.system} is the present one,"
            f" {number} of each are needed to detect it with that power."
        )
    return notes


def _passed_note(result: CampaignStatus) -> Iterator[str]:
    """Say whose judgments count, if "judged" counts more than the scores use."""
    working = [
        one
        for one in result.annotators
        if one.judged and "excluded" not in one.status and one.kind != MACHINE
    ]
    passed = sum(one.verdict == "passed" for one in working)
    if passed < len(working):
        yield (
            "Scores include only annotators who have passed quality control:"
            f" {passed} of {counted(len(working), 'annotator')} with judgments."
        )


def _annotator_notes(result: CampaignStatus) -> list[str]:
    notes = [
        f"{counted(one.reset, 'item')} of {one.annotator} {has_or_have(one.reset)} answers that"
        " were reset: they are kept, but do not count."
        for one in result.annotators
        if one.reset
    ]
    if result.checks:
        notes.append("checks: attention checks passed, loud ones at the first attempt.")
    people = [one for one in result.annotators if one.kind != MACHINE]
    excluded = sum(one.judged for one in people if "excluded" in one.status)
    if excluded:
        notes.append(f"Scores leave out {counted(excluded, 'item')} judged by excluded annotators.")
    if len(people) < len(result.annotators):
        notes.append("Judgments of machines undergo quality control, but enter no score here.")
    if result.suggestions is not None and result.suggestions.judged:
        notes.append(_suggestions(result.suggestions))
    if result.orphaned:
        notes.append(
            f"{counted(result.orphaned, 'item')} {'waits' if result.orphaned == 1 else 'wait'} for"
            " annotators who cannot work any more; a new annotator takes over HITs."
        )
    if result.shared_outputs:
        alpha = "is undefined" if math.isnan(result.alpha) else f"{result.alpha:.2f} (interval)"
        notes.append(
            f"Inter-annotator agreement on {counted(result.shared_outputs, 'output')} judged by"
            f" several: Krippendorff's alpha {alpha}."
        )
    for name, found in (
        ("Inter-annotator agreement", result.agreement),
        ("Intra-annotator consistency", result.consistency),
    ):
        if found is not None and found.comparable:
            notes.append(
                f"{name} on which of two outputs is better: {found.agree:,} of"
                f" {counted(found.comparable, 'pair')} of judgments agree"
                f" (kappa {number(found.kappa, '.2f')})."
            )
    if not math.isnan(result.repeats):
        notes.append(f"Intra-annotator consistency: {_repeats(result)}.")
    return notes


def _suggestions(found: SuggestionCounts) -> str:
    shares = [
        f"{100 * number / found.judged:.0f} % {word}"
        for word, number in (
            ("kept", found.kept),
            ("changed", found.changed),
            ("deleted", found.deleted),
        )
    ]
    return f"Suggested errors: {found.judged:,} judged, {', '.join(shares)}."


def _repeats(result: CampaignStatus) -> str:
    if result.answer == "yes-no":
        return f"{100 * result.repeats:.0f} % of repeated outputs got the other answer"
    return f"two judgments of the same output differ by {result.repeats:.1f} points on average"
