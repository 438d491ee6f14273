"""Quality control of annotators, as Graham et al. do it for direct assessment.

Some items are outputs degraded on purpose. Who rates them lower than the outputs themselves,
within the same batch, can tell good translations from bad; who does not is left out, whatever the
reason. What the time, runs of equal scores and the scores of references say are cautions only.

Reference: Graham, Baldwin, Moffat and Zobel 2017, Can machine translation systems be evaluated by
the crowd alone?
"""

import math
from dataclasses import dataclass
from typing import Any, ClassVar, NamedTuple

from tertium.core.arrays import Floats
from tertium.core.errors import DataError
from tertium.core.plain import counted
from tertium.core.spec import Spec, option
from tertium.human.comparisons import TASKS as RELATIVE
from tertium.human.groups import grouped, places
from tertium.human.ratings import Integers, Mask, Ratings
from tertium.inference.rank_tests import signed_rank
from tertium.inference.verdicts import printed

TESTS = ("paired-t", "signed-rank")


@dataclass(frozen=True)
class Rules(Spec):
    """What is asked of annotators; defaults are those of Graham et al."""

    name: ClassVar[str] = "quality_control"

    test: str = option("paired-t", "Test of degraded outputs against the outputs.", choices=TESTS)
    alpha: float = option(0.05, "Largest p-value of those who pass.", above=0, below=1)
    shortest: float = option(
        300.0, "Caution where a batch took fewer seconds.", minimum=0, maximum=10**9
    )
    longest_run: int = option(
        8, "Caution where more scores in a row are equal.", minimum=1, maximum=10**9
    )
    reference_mean: float = option(
        90.0,
        "Caution where references are rated lower for adequacy.",
        minimum=-(10**9),
        maximum=10**9,
    )


@dataclass(frozen=True)
class AnnotatorQuality:
    """Whether an annotator can be trusted, and what that rests on.

    Attributes:
        annotator: Who it is.
        judgments: Number of judgments, those of control items included.
        batches: Number of batches.
        rejected: How many of them were rejected.
        pairs: Number of degraded outputs rated in the same batch as the outputs themselves.
        difference: Mean of how much higher the degraded ones are rated; negative where all is well.
        statistic: Of the test: t, or the sum of positive ranks.
        p: Its p-value, one-sided.
        repeats: Number of outputs rated again in the same batch.
        repeat_difference: Mean absolute difference between the two ratings.
        bad_reference_mean: Mean rating of degraded outputs.
        system_mean: Mean rating of outputs, repeats left out.
        reference_mean: Mean rating of references.
        shortest: Seconds of the shortest batch, each divided by the batches open at once.
        mean_time: Mean seconds of a batch, divided in the same way.
        concurrent: Largest number of batches open at once.
        longest_run: Longest run of equal scores; ranks and MQM scores do not count.
        trusted: Whether the judgments count.
        reasons: Why not, in words; empty where the annotator is trusted.
        cautions: What else is suspicious: by "scores", "time" or "run", in words.
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
    trusted: bool
    reasons: tuple[str, ...]
    cautions: dict[str, str]

    @property
    def verdict(self) -> str:
        """The verdict in words; nothing is known of those who saw no degraded outputs."""
        if self.trusted:
            return "trusted"
        return "not trusted" if self.pairs or self.rejected else "unknown"


@dataclass(frozen=True)
class QualityControl:
    """Verdicts on all annotators, in the order of their names."""

    rules: Rules
    annotators: tuple[AnnotatorQuality, ...]

    @property
    def trusted(self) -> tuple[str, ...]:
        """Names of those who pass."""
        return tuple(one.annotator for one in self.annotators if one.trusted)


class ControlPairs(NamedTuple):
    """Control items rated in the same batch as the outputs themselves.

    Attributes:
        rows: Rows of the control items.
        original: Rating of the output: the mean, where it was rated several times.
        control: Rating of the control item.
    """

    rows: Integers
    original: Floats
    control: Floats


class BatchTimes(NamedTuple):
    """Time that each annotator spent on each batch.

    Attributes:
        rows: A row of each.
        start: When it was begun.
        end: When it was ended.
        concurrent: Batches that the annotator had open at once.
    """

    rows: Integers
    start: Floats
    end: Floats
    concurrent: Integers

    @property
    def seconds(self) -> Floats:
        """Time spent, shared among the batches open at once."""
        return (self.end - self.start) / self.concurrent


def quality_control(ratings: Ratings, rules: Rules | None = None) -> QualityControl:
    """Judge every annotator by degraded outputs; an undefined p-value fails.

    Differences are pooled over all batches and language pairs of an annotator.

    Args:
        ratings: Judgments, control items included.
        rules: What is asked; by default what Graham et al. ask.
    """
    import numpy as np

    if np.isnan(ratings.value).all():
        if np.isnan(ratings.standardized).all():
            raise DataError(
                "Quality control needs scores, and no judgment has one.", where=ratings.origin
            )
        raise DataError(
            "Quality control needs judgments as they were given; these are standardized only.",
            where=ratings.origin,
            hint="Where such are published, those who fail are usually left out already.",
        )
    rules = rules or Rules()
    found = sorted(_evidence(ratings).items())
    return QualityControl(rules, tuple(_judged(name, one, rules) for name, one in found))


def trusted_only(ratings: Ratings, quality: QualityControl) -> Ratings:
    """Give the judgments of those who passed."""
    if not quality.trusted:
        raise DataError(
            "The only annotator does not pass quality control."
            if len(quality.annotators) == 1
            else f"None of {counted(len(quality.annotators), 'annotator')} passes quality control.",
            where=ratings.origin,
            hint="tertium human quality tells why."
            if "bad_reference" in ratings.kind.names
            else "There are no degraded outputs among the judgments: do without quality control.",
        )
    return ratings.where(ratings.annotator.is_(*quality.trusted), str(quality.rules))


def control_pairs(ratings: Ratings, kind: str) -> ControlPairs:
    """Pair control items of a kind with the outputs rated by the same annotator in the same batch.

    Args:
        ratings: Judgments.
        kind: "bad_reference", "repeat" or "reference".
    """
    import numpy as np

    groups = grouped(ratings.annotator, ratings.batch, ratings.task, ratings.system, ratings.item)
    rated = ~np.isnan(ratings.value)
    original = ratings.kind.is_("system") & rated
    count = np.bincount(groups.numbers[original], minlength=len(groups.first))
    total = np.bincount(groups.numbers[original], ratings.value[original], len(groups.first))
    rows = np.flatnonzero(ratings.kind.is_(kind) & rated & (count[groups.numbers] > 0))
    of_rows = groups.numbers[rows]
    return ControlPairs(rows, total[of_rows] / count[of_rows], ratings.value[rows])


def batch_times(ratings: Ratings) -> BatchTimes:
    """Time from the beginning to the end of each batch, and how many were open at once.

    These are the more of those open when the batch was begun and when it was ended.
    """
    import numpy as np

    groups = grouped(ratings.annotator, ratings.batch)
    start, end = np.full(len(groups.first), np.inf), np.full(len(groups.first), -np.inf)
    np.fmin.at(start, groups.numbers, ratings.start)
    np.fmax.at(end, groups.numbers, ratings.end)
    known = np.isfinite(start) & np.isfinite(end) & (end >= start)
    rows, start, end = groups.first[known], start[known], end[known]
    concurrent = np.ones(len(rows), dtype=np.int64)
    annotators = ratings.annotator.codes[rows]
    for annotator in np.unique(annotators):
        own = annotators == annotator
        starts, ends = np.sort(start[own]), np.sort(end[own])
        for times in (start[own], end[own]):
            opened = np.searchsorted(starts, times, "right") - np.searchsorted(ends, times, "left")
            concurrent[own] = np.maximum(concurrent[own], opened)
    return BatchTimes(rows, start, end, concurrent)


class PairedTest(NamedTuple):
    """Whether degraded outputs are rated lower."""

    statistic: float
    p: float


def paired_test(differences: Floats, test: str) -> PairedTest:
    """Test whether differences are negative; undefined where they are all equal, or one only."""
    import numpy as np
    from scipy.special import stdtr

    size = len(differences)
    if size < 2:
        return PairedTest(math.nan, math.nan)
    mean, error = float(differences.mean()), float(differences.std(ddof=1)) / math.sqrt(size)
    if error <= 10 * np.finfo(float).eps * abs(mean):  # where R refuses too
        return PairedTest(math.nan, math.nan)
    if test == "signed-rank":
        found = signed_rank(differences, "less")
        return PairedTest(found.statistic, found.p)
    return PairedTest(mean / error, float(stdtr(size - 1, mean / error)))


class _Evidence(NamedTuple):
    """What is known of an annotator.

    Attributes:
        values: All ratings in their order.
        on_scale: Those that are neither ranks nor MQM scores, of which many are 0.
        degraded: How much higher degraded outputs are rated than the outputs.
        repeated: How much higher outputs are rated the second time.
        bad_references: Ratings of degraded outputs.
        systems: Of outputs.
        references: Of references.
        adequate: Of references, for adequacy.
        seconds: Time of each batch.
        concurrent: Batches open at once, for each.
        rejected: Whether each was rejected.
    """

    values: Floats
    on_scale: Floats
    degraded: Floats
    repeated: Floats
    bad_references: Floats
    systems: Floats
    references: Floats
    adequate: Floats
    seconds: Floats
    concurrent: Integers
    rejected: Mask


def _evidence(ratings: Ratings) -> dict[str, _Evidence]:
    import numpy as np

    names, value = ratings.annotator.names, ratings.value

    def of_each(values: Any, rows: Integers) -> list[Any]:
        """Values by the annotator of the rows they belong to."""
        return [values[own] for own in places(ratings.annotator, rows)]

    def rated(*masks: Mask) -> list[Floats]:
        rows = np.flatnonzero(np.logical_and.reduce([~np.isnan(value), *masks]))
        return of_each(value[rows], rows)

    degraded, repeated = (control_pairs(ratings, kind) for kind in ("bad_reference", "repeat"))
    times, batches = batch_times(ratings), grouped(ratings.annotator, ratings.batch)
    rejected = np.zeros(len(batches.first), dtype=np.bool_)
    rejected[batches.numbers[_is_rejected(ratings)]] = True
    references = ratings.kind.is_("reference")
    parts = zip(
        rated(),
        rated(~ratings.task.is_(*RELATIVE, "mqm")),
        of_each(degraded.control - degraded.original, degraded.rows),
        of_each(repeated.control - repeated.original, repeated.rows),
        rated(ratings.kind.is_("bad_reference")),
        rated(ratings.kind.is_("system")),
        rated(references),
        rated(references, ratings.task.is_("adequacy")),
        of_each(times.seconds, times.rows),
        of_each(times.concurrent, times.rows),
        of_each(rejected, batches.first),
        strict=True,
    )
    return {name: _Evidence(*part) for name, part in zip(names, parts, strict=True)}


def _judged(name: str, evidence: _Evidence, rules: Rules) -> AnnotatorQuality:
    found = paired_test(evidence.degraded, rules.test)
    reasons = _reasons(evidence, found.p, rules)
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
        trusted=not reasons,
        reasons=reasons,
        cautions=_cautions(evidence, rules),
    )


def _reasons(evidence: _Evidence, p: float, rules: Rules) -> tuple[str, ...]:
    reasons = []
    rejected, pairs = int(evidence.rejected.sum()), len(evidence.degraded)
    if rejected:
        batches = counted(len(evidence.rejected), "batch", "batches")
        reasons.append(f"{rejected:,} of {batches} {'was' if rejected == 1 else 'were'} rejected.")
    if not pairs:
        reasons.append("No degraded output was rated in one batch with the output itself.")
    elif math.isnan(p):
        reasons.append(
            "There is one degraded output only, which is too few for a test."
            if pairs == 1
            else f"All {counted(pairs, 'degraded output')} are rated equally far from the outputs."
        )
    elif p > rules.alpha:
        reasons.append(
            "Degraded outputs are not shown to be rated lower than the outputs themselves"
            f" (p = {printed(p)}, {counted(pairs, 'pair')})."
        )
    return tuple(reasons)


def _cautions(evidence: _Evidence, rules: Rules) -> dict[str, str]:
    cautions = {}
    bad, system, reference = (
        _mean(part) for part in (evidence.bad_references, evidence.systems, evidence.references)
    )
    if bad >= system:
        cautions["scores"] = "Degraded outputs are rated no lower than outputs, on average."
    elif system >= reference:
        cautions["scores"] = "Outputs are rated no lower than references, on average."
    elif _mean(evidence.adequate) < rules.reference_mean:
        cautions["scores"] = (
            f"References are rated {_mean(evidence.adequate):.1f} for adequacy, on average."
        )
    if len(evidence.seconds) and evidence.seconds.min() < rules.shortest:
        cautions["time"] = f"A batch took {counted(round(evidence.seconds.min()), 'second')}."
    if longest_run(evidence.on_scale) > rules.longest_run:
        cautions["run"] = f"{counted(longest_run(evidence.on_scale), 'score')} in a row are equal."
    return cautions


def _is_rejected(ratings: Ratings) -> Mask:
    named = [name for name in ratings.status.names if name.lower() == "rejected"]
    return ratings.status.is_(*named)


def longest_run(values: Floats) -> int:
    """Length of the longest run of equal values."""
    import numpy as np

    if not len(values):
        return 0
    ends = np.flatnonzero(np.append(values[1:] != values[:-1], True))
    return int(np.diff(ends, prepend=-1).max())


def _mean(values: Floats) -> float:
    return float(values.mean()) if len(values) else math.nan
