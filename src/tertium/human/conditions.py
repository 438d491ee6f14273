"""How human judgments move with what annotators see beside the texts.

Judgments under two conditions are compared: with and without suggested errors, or with and without
the reference, as Zaidan and Callison-Burch (2009, Table I) compare preferences. Scores have means;
preferences and rankings have shares of wins. If the outputs and a reference are given, the study
also measures whether judgments move with the overlap of outputs and reference, by chrF.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import PurePath
from typing import NamedTuple

import numpy as np

from tertium.core import wording
from tertium.core.errors import DataError, UsageError, did_you_mean
from tertium.core.judgments import Judgments
from tertium.core.notices import Notice
from tertium.core.testset import TestSet
from tertium.core.version import VERSION
from tertium.human.columns import Integers, Words
from tertium.human.comparisons import TASKS as RELATIVE
from tertium.human.comparisons import Comparisons, is_control
from tertium.human.condition_comparison import ConditionComparison
from tertium.human.condition_shifts import (
    Judged,
    Shift,
    correlation,
    covered,
    mean,
    share,
    shifts,
    slope,
)
from tertium.human.documents import document_notices
from tertium.human.errors import Weights
from tertium.human.factors import absent, condition_of, factors_of
from tertium.human.groups import grouped
from tertium.human.notices import FewRankingTrials, OtherAnnotators
from tertium.human.preparation import Ledger, check_one_scale, choose, controlled, prepare
from tertium.human.ratings import MACHINE, YES_NO, Ratings
from tertium.human.reference_overlap import ReferenceOverlap
from tertium.human.segments import JudgedSegments, refuse_weights
from tertium.human.settings import ConditionSettings
from tertium.inference.verdicts import alpha_of

# Names of numbers that are not those of systems.
ALL, EQUAL = "all", "equal"

# Strata are used if at least this share of the judgments is in strata with both conditions.
_COVERED = 0.5


class _File(NamedTuple):
    """Judgments of people under known conditions, from judgments as they were read."""

    read: Ratings
    used: Ratings
    left_out: dict[str, int]

    def data(self, counts: Judgments) -> Judgments:
        """Complete the counts of the judgments in use by those that were left out before."""
        return replace(
            counts,
            digest=self.read.digest,
            judgments=round(self.read.count.sum()),
            left_out=self.left_out | counts.left_out,
        )


def compare_conditions(
    ratings: Ratings,
    other: Ratings | None,
    settings: ConditionSettings,
    *,
    task: str = "",
    languages: str = "",
    quality: bool | None = None,
    weights: Weights | None = None,
    testset: TestSet | None = None,
    rename: Mapping[str, str] | None = None,
) -> ConditionComparison:
    """Compare judgments under two conditions.

    Args:
        ratings: Judgments under both conditions, which the column `condition` tells apart; or
            under the first condition.
        other: Judgments under the second condition; None if `ratings` hold both.
        settings: How to compare them.
        task: Annotation task, if there are several.
        languages: The language pair, if there are several.
        quality: Whether to use only annotators who pass quality control; by default if degraded
            outputs were shown.
        weights: Weights of errors, for judgments that mark errors.
        testset: Outputs and references, for the overlap.
        rename: Names of outputs by names in the judgments.
    """
    files, names = _files(ratings, other, settings.factor)
    chosen = [choose(one.used, task=task, languages=languages) for one in files]
    tasks = sorted({one.task.names[0] for one in chosen})
    if len(tasks) > 1:
        raise UsageError(f"The files hold judgments of different tasks: {' and '.join(tasks)}.")
    if tasks[0] in RELATIVE:
        ledgers = [Ledger(one.used) for one in files]
        ranked = []
        for one, ledger in zip(files, ledgers, strict=True):
            of_task = choose(one.used, task=task, languages=languages, ledger=ledger)
            with_ranks = ledger.keep(of_task.where(~np.isnan(of_task.value)), "without a rank")
            refuse_weights(with_ranks)
            passed, _ = controlled(with_ranks, one.used, ledger, quality, None)
            ranked.append(ledger.keep(passed.where(~is_control(passed)), "of control items"))
        found = _of_comparisons(Ratings.concatenated(ranked), names, settings, testset, rename)
    else:
        prepared = [
            prepare(
                one.used,
                task=task,
                languages=languages,
                quality=quality,
                weights=weights,
                scale="raw",
            )
            for one in files
        ]
        ledgers = [one.ledger for one in prepared]
        together = Ratings.concatenated([one.ratings for one in prepared])
        check_one_scale(together)
        found = _of_scores(JudgedSegments.of(together, "raw"), names, settings, testset, rename)
    data = [
        file.data(ledger.judgments(found.systems))
        for file, ledger in zip(files, ledgers, strict=True)
    ]
    warnings = [*found.warnings, *_few_trials(settings), *_other_annotators(found.ratings, names)]
    return ConditionComparison(
        VERSION,
        settings,
        tuple(data),
        names,
        measure=found.measure,
        strata=found.strata,
        units=found.units,
        shifts=tuple(found.shifts),
        overlap=tuple(found.overlap),
        metric=found.metric,
        warnings=tuple(warnings),
    )


def _files(
    ratings: Ratings, other: Ratings | None, factor: str
) -> tuple[list[_File], tuple[str, str]]:
    """Name the conditions of all judgments; refuse judgments that do not have two."""
    if other is not None:
        if factor:
            raise UsageError(
                f"{wording.option('factor')} applies to one file with several conditions."
            )
        names = _names_of_files(ratings.origin, other.origin)
        return [_file(*one) for one in zip((ratings, other), names, strict=True)], names
    known = factors_of(ratings.condition.names)
    if not known:
        raise DataError(
            "The judgments name no condition in the column `condition`.",
            where=ratings.origin,
            hint="Give two files, one for each condition.",
        )
    if not factor and len(known) > 1:
        raise UsageError(
            f"The judgments vary several factors: {', '.join(known)}.",
            hint=f"Choose one with {wording.option('factor')}.",
        )
    factor = factor or known[0]
    if factor not in known:
        raise UsageError(
            f"The judgments do not vary the factor {factor!r}.{did_you_mean(factor, known)}",
            hint=f"Known: {', '.join(known)}.",
        )
    named = [condition_of(one, factor) for one in ratings.condition.names]
    conditions = Words.of(named[code] for code in ratings.condition.codes.tolist())
    names = (factor, absent(factor))
    for name in names:
        if name not in conditions.names:
            raise DataError(f"No judgment is under the condition {name}.", where=ratings.origin)
    return [_file(replace(ratings, condition=conditions))], names


def _file(ratings: Ratings, condition: str = "") -> _File:
    """Keep the judgments of people under a condition; under any, if none is given."""
    if condition:
        ratings = replace(ratings, condition=Words.always(condition, len(ratings)))
    unknown, machine = ratings.condition.is_(""), ratings.annotator_kind.is_(MACHINE)
    left_out = {
        "under no condition of the factor": round(ratings.count[unknown].sum()),
        "by machine annotators": round(ratings.count[~unknown & machine].sum()),
    }
    used = ratings.where(~unknown & ~machine)
    return _File(ratings, used, {why: number for why, number in left_out.items() if number})


def _names_of_files(first: str, second: str) -> tuple[str, str]:
    """Names of conditions after their files; "first" and "second" if those do not differ."""
    stems = PurePath(first).stem, PurePath(second).stem
    return stems if all(stems) and stems[0] != stems[1] else ("first", "second")


class _Found(NamedTuple):
    """Numbers under both conditions, and the judgments that they rest on."""

    ratings: Ratings
    systems: Sequence[str]
    measure: str
    strata: str
    units: int
    shifts: list[Shift]
    overlap: list[Shift]
    metric: str
    warnings: Sequence[Notice]


def _of_scores(
    judged: JudgedSegments,
    names: tuple[str, str],
    settings: ConditionSettings,
    testset: TestSet | None,
    rename: Mapping[str, str] | None,
) -> _Found:
    """Compare means of scores."""
    ratings, values = judged.ratings, judged.values
    unit = judged.documents if settings.level == "document" else ratings.item
    rows = Judged(ratings.condition.is_(names[1]), unit.codes, ratings.count * ratings.weight)
    strata, codes = _strata(judged, rows)
    numbers = {ALL: mean(rows, values, codes)}
    if len(judged.systems) > 1:
        for place, system in enumerate(judged.systems):
            own = judged.system == place
            numbers[system] = mean(rows.where(own), values[own], codes[own])
    units = len(unit.names)
    overlap: list[Shift] = []
    metric = ""
    if testset is not None:
        outputs = ReferenceOverlap.of(testset, ratings, judged.systems, rename)
        metric, x = outputs.metric, outputs.of_outputs(ratings.system.to_list(), ratings.item)
        known = ~np.isnan(x)
        given = rows.where(known), x[known], values[known]
        overlap = shifts(
            {"slope": slope(*given), "correlation": correlation(*given)}, units, settings
        )
    return _Found(
        ratings,
        judged.systems,
        "share of yes" if judged.score_scale == YES_NO else "mean",
        strata,
        units,
        shifts(numbers, units, settings),
        overlap,
        metric,
        list(document_notices(judged, settings.level)),
    )


def _strata(judged: JudgedSegments, rows: Judged) -> tuple[str, Integers]:
    """Choose the strata within which scores are compared: the finest that hold most judgments."""
    ratings = judged.ratings
    finest = {
        "output": grouped(judged.system, ratings.item).numbers,
        "annotator and system": grouped(ratings.annotator, judged.system).numbers,
    }
    for name, codes in finest.items():
        if covered(rows, codes) >= _COVERED:
            return name, codes
    return "system", judged.system


def _of_comparisons(
    ratings: Ratings,
    names: tuple[str, str],
    settings: ConditionSettings,
    testset: TestSet | None,
    rename: Mapping[str, str] | None,
) -> _Found:
    """Compare shares of wins and of ties."""
    compared = [
        Comparisons.of(ratings.where(ratings.condition.is_(name))).of_single_systems()
        for name in names
    ]
    systems = sorted({name for one in compared for name in one.systems})
    sides = [np.array([systems.index(name) for name in one.systems]) for one in compared]
    first, second, outcome = (
        np.concatenate(parts)
        for parts in (
            [side[one.first] for side, one in zip(sides, compared, strict=True)],
            [side[one.second] for side, one in zip(sides, compared, strict=True)],
            [one.outcome for one in compared],
        )
    )
    item = Words.concatenated([one.item for one in compared])
    unit = _documents(item, ratings.origin) if settings.level == "document" else item
    of_second = np.repeat([False, True], [len(one) for one in compared])
    rows = Judged(of_second, unit.codes, np.ones(len(outcome)))
    numbers = {EQUAL: share(rows, outcome == 0)}
    for place, system in enumerate(systems):
        own = (first == place) | (second == place)
        won = ((first == place) & (outcome > 0)) | ((second == place) & (outcome < 0))
        numbers[system] = share(rows.where(own), won[own])
    units = len(unit.names)
    overlap: list[Shift] = []
    metric = ""
    if testset is not None:
        outputs = ReferenceOverlap.of(testset, ratings, systems, rename)
        metric = outputs.metric
        x, other = (
            outputs.of_outputs([systems[one] for one in side], item) for side in (first, second)
        )
        x = x - other
        known = ~np.isnan(x)
        given = rows.where(known), x[known], outcome[known].astype(np.float64)
        overlap = shifts(
            {
                "slope": slope(*given, centered=False),
                "correlation": correlation(*given, centered=False),
            },
            units,
            settings,
        )
    return _Found(
        ratings,
        systems,
        "share of wins",
        "",
        units,
        shifts(numbers, units, settings),
        overlap,
        metric,
        (),
    )


def _documents(item: Words, origin: str) -> Words:
    """Document of each item."""
    documents = Words.of(name.split("\t")[1] for name in item.names)
    if "" in documents.names:
        raise UsageError(
            f"{wording.option('level', 'document')} needs the document of each segment; the"
            " judgments do not name it.",
            hint="Add a column `document`, or resample segments:"
            f" {wording.option('level', 'segment')}.",
        )
    return Words(documents.codes[item.codes], documents.names)


def _few_trials(settings: ConditionSettings) -> Iterator[Notice]:
    needed = alpha_of(settings.confidence_level)
    if 1 / (settings.trials + 1) > needed:
        yield FewRankingTrials(settings.trials, needed)


def _other_annotators(ratings: Ratings, names: tuple[str, str]) -> Iterator[Notice]:
    """Warn if no annotator judged under both conditions: the difference may be theirs."""
    first, second = (
        set(ratings.annotator.select(ratings.condition.is_(name)).names) - {""} for name in names
    )
    if first and second and first.isdisjoint(second):
        yield OtherAnnotators(len(first), len(second))
