"""Prepare human judgments for rankings, comparisons and meta-evaluation alike.

Judgments of machines are excluded unless they are named, one task in one language pair is selected,
annotators pass quality control, and judgments are kept raw, standardized, or converted to MQM
scores. The ledger counts the judgments that are excluded.
"""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from tertium.core import notices, wording
from tertium.core.errors import DataError, ParameterError, UsageError, did_you_mean
from tertium.core.judgments import Judgments
from tertium.core.spec import Value
from tertium.human.comparisons import TASKS as RELATIVE
from tertium.human.errors import ErrorRate, Weights, error_profile, error_scores
from tertium.human.machines import BY_MACHINES, of_people
from tertium.human.notices import JudgmentsWithoutAnnotator
from tertium.human.quality_control import QualityControl, passed_only, quality_control
from tertium.human.ranges import impossible
from tertium.human.ratings import SLIDER, YES_NO, Ratings
from tertium.human.segments import JudgedSegments, check_segment_weights
from tertium.human.settings import Rules
from tertium.human.shared_outputs import of_single_systems
from tertium.human.standardization import Scale, standardize

# Prefix of the parameters of quality control among those of a ranking or a comparison.
_RULES = "quality_"

# Tasks whose scale every annotator uses differently.
_SCALED = ("adequacy", "fluency", "sqm", SLIDER)


class Ledger:
    """Counts the judgments that are excluded from a result, by reason.

    Args:
        ratings: The judgments as they were read.
    """

    def __init__(self, ratings: Ratings) -> None:
        self._read = ratings
        self._kept = ratings
        self._left_out: dict[str, int] = {}

    def keep(self, kept: Ratings, reason: str) -> Ratings:
        """Continue with the judgments that are kept; count the others under the reason."""
        number = round(self._kept.count.sum() - kept.count.sum())
        if number:
            self._left_out[reason] = self._left_out.get(reason, 0) + number
        self._kept = kept
        return kept

    def keep_segments(self, judged: JudgedSegments) -> None:
        """Continue with the segments that were judged for all systems."""
        kept = self._kept.where(self._kept.item.is_(*judged.ratings.item.names))
        self.keep(kept, "of segments that were not judged for all systems")

    def judgments(self, systems: Collection[str]) -> Judgments:
        """Return the counts of judgments used and excluded.

        Args:
            systems: The systems of the result; other names belong to shared outputs.
        """
        read, kept = self._read, self._kept
        shared = [name for name in kept.system.names if name not in systems]
        return Judgments(
            read.digest,
            task=kept.task.names[0],
            languages=kept.languages.names[0],
            judgments=round(read.count.sum()),
            annotators=sum(1 for name in read.annotator.names if name),
            used=round(kept.count.sum()),
            left_out=dict(self._left_out),
            dropped=dict(Counter(row.reason for row in read.dropped)),
            shared=round(kept.count[kept.system.is_(*shared)].sum()),
        )


def choose(
    ratings: Ratings, *, task: str = "", languages: str = "", ledger: Ledger | None = None
) -> Ratings:
    """Select the judgments of one task in one language pair; ask for one if there are several.

    Args:
        ratings: Judgments of any tasks and language pairs.
        task: The annotation task; by default the only one.
        languages: The language pair; by default the only one.
        ledger: Counts the judgments of other tasks and pairs.
    """
    if not len(ratings):
        raise DataError("There are no judgments.", where=ratings.origin)
    for words, wanted, kinds, keyword in (
        (ratings.task, task, "tasks", "task"),
        (ratings.languages, languages, "language pairs", "language_pair"),
    ):
        if wanted and wanted not in words.names:
            raise UsageError(
                f"There are no judgments of {wanted!r}.{did_you_mean(wanted, words.names)}",
                hint=f"Known {kinds}: {', '.join(words.names)}."
                if any(words.names)
                else f"The file does not name its {kinds}; omit {wording.option(keyword)}.",
            )
        if not wanted and len(words.names) > 1:
            raise UsageError(
                f"There are judgments of several {kinds}:"
                f" {', '.join(name or 'unknown' for name in words.names)}.",
                hint=f"Choose one with {wording.option(keyword)}.",
            )
        if wanted:
            ratings = ratings.where(words.is_(wanted))
            if ledger is not None:
                ledger.keep(ratings, f"of other {kinds}")
    check_possible(ratings)
    return ratings


def check_possible(ratings: Ratings) -> None:
    """Refuse judgments made in memory that have impossible numbers; readers drop such rows."""
    for found in impossible(ratings):
        if found.rows.any():
            raise DataError(
                f"Judgment {int(np.argmax(found.rows)) + 1:,} has {found.reason}.",
                where=ratings.origin,
                hint=found.hint,
            )


def check_one_scale(ratings: Ratings) -> None:
    """Refuse judgments of one task on several answer scales; their scores are not comparable."""
    scales = ratings.answer_scales
    if len(scales) < 2:
        return
    named = [name for name in scales if name]
    advice = (
        "Give the judgments of one scale only; the column `scale` names the scale of each."
        if wording.for_command_line()
        else f"Select those of one scale: `ratings.of_scale({named[0]!r})`."
    )
    if "" in scales:
        advice += " If all are on one scale, name it in every row."
    raise UsageError(
        f"The judgments of {ratings.task.names[0]} are on several answer scales:"
        f" {', '.join(name or 'unknown' for name in scales)}.",
        hint=advice,
    )


def of_known_annotators(ratings: Ratings) -> Ratings:
    """Exclude judgments without an annotator; refuse if all are without."""
    unknown = ratings.annotator.is_("")
    if unknown.all():
        raise DataError(
            "The judgments do not name their annotators.",
            where=ratings.origin,
            hint="`tertium human rank` does not need annotators.",
        )
    if not unknown.any():
        return ratings
    notices.warn(JudgmentsWithoutAnnotator(ratings.origin, int(unknown.sum())), stacklevel=3)
    return ratings.where(~unknown)


def quality_rules(**rules: Value | None) -> Rules | None:
    """Make rules of quality control from the given parameters; None if there are none.

    Args:
        rules: Parameters of `Rules`; None means the default.
    """
    chosen = {name: value for name, value in rules.items() if value is not None}
    for name, value in chosen.items():
        try:
            Rules.of({name: value})
        except ParameterError as error:
            raise wording.bad_option(f"quality_{name}", error.wanted, error.value) from None
    return Rules.of(chosen) if chosen else None


def without_rules(settings: Mapping[str, Value]) -> dict[str, Value]:
    """Return parameters without those of quality control."""
    return {name: value for name, value in settings.items() if not name.startswith(_RULES)}


def scored(ratings: Ratings, weights: Weights | None = None) -> Ratings:
    """Replace marked MQM errors by one score per output and annotator."""
    mqm = ratings.task.is_("mqm")
    if not mqm.any():
        return ratings
    of_errors = error_scores(ratings.where(mqm), weights)
    others = replace(ratings.where(~mqm), filters=of_errors.filters)
    return Ratings.concatenated([others, of_errors]) if len(others) else of_errors


@dataclass(frozen=True)
class Prepared:
    """Judgments that can be ranked or compared, and how they were prepared.

    Attributes:
        ratings: The judgments used; those of an output that several systems share count for each
            of these systems.
        quality: Verdicts on annotators; None without quality control.
        left_out: Scales of annotators that could not be standardized.
        errors: Marked errors of each system.
        ledger: Number of judgments used, and of excluded ones by reason.
    """

    ratings: Ratings
    quality: QualityControl | None
    left_out: tuple[Scale, ...]
    errors: tuple[ErrorRate, ...]
    ledger: Ledger


def prepare(
    ratings: Ratings,
    *,
    task: str = "",
    languages: str = "",
    quality: bool | None = None,
    rules: Rules | None = None,
    machines: Sequence[str] = (),
    weights: Weights | None = None,
    scale: str = "auto",
) -> Prepared:
    """Select judgments of one task, keep annotators who pass quality control, and standardize.

    Args:
        ratings: Human judgments, as `tertium.read_ratings` returns them.
        task: Annotation task, if there are several.
        languages: The language pair, if there are several.
        quality: Whether to apply quality control; by default if there are degraded outputs.
        rules: Rules of quality control; if given, quality control is applied.
        machines: Names of machine annotators to include.
        weights: Weights of errors, for judgments that mark errors.
        scale: "raw" or "standardized"; "auto" standardizes judgments on a scale by known
            annotators, except answers of yes or no.
    """
    ledger = Ledger(ratings)
    people = of_people(ratings, machines, task=task, languages=languages)
    ratings = ledger.keep(people, BY_MACHINES)
    of_task = choose(ratings, task=task, languages=languages, ledger=ledger)
    kind = of_task.task.names[0]
    if kind in RELATIVE:
        raise UsageError(
            f"Judgments of the task {kind!r} compare outputs and have no scores.",
            hint="Give judgments with scores or marked errors, or rank systems by comparisons:"
            " tertium human rank.",
        )
    if scale != "standardized":  # which makes scores comparable, for each annotator and scale
        check_one_scale(of_task)
    errors: tuple[ErrorRate, ...] = ()
    if of_task.severity.names != ("",):
        errors = error_profile(of_single_systems(of_task), weights)
    # Quality control uses all judgments of an annotator, of any task and language pair.
    everything = scored(ratings, weights) if kind.startswith(SLIDER) else ratings
    if kind == "mqm":
        check_segment_weights(of_task.where(of_task.kind.is_("system", "repeat")))
        everything = error_scores(ratings.of_task("mqm"), weights)
        merged = "for further errors of the same output"
        of_task = ledger.keep(error_scores(of_task, weights), merged)
    of_task, verdicts = controlled(of_task, everything, ledger, quality, rules)
    of_task, left_out = _standardized(of_task, scale, ledger)
    outputs = ledger.keep(of_task.where(of_task.kind.is_("system", "repeat")), "of control items")
    judged = JudgedSegments.of(outputs, scale)
    without = "without a standardized value" if judged.scale == "standardized" else ""
    once = ledger.keep(judged.ratings, without or _without_value(outputs))
    return Prepared(of_single_systems(once), verdicts, left_out, errors, ledger)


def controlled(
    of_task: Ratings,
    everything: Ratings,
    ledger: Ledger,
    quality: bool | None,
    rules: Rules | None,
) -> tuple[Ratings, QualityControl | None]:
    """Keep annotators who pass quality control, by all their judgments; None without verdicts.

    Args:
        of_task: The judgments of one task.
        everything: Judgments of any task.
        ledger: Counts the judgments of annotators who fail.
        quality: Whether to apply quality control; by default if there are degraded outputs.
        rules: Rules of quality control; if given, quality control is applied.
    """
    if rules is not None and quality is False:
        raise UsageError("Rules of quality control are given, but quality control is turned off.")
    if not (quality or rules is not None or (quality is None and _has_degraded(of_task))):
        return of_task, None
    verdicts = quality_control(everything, rules)
    failed = "by annotators who did not pass quality control"
    return ledger.keep(passed_only(of_task, verdicts), failed), verdicts


def _without_value(ratings: Ratings) -> str:
    """Reason why rows have no value: ESA marks errors in separate rows."""
    return "without a value" if ratings.severity.names == ("",) else "for marked errors"


def _has_degraded(ratings: Ratings) -> bool:
    return not np.isnan(ratings.value[ratings.kind.is_("bad_reference")]).all()


def _standardized(
    ratings: Ratings, scale: str, ledger: Ledger
) -> tuple[Ratings, tuple[Scale, ...]]:
    """Standardize if requested, or if usual and possible; not if it was done before."""
    usual = (
        "" not in ratings.annotator.names
        and ratings.task.names[0].startswith(_SCALED)
        and ratings.answer_scales != (YES_NO,)
    )
    known = not np.isnan(ratings.standardized).all()
    if known or not (scale == "standardized" or (scale == "auto" and usual)):
        return ratings, ()
    rated = ledger.keep(ratings.where(~np.isnan(ratings.value)), _without_value(ratings))
    standardized = standardize(rated)
    if not len(standardized.ratings):
        raise DataError(
            "Scores cannot be standardized: every annotator gave equal scores only.",
            where=ratings.origin,
        )
    same = "by annotators whose scores are all equal"
    return ledger.keep(standardized.ratings, same), standardized.left_out
