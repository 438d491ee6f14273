"""Quality control of annotators, as Graham et al. 2017 do it for direct assessment.

Some items are deliberately degraded outputs. Annotators pass if they score these significantly
lower than the original outputs of the same batch; the judgments of annotators who fail are
excluded. Where outputs are compared with each other, annotators pass if they rank degraded outputs
below the outputs beside them. Short times, runs of equal scores and low scores of references are
cautions only.

Answers of yes and no, and comparisons, are tested in the same way: with ten pairs or more, an
annotator who answers at random passes a 5 % t-test at most 5.4 % of the time.

Reference: Graham, Baldwin, Moffat and Zobel 2017, Can machine translation systems be evaluated by
the crowd alone?
"""

import math
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from tertium.core import wording
from tertium.core.arrays import Floats
from tertium.core.errors import DataError
from tertium.core.formatting import counted
from tertium.core.notices import Notice
from tertium.human.columns import Integers, Mask
from tertium.human.comparisons import TASKS as RELATIVE
from tertium.human.control_items import batch_times, compared_controls, control_pairs
from tertium.human.groups import grouped, places
from tertium.human.notices import (
    DegradedNotLower,
    DegradedScoredHigh,
    EqualDifferences,
    EqualScores,
    FastBatch,
    LowReferenceScores,
    NoDegradedOutputs,
    OneDegradedOutput,
    OutputsScoredHigh,
    RejectedBatches,
)
from tertium.human.ratings import YES_NO, Ratings
from tertium.human.settings import Rules
from tertium.inference.rank_tests import signed_rank

# Stands for the answer scale of outputs that are compared with each other.
_COMPARED = "compared"


@dataclass(frozen=True)
class AnnotatorQuality:
    """Whether an annotator passes quality control, and the evidence.

    Attributes:
        annotator: Name or id.
        judgments: Number of judgments, those of control items included.
        batches: Number of batches.
        rejected: Number of rejected batches.
        pairs: Number of degraded outputs rated in the same batch as the original outputs.
        difference: Mean rating of degraded minus original outputs; negative for a good annotator.
            In comparisons 1 if the degraded output is better than the others, -1 if it is worse.
        statistic: Test statistic: t, or the sum of positive ranks.
        p: One-sided p-value.
        repeats: Number of outputs rated again in the same batch.
        repeat_difference: Mean absolute difference between the two ratings.
        bad_reference_mean: Mean rating of degraded outputs.
        system_mean: Mean rating of outputs, repeats left out.
        reference_mean: Mean rating of references.
        shortest: Seconds of the shortest batch, each divided by the batches open at once.
        mean_time: Mean seconds of a batch, divided in the same way.
        concurrent: Largest number of batches open at once.
        longest_run: Longest run of equal scores; ranks, MQM scores, and answers of yes or no do
            not count.
        passed: Whether the annotator passes, so that the judgments are used.
        reasons: Reasons to fail; empty if the annotator passes.
        cautions: Suspicious behaviour that does not affect the verdict.
        compared: Number of the pairs in which the outputs were ranked together.
    """

    annotator: str
    judgments: int
    batches: int
    rejected: int
    pairs: int
    difference: float
    statistic: float
    p: float
    repeats: int
    repeat_difference: float
    bad_reference_mean: float
    system_mean: float
    reference_mean: float
    shortest: float
    mean_time: float
    concurrent: int
    longest_run: int
    passed: bool
    reasons: tuple[Notice, ...]
    cautions: tuple[Notice, ...]
    compared: int = 0

    @property
    def verdict(self) -> str:
        """The verdict in words; annotators who saw no degraded outputs are not tested."""
        if self.passed:
            return "passed"
        return "failed" if self.pairs or self.rejected else "not tested"


@dataclass(frozen=True)
class QualityControl:
    """Verdicts on all annotators, in the order of their names."""

    rules: Rules
    annotators: tuple[AnnotatorQuality, ...]

    @property
    def passed(self) -> tuple[str, ...]:
        """Names of the annotators who pass."""
        return tuple(one.annotator for one in self.annotators if one.passed)


def quality_control(ratings: Ratings, rules: Rules | None = None) -> QualityControl:
    """Test every annotator by degraded outputs; an undefined p-value fails.

    Differences are pooled over all batches and language pairs of an annotator. Further sliders are
    left out: they judge the same outputs once more.

    Args:
        ratings: Judgments, control items included.
        rules: Rules of quality control; by default those of Graham et al. 2017.
    """
    ratings = ratings.without_sliders()
    if np.isnan(ratings.value).all():
        if np.isnan(ratings.standardized).all():
            raise DataError(
                "Quality control needs scores, but the judgments have none.", where=ratings.origin
            )
        raise DataError(
            "Quality control needs raw scores; the judgments have only standardized scores.",
            where=ratings.origin,
            hint="Published standardized scores usually exclude annotators who failed.",
        )
    rules = rules or Rules()
    found = sorted(_evidence(ratings).items())
    return QualityControl(rules, tuple(_judged(name, one, rules) for name, one in found))


def passed_only(ratings: Ratings, quality: QualityControl) -> Ratings:
    """Keep the judgments of annotators who pass."""
    if not quality.passed:
        raise DataError(
            "The only annotator does not pass quality control."
            if len(quality.annotators) == 1
            else f"None of {counted(len(quality.annotators), 'annotator')} passes quality control.",
            where=ratings.origin,
            hint=f"{wording.call('quality')} shows why."
            if "bad_reference" in ratings.kind.names
            else "The judgments contain no degraded outputs: rank without quality control,"
            f" {wording.option('quality', False)}.",
        )
    return ratings.where(ratings.annotator.is_(*quality.passed), str(quality.rules))


class PairedTest(NamedTuple):
    """Whether degraded outputs are rated lower."""

    statistic: float
    p: float


def paired_test(differences: Floats, test: str) -> PairedTest:
    """Test whether differences are negative; undefined if all are equal or there is only one."""
    from scipy.special import stdtr

    size = len(differences)
    if size < 2:
        return PairedTest(math.nan, math.nan)
    mean, error = float(differences.mean()), float(differences.std(ddof=1)) / math.sqrt(size)
    if error <= 10 * np.finfo(float).eps * abs(mean):  # R refuses these, too
        return PairedTest(math.nan, math.nan)
    if test == "signed-rank":
        found = signed_rank(differences, "less")
        return PairedTest(found.statistic, found.p)
    return PairedTest(mean / error, float(stdtr(size - 1, mean / error)))


class _Evidence(NamedTuple):
    """The data of one annotator.

    Attributes:
        values: All ratings in order.
        on_scale: Ratings except ranks, and except MQM scores and answers of yes or no, because
            many of these are equal.
        degraded: Ratings of degraded minus original outputs.
        scales: Answer scale of each of these differences.
        repeated: Second minus first ratings of outputs.
        bad_references: Ratings of degraded outputs, ranks left out.
        systems: Ratings of outputs, ranks left out.
        references: Ratings of references, ranks left out.
        adequate: Ratings of references for adequacy; those on the scale of yes or no and on
            five-point scales do not count, because their numbers are low.
        seconds: Time of each batch, rankings left out.
        concurrent: Number of batches open at once, for each batch.
        rejected: Whether each batch was rejected.
    """

    values: Floats
    on_scale: Floats
    degraded: Floats
    scales: NDArray[np.object_]
    repeated: Floats
    bad_references: Floats
    systems: Floats
    references: Floats
    adequate: Floats
    seconds: Floats
    concurrent: Integers
    rejected: Mask


def _evidence(ratings: Ratings) -> dict[str, _Evidence]:
    names, value = ratings.annotator.names, ratings.value

    def of_each(values: Any, rows: Integers) -> list[Any]:
        """Values by the annotator of the rows they belong to."""
        return [values[own] for own in places(ratings.annotator, rows)]

    def rated(*masks: Mask) -> list[Floats]:
        rows = np.flatnonzero(np.logical_and.reduce([~np.isnan(value), *masks]))
        return of_each(value[rows], rows)

    degraded, repeated = (control_pairs(ratings, kind) for kind in ("bad_reference", "repeat"))
    compared = compared_controls(ratings)
    pairs = np.concatenate([degraded.rows, compared.rows])
    differences = np.concatenate([degraded.control - degraded.original, compared.difference])
    scales = ratings.scale.to_array()[pairs]
    scales[len(degraded.rows) :] = _COMPARED
    relative = ratings.task.is_(*RELATIVE)
    # The batch of a ranking is the ranking itself, whose time is short.
    timed = np.flatnonzero(~relative)
    times, batches = batch_times(ratings.where(timed)), grouped(ratings.annotator, ratings.batch)
    rejected = np.zeros(len(batches.first), dtype=np.bool_)
    rejected[batches.numbers[_is_rejected(ratings)]] = True
    references = ratings.kind.is_("reference")
    parts = zip(
        rated(),
        rated(~relative, ~ratings.task.is_("mqm"), ~ratings.scale.is_(YES_NO)),
        of_each(differences, pairs),
        of_each(scales, pairs),
        of_each(repeated.control - repeated.original, repeated.rows),
        rated(~relative, ratings.kind.is_("bad_reference")),
        rated(~relative, ratings.kind.is_("system")),
        rated(~relative, references),
        rated(references, ratings.task.is_("adequacy"), ratings.scale.is_("", "slider")),
        of_each(times.seconds, timed[times.rows]),
        of_each(times.concurrent, timed[times.rows]),
        of_each(rejected, batches.first),
        strict=True,
    )
    return {name: _Evidence(*part) for name, part in zip(names, parts, strict=True)}


def _judged(name: str, evidence: _Evidence, rules: Rules) -> AnnotatorQuality:
    found = paired_test(_testable(evidence), rules.test)
    reasons = tuple(_reasons(evidence, found.p, rules))
    return AnnotatorQuality(
        annotator=name,
        judgments=len(evidence.values),
        batches=len(evidence.rejected),
        rejected=int(evidence.rejected.sum()),
        pairs=len(evidence.degraded),
        difference=_mean(evidence.degraded),
        statistic=found.statistic,
        p=found.p,
        repeats=len(evidence.repeated),
        repeat_difference=_mean(abs(evidence.repeated)),
        bad_reference_mean=_mean(evidence.bad_references),
        system_mean=_mean(evidence.systems),
        reference_mean=_mean(evidence.references),
        shortest=float(evidence.seconds.min()) if len(evidence.seconds) else math.nan,
        mean_time=_mean(evidence.seconds),
        concurrent=int(evidence.concurrent.max(initial=0)),
        longest_run=longest_run(evidence.on_scale),
        passed=not reasons,
        reasons=reasons,
        cautions=tuple(_cautions(evidence, rules)),
        compared=int((evidence.scales == _COMPARED).sum()),
    )


def _testable(evidence: _Evidence) -> Floats:
    """Differences that can be tested together.

    Differences on several answer scales are divided by their root mean square on each scale. If an
    annotator answers yes to every original and no to every degraded output, or ranks every degraded
    output last, all differences are -1 and a t-test is undefined; the p-value with one of the pairs
    tied is an upper bound.
    """
    differences, names = evidence.degraded, set(evidence.scales.tolist())
    if names in ({YES_NO}, {_COMPARED}) and (differences == -1).all():
        return np.append(differences[1:], 0.0)
    if len(names) < 2:
        return differences
    tested = differences.copy()
    for name in names:
        rows = evidence.scales == name
        tested[rows] /= math.sqrt(float((differences[rows] ** 2).mean())) or 1.0
    return tested


def _reasons(evidence: _Evidence, p: float, rules: Rules) -> Iterator[Notice]:
    """Find the reasons why an annotator fails."""
    rejected, pairs = int(evidence.rejected.sum()), len(evidence.degraded)
    if rejected:
        yield RejectedBatches(rejected, len(evidence.rejected))
    if not pairs:
        yield NoDegradedOutputs()
    elif math.isnan(p):
        yield OneDegradedOutput() if pairs == 1 else EqualDifferences(pairs)
    elif p > rules.alpha:
        yield DegradedNotLower(p, pairs, int((evidence.scales == _COMPARED).sum()))


def _cautions(evidence: _Evidence, rules: Rules) -> Iterator[Notice]:
    """Find suspicious behaviour that does not affect the verdict."""
    degraded, system, reference = (
        _mean(part) for part in (evidence.bad_references, evidence.systems, evidence.references)
    )
    if degraded >= system:
        yield DegradedScoredHigh()
    elif system >= reference:
        yield OutputsScoredHigh()
    elif _mean(evidence.adequate) < rules.reference_mean:
        yield LowReferenceScores(_mean(evidence.adequate))
    if len(evidence.seconds) and evidence.seconds.min() < rules.shortest:
        yield FastBatch(float(evidence.seconds.min()))
    if longest_run(evidence.on_scale) > rules.longest_run:
        yield EqualScores(longest_run(evidence.on_scale))


def _is_rejected(ratings: Ratings) -> Mask:
    named = [name for name in ratings.status.names if name.lower() == "rejected"]
    return ratings.status.is_(*named)


def longest_run(values: Floats) -> int:
    """Length of the longest run of equal values."""
    if not len(values):
        return 0
    ends = np.flatnonzero(np.append(values[1:] != values[:-1], True))
    return int(np.diff(ends, prepend=-1).max())


def _mean(values: Floats) -> float:
    return float(values.mean()) if len(values) else math.nan
