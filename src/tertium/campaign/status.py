"""The state of a campaign: progress, quality control, agreement, and scores so far.

Before the planned end it gives scores with confidence intervals, but no p-values and no clusters:
if you test after every segment and stop at the first significant difference, you find one between
equal systems far more often than the nominal level says.
"""

import math
import warnings
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from tertium.campaign.items import systems_of
from tertium.campaign.precision import detectable_difference, pooled_deviation
from tertium.campaign.progress import AnnotatorProgress, SystemProgress, Work
from tertium.campaign.suggestions import SuggestionCounts
from tertium.core.errors import TertiumError
from tertium.core.formatting import counted, plain_table
from tertium.core.intervals import Interval
from tertium.core.notices import Notice
from tertium.core.records import to_plain
from tertium.core.results import Result, Row, flat_row
from tertium.core.version import VERSION
from tertium.human.agreement import AgreementResult, measure_agreement
from tertium.human.factors import pooled
from tertium.human.pairwise_agreement import LabelAgreement
from tertium.human.preparation import prepare, scored
from tertium.human.quality_control import AnnotatorQuality, quality_control
from tertium.human.rank import (
    HumanRanking,
    default_test,
    is_relative,
    rank_by_comparisons,
    rank_by_scores,
)
from tertium.human.ranking import RankedSystem
from tertium.human.ratings import MACHINE, Ratings
from tertium.human.relative_ranking import RelativelyRanked
from tertium.human.settings import RankSettings, RelativeRankSettings
from tertium.inference.power import needed_size
from tertium.inference.sequential import SequentialVerdicts

# Power and significance level of the number of judgments that are still needed.
POWER, ALPHA = 0.8, 0.05

# What tasks give that have no scores of outputs.
WITHOUT_SCORES = {
    "frames": "Frames are scored by the metric MEANT.",
    "post-editing": "Post-editing gives post-edits and seconds of work.",
}

# Seconds over which the pace is measured: at most, and at least.
_RECENT, _BRIEF = 3600.0, 60.0


@dataclass(frozen=True, eq=False, repr=False)
class CampaignStatus(Result):
    """The state of a campaign.

    Attributes:
        tertium: Version of tertium.
        campaign: Name of the campaign.
        task: Annotation task.
        answer: How annotators answer.
        state: "running", "paused" or "finished".
        judged: Number of items judged, control items included.
        planned: Number of items.
        pace: Items judged per hour, over the last hour, or since the first answer.
        orphaned: Number of items that wait for annotators who cannot work any more.
        expected_end: Time in seconds since 1970; NaN if nothing was judged in the last hour.
        annotators: Progress of each annotator.
        systems: Progress of each system; sorted by score, if there are scores.
        scale: "standardized" or "raw" scores; the method of a ranking, such as "expected-wins", if
            outputs are compared with each other; "" if there are no scores.
        quality_control: Whether scores use only annotators who pass quality control.
        unscored: Why there are no scores yet; "" if there are.
        alpha: Krippendorff's alpha for interval data; NaN if it is undefined.
        shared_outputs: Number of outputs that several annotators judged.
        agreement: Agreement between annotators on which of two outputs is better; None if outputs
            are not compared with each other.
        consistency: Agreement of annotators with themselves on that.
        repeats: Mean absolute difference between two judgments of the same output.
        deviation: Standard deviation of judgments on that scale; NaN if it is unknown.
        detectable: Difference that the judgments made so far can detect; NaN if it is unknown.
        needed: Judgments of each of the two leading systems that are needed to detect their present
            difference, if it is the true one; infinite if they are equal.
        ranking: The ranking; None before the planned end, if nobody passed quality control, or if
            the campaign ends when pairs of systems are decided.
        checks: Number of different attention checks.
        suggestions: What became of suggested errors; None if the campaign suggests none.
        verdicts: Verdicts on pairs of systems, if the campaign ends when they are decided.
        spared: Number of items that verdicts have made superfluous.
        by_document: Whether documents are judged as a whole, and are what is tested.
        notices: Limitations of the results.
    """

    result: ClassVar[str] = "campaign status"

    tertium: str
    campaign: str
    task: str
    answer: str
    state: str
    judged: int
    planned: int
    pace: float
    orphaned: int
    expected_end: float
    annotators: tuple[AnnotatorProgress, ...]
    systems: tuple[SystemProgress, ...]
    scale: str
    quality_control: bool
    unscored: str
    alpha: float
    shared_outputs: int
    repeats: float
    deviation: float
    detectable: float
    needed: float
    ranking: HumanRanking | None
    checks: int
    suggestions: SuggestionCounts | None = None
    verdicts: SequentialVerdicts | None = None
    spared: int = 0
    by_document: bool = False
    notices: tuple[Notice, ...] = ()
    agreement: LabelAgreement | None = None
    consistency: LabelAgreement | None = None

    def to_dict(self) -> Row:
        """All fields as JSON values."""
        data: Row = to_plain(self)
        return data

    def to_rows(self) -> list[Row]:
        """One row per system."""
        return [flat_row(system) for system in self.systems]

    def __str__(self) -> str:
        rows = [
            [one.system, f"{one.judged:,}", f"{one.planned:,}", f"{one.score:.3f}"]
            for one in self.systems
        ]
        done = f"{self.judged:,} of {counted(self.planned, 'item')} judged, {self.state}."
        table = plain_table(["system", "judged", "planned", "score"], rows)
        return f"{self.campaign}: {done}\n\n{table}"


def campaign_status(
    ratings: Ratings | None,
    *,
    campaign: str,
    task: str,
    answer: str,
    state: str,
    judged: int,
    planned: int,
    planned_by_system: Mapping[str, int],
    work: Sequence[Work],
    times: Sequence[float],
    orphaned: int,
    now: float,
    checks: int = 0,
    suggestions: SuggestionCounts | None = None,
    verdicts: SequentialVerdicts | None = None,
    spared: int = 0,
    by_document: bool = False,
    notices: tuple[Notice, ...] = (),
) -> CampaignStatus:
    """Compute the state of a campaign.

    Args:
        ratings: Judgments of annotators who are not excluded; None if there are none. Those of
            machines undergo quality control and enter no score.
        campaign: Name of the campaign.
        task: Annotation task.
        answer: How annotators answer.
        state: "running" or "paused".
        judged: Number of items judged.
        planned: Number of items.
        planned_by_system: Number of outputs of each system to judge.
        work: What each annotator has done.
        times: When each answer of a person arrived, those of excluded annotators included.
        orphaned: Number of items that wait for annotators who cannot work any more.
        now: The present time, in seconds since 1970.
        checks: Number of different attention checks.
        suggestions: What became of suggested errors; None if the campaign suggests none.
        verdicts: Verdicts on pairs of systems, if the campaign ends when they are decided.
        spared: Number of items that verdicts have made superfluous.
        by_document: Whether documents are judged as a whole.
        notices: Limitations of the results.
    """
    finished = judged >= planned
    pace = _pace(times, now)
    # Further sliders have scores of their own, which answer another question.
    ratings = None if ratings is None else ratings.without_sliders()
    tested = tested_annotators(ratings)
    ratings = _of_people(ratings)
    scored = _scored(ratings)
    counts = _judged_by_system(ratings, tuple(planned_by_system))
    scores = {} if scored.ranking is None else {one.system: one for one in scored.ranking.systems}
    systems = [
        SystemProgress(
            name,
            counts[name],
            planned_by_system[name],
            scores[name].score if name in scores else math.nan,
            _interval(scores[name]) if name in scores else Interval.undefined("no judgments"),
        )
        for name in sorted(planned_by_system)
    ]
    systems.sort(key=lambda one: -math.inf if math.isnan(one.score) else one.score, reverse=True)
    deviation, detectable, needed = _precision(scored, systems)
    agreed = _agreement(ratings)
    values, pairwise = (agreed.values, agreed.pairwise) if agreed else (None, None)
    conditions = () if ratings is None else ratings.condition.names
    return CampaignStatus(
        tertium=VERSION,
        campaign=campaign,
        task=task,
        answer=answer,
        state="finished" if finished else state,
        judged=judged,
        planned=planned,
        pace=pace,
        orphaned=orphaned,
        expected_end=now + (planned - judged) * 3600 / pace if pace else math.nan,
        annotators=tuple(_progress(one, tested.get(one.annotator)) for one in work),
        systems=tuple(systems),
        scale=scored.scale,
        quality_control=scored.quality_control,
        unscored=scored.reason,
        alpha=values.interval if values else math.nan,
        shared_outputs=values.outputs if values else 0,
        repeats=values.repeats.difference if values else math.nan,
        deviation=deviation,
        detectable=detectable,
        needed=needed,
        # Ordinary tests do not hold after a test has decided when to stop.
        ranking=scored.ranking if finished and scored.controlled and verdicts is None else None,
        checks=checks,
        suggestions=suggestions,
        verdicts=verdicts,
        spared=spared,
        by_document=by_document,
        notices=notices if finished else (*notices, *pooled(conditions)),
        agreement=pairwise.inter if pairwise else None,
        consistency=pairwise.intra if pairwise else None,
    )


@dataclass(frozen=True)
class _Scored:
    """Scores so far, or the reason why there are none.

    `controlled` unless all annotators are included because nobody passes quality control.
    """

    ranking: HumanRanking | None = None
    ratings: Ratings | None = None
    quality_control: bool = False
    controlled: bool = False
    reason: str = ""

    @property
    def scale(self) -> str:
        if self.ranking is None:
            return ""
        if self.ranking.relative is not None:
            return self.ranking.relative.settings.method
        assert self.ranking.ranking is not None
        return self.ranking.ranking.scale


def _pace(times: Sequence[float], now: float) -> float:
    """Items per hour; a campaign that began a minute ago is not slow."""
    recent = sum(time > now - _RECENT for time in times)
    if not recent:
        return 0.0
    return recent * 3600 / min(max(now - min(times), _BRIEF), _RECENT)


def _scored(ratings: Ratings | None) -> _Scored:
    """Rank the systems; without quality control as long as no annotator passes it."""
    if ratings is None:
        return _Scored(reason="There are no judgments yet.")
    if unscored := set(ratings.task.names) & set(WITHOUT_SCORES):
        return _Scored(reason=WITHOUT_SCORES[min(unscored)])
    reason = ""
    for quality in (None, False):
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                if is_relative(ratings):
                    prepared = None
                    ranking = rank_by_comparisons(ratings, RelativeRankSettings(), quality=quality)
                else:
                    settings = RankSettings(test=default_test(ratings))
                    ranking = rank_by_scores(ratings, settings, quality=quality)
                    prepared = prepare(ratings, quality=quality).ratings
            return _Scored(ranking, prepared, ranking.quality is not None, quality is None)
        except TertiumError as error:
            reason = reason or error.message
    return _Scored(reason=reason)


def _of_people(ratings: Ratings | None) -> Ratings | None:
    """Judgments that are not of machines; None if there are none."""
    if ratings is None:
        return None
    people = ratings.where(~ratings.annotator_kind.is_(MACHINE))
    return people if len(people) else None


def tested_annotators(ratings: Ratings | None) -> dict[str, AnnotatorQuality]:
    """Quality control of each annotator, as in `human quality`; empty if there are no scores."""
    if ratings is None:
        return {}
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            control = quality_control(scored(ratings))
    except TertiumError:
        return {}
    return {one.annotator: one for one in control.annotators}


def _progress(work: Work, quality: AnnotatorQuality | None) -> AnnotatorProgress:
    return AnnotatorProgress(
        annotator=work.annotator,
        status=work.status,
        judged=work.judged,
        planned=work.planned,
        last=work.last,
        seconds=work.active / work.judged if work.judged else math.nan,
        verdict="not tested" if quality is None else quality.verdict,
        reasons=() if quality is None else quality.reasons,
        cautions=work.cautions if quality is None else (*quality.cautions, *work.cautions),
        checks=work.checks,
        checks_passed=work.checks_passed,
        reset=work.reset,
        kind=work.kind,
    )


def _judged_by_system(ratings: Ratings | None, systems: tuple[str, ...]) -> dict[str, int]:
    """Number of outputs judged; a shared output counts for each of its systems."""
    counts = dict.fromkeys(systems, 0)
    if ratings is None:
        return counts
    rows = ratings.where(ratings.kind.is_("system"))
    # Marked errors have rows of their own; in MQM there is no other row of the output.
    keys = np.stack([rows.annotator.codes, rows.item.codes, rows.system.codes])
    first = np.isin(np.arange(len(rows)), np.unique(keys, axis=1, return_index=True)[1])
    outputs = rows.where(np.where(rows.task.is_("mqm"), first, rows.severity.is_("")))
    numbers = np.bincount(outputs.system.codes).tolist()
    for name, number in zip(outputs.system.names, numbers, strict=True):
        for system in systems_of(name):
            counts[system] += number
    return counts


def _precision(scored: _Scored, systems: Sequence[SystemProgress]) -> tuple[float, float, float]:
    """Deviation of judgments, the detectable difference, and the judgments needed."""
    if scored.ratings is None or len(systems) < 2:
        return math.nan, math.nan, math.nan
    # A repeat is no new output, so it gives no independent judgment.
    ratings = scored.ratings.where(scored.ratings.kind.is_("system"))
    values = ratings.standardized if scored.scale == "standardized" else ratings.value
    deviation = pooled_deviation(values, ratings.system, ratings.weight)
    if math.isnan(deviation):
        return math.nan, math.nan, math.nan
    smallest = int(np.bincount(ratings.system.codes).min())
    detectable = detectable_difference(deviation, smallest, power=POWER, alpha=ALPHA)
    difference = systems[0].score - systems[1].score
    error = deviation * math.sqrt(2 / smallest)
    needed = needed_size(smallest, error, difference, power=POWER, alpha=ALPHA)
    return deviation, detectable, float(needed)


def _agreement(ratings: Ratings | None) -> AgreementResult | None:
    """Agreement between annotators and with themselves; None if it is undefined."""
    if ratings is None:
        return None
    try:
        return measure_agreement(ratings)
    except TertiumError:
        return None


def _interval(one: RankedSystem | RelativelyRanked) -> Interval:
    """Confidence interval of a score, or of a rank."""
    if isinstance(one, RelativelyRanked):
        return Interval(float(one.best), float(one.worst))
    return one.interval
