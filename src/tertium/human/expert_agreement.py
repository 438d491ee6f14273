"""How many non-experts agree with experts as well as one expert does (Snow et al. 2008).

An expert is compared with the other experts: the score with the mean of their scores (Pearson
correlation), or the answer with the most frequent of their answers (share of equal answers). The
mean, or the most frequent answer, of 1, 2, ... non-experts is compared with the same experts, one
left out in turn, on the same outputs. Answers that are equally frequent count as if one of them
were drawn at random.
"""

from dataclasses import dataclass
from typing import Protocol

import numpy as np

from tertium.core.arrays import Floats
from tertium.core.errors import DataError
from tertium.core.formatting import counted
from tertium.core.intervals import Interval
from tertium.core.records import Defect, Defects, empty
from tertium.core.resampling import Bootstrap, replicates
from tertium.human.columns import Integers, Mask
from tertium.human.expert_judgments import (
    SCORES,
    VOTES,
    Panel,
    Panels,
    first_of,
    orders,
    top_shares,
    votes_of,
)
from tertium.human.settings import ExpertSettings
from tertium.inference.intervals import percentile

# Deviations of a variance from 0 that are rounding errors, relative to the sum of squares.
_ROUNDING = 1e-12


@dataclass(frozen=True)
class NonExperts:
    """Agreement of a number of non-experts with experts.

    Attributes:
        non_experts: Their number.
        agreement: Correlation or share of equal answers, the mean over choices of annotators.
        interval: Its confidence interval.
        difference: Agreement minus that of one expert; NaN if that is unknown.
        difference_interval: Confidence interval of the difference.
    """

    non_experts: int
    agreement: float
    interval: Interval
    difference: float
    difference_interval: Interval


@dataclass(frozen=True)
class ExpertAgreement:
    """Agreement of non-experts with experts.

    Attributes:
        settings: How it was measured.
        digest: Fingerprint of the judgments of experts.
        measure: "correlation" of mean scores, or "accuracy" of the most frequent answer.
        experts: Number of experts.
        non_experts: Number of non-experts.
        outputs: Number of outputs (of pairs, for relative judgments) that the numbers rest on.
        shared: Number of outputs that experts and non-experts judged.
        unit: What is resampled: "segment" or "document".
        units: Their number.
        expert: Agreement of one expert with the others; NaN if it is unknown.
        expert_interval: Its confidence interval, or the reason why it is unknown.
        steps: Agreement of 1, 2, ... non-experts.
        equal: Smallest number of non-experts that agree with experts as well as one expert does;
            None if no number does, or if the agreement of experts is unknown.
        at_least: Smallest number that may be as good as one expert, within the interval.
        at_most: Smallest number that is at least as good, at the confidence level.
    """

    settings: ExpertSettings
    digest: str
    measure: str
    experts: int
    non_experts: int
    outputs: int
    shared: int
    unit: str
    units: int
    expert: float
    expert_interval: Interval
    steps: tuple[NonExperts, ...]
    equal: int | None
    at_least: int | None
    at_most: int | None

    def defects(self) -> Defects:
        """The steps are 1, 2, ... non-experts, and the measure is known."""
        yield from empty(self, "steps")
        if [one.non_experts for one in self.steps] != [*range(1, len(self.steps) + 1)]:
            yield Defect("steps", "Expected steps of 1, 2, ... non-experts.")
        if self.measure not in (SCORES, VOTES):
            yield Defect("measure", f"Expected {SCORES} or {VOTES}.")
        for name in ("equal", "at_least", "at_most"):
            number = getattr(self, name)
            if number is not None and not 1 <= number <= len(self.steps):
                yield Defect(name, f"Expected a number from 1 to {len(self.steps)}, or null.")


def measure_experts(panels: Panels, digest: str, settings: ExpertSettings) -> ExpertAgreement:
    """Measure the agreement of 1, 2, ... non-experts with experts.

    Args:
        panels: Judgments of the same outputs.
        digest: Fingerprint of the judgments of experts.
        settings: How to measure it.
    """
    shared, chosen, most = _chosen(panels, settings.non_experts)
    kind = _Correlation if chosen.measure == SCORES else _Accuracy
    measured: _Measured = kind(chosen, most, settings)
    units = int(chosen.units.max()) + 1
    observed = measured(np.ones((1, units)))[0]
    reason = "" if measured.others else _why_unknown(chosen)
    resampled = np.empty((0, most + 1))
    if units > 1:
        draws = Bootstrap(units, units)
        resampled = replicates(draws, settings.trials, settings.seed, measured)

    def interval(values: Floats, value: float, reason: str = "") -> Interval:
        if np.isnan(value):
            return Interval.undefined(reason or "judgments do not vary")
        if units < 2:
            return Interval.undefined(f"only one {chosen.unit} was judged")
        return percentile(values, settings.confidence_level)

    expert = float(observed[0])
    steps = tuple(
        NonExperts(
            number,
            float(observed[number]),
            interval(resampled[:, number], observed[number]),
            float(observed[number] - expert),
            interval(resampled[:, number] - resampled[:, 0], observed[number] - expert, reason),
        )
        for number in range(1, most + 1)
    )
    return ExpertAgreement(
        settings,
        digest,
        chosen.measure,
        experts=chosen.experts.annotators,
        non_experts=chosen.crowd.annotators,
        outputs=chosen.outputs,
        shared=shared,
        unit=chosen.unit,
        units=units,
        expert=expert,
        expert_interval=interval(resampled[:, 0], expert, reason),
        steps=steps,
        equal=_first(steps, [one.difference for one in steps]),
        at_least=_first(steps, [one.difference_interval.high for one in steps]),
        at_most=_first(steps, [one.difference_interval.low for one in steps]),
    )


def _chosen(panels: Panels, most: int | None) -> tuple[int, Panels, int]:
    """Number of shared outputs, those that are used, and the largest number of non-experts.

    All numbers rest on the same outputs, so that they can be compared.
    """
    by_crowd, by_experts = (panel.times(panels.outputs) for panel in (panels.crowd, panels.experts))
    shared = (by_crowd > 0) & (by_experts > 0)
    if not shared.any():
        raise DataError(
            "No output was judged by both experts and non-experts.",
            hint="Judgments are joined by system, document, segment and language pair.",
        )
    several = shared & (by_experts > 1)
    usable = several if several.any() else shared
    times = np.sort(by_crowd[usable])[::-1]
    most = most or int(times[(len(times) - 1) // 2])
    if times[0] < most:
        raise DataError(
            f"No output was judged by {counted(most, 'non-expert')}; at most {times[0]:,} judged"
            " the same output."
        )
    return int(shared.sum()), panels.where(usable & (by_crowd >= most)), most


def _why_unknown(panels: Panels) -> str:
    if panels.experts.annotators == 1:
        return "there is only one expert"
    return "no output was judged by two experts"


def _first(steps: tuple[NonExperts, ...], values: list[float]) -> int | None:
    """Smallest number of non-experts whose value is at least 0."""
    at = (one.non_experts for one, value in zip(steps, values, strict=True) if value >= -_ROUNDING)
    return next(at, None)


class _Measured(Protocol):
    """Agreement of one expert and of 1, 2, ... non-experts, by weights of units.

    Attributes:
        others: Whether any expert can be compared with other experts.
    """

    others: bool

    def __init__(self, panels: Panels, most: int, settings: ExpertSettings) -> None: ...

    def __call__(self, drawn: Floats) -> Floats:
        """Return a row of numbers for each row of weights."""


class _Units:
    """Sums over the outputs of each unit."""

    def __init__(self, units: Integers) -> None:
        self._order = np.argsort(units, kind="stable")
        self._begins = np.flatnonzero(np.diff(units[self._order], prepend=-1))

    def sums(self, values: Floats) -> Floats:
        """Sums of each unit; every unit has an output."""
        summed: Floats = np.add.reduceat(values[self._order], self._begins, axis=0)
        return summed


class _Correlation:
    """Pearson correlation with the mean score of experts.

    It is the mean over experts who are left out in turn, by their number of outputs, and over
    orders of the non-experts.
    """

    def __init__(self, panels: Panels, most: int, settings: ExpertSettings) -> None:
        self._units = _Units(panels.units)
        middle = panels.experts.value.mean()
        values = _table(panels.experts, panels.outputs) - middle
        known = ~np.isnan(values)
        sums, times = np.nansum(values, axis=0), known.sum(axis=0)
        self.others = bool((times > 1).any())
        self._targets: list[tuple[Mask, Floats, Floats | None]] = []
        if self.others:
            for own, judged in zip(values, known & (times > 1), strict=True):
                rest = (sums - np.where(judged, own, 0.0)) / np.maximum(times - 1, 1)
                self._targets.append((judged, rest, own))
        else:
            self._targets.append((times > 0, sums / np.maximum(times, 1), None))
        crowd = panels.crowd._replace(value=panels.crowd.value - panels.crowd.value.mean())
        self._sizes = np.arange(1, most + 1)
        self._values = [
            first_of(crowd, order, panels.outputs, most).astype(np.float64)
            for order in orders(crowd.annotators, settings.orders, settings.seed)
        ]

    def __call__(self, drawn: Floats) -> Floats:
        weights = drawn.astype(np.float64)
        found = np.zeros((len(weights), len(self._sizes) + 1))
        total = np.zeros_like(found)
        for judged, target, own in self._targets:
            mask = judged.astype(np.float64)[:, None]
            y = np.where(judged, target, 0.0)[:, None]
            fixed = weights @ self._units.sums(np.hstack([mask, y, y**2]))
            correlations = np.full((len(weights), found.shape[1]), np.nan)
            if own is not None:
                x = np.where(judged, own, 0.0)[:, None]
                correlations[:, :1] = self._correlations(weights, x, mask, y, fixed)
            correlations[:, 1:] = self._of_crowd(weights, mask, y, fixed)
            defined = ~np.isnan(correlations)
            found += np.where(defined, correlations, 0.0) * fixed[:, :1]
            total += defined * fixed[:, :1]
        return np.divide(found, total, out=np.full_like(found, np.nan), where=total > 0)

    def _of_crowd(self, weights: Floats, mask: Floats, y: Floats, fixed: Floats) -> Floats:
        """Mean over orders; NaN if the correlation is undefined in all."""
        found = np.zeros((len(weights), len(self._sizes)))
        times = np.zeros_like(found)
        for values in self._values:
            means = np.cumsum(values, axis=1) / self._sizes
            one = self._correlations(weights, means, mask, y, fixed)
            times += ~np.isnan(one)
            found += np.nan_to_num(one)
        return np.divide(found, times, out=np.full_like(found, np.nan), where=times > 0)

    def _correlations(
        self, weights: Floats, x: Floats, mask: Floats, y: Floats, fixed: Floats
    ) -> Floats:
        x = x * mask
        sums = weights @ self._units.sums(np.hstack([x, x**2, x * y]))
        x_sum, xx, xy = np.split(sums, 3, axis=1)
        size, y_sum, yy = (fixed[:, [column]] for column in range(3))
        size = np.maximum(size, 1)
        x_spread, y_spread = xx - x_sum**2 / size, yy - y_sum**2 / size
        product = xy - x_sum * y_sum / size
        varies = (x_spread > _ROUNDING * xx) & (y_spread > _ROUNDING * yy)
        scale = np.sqrt(np.where(varies, x_spread * y_spread, 1.0))
        return np.where(varies, np.clip(product / scale, -1, 1), np.nan)


class _Accuracy:
    """Share of answers that equal the most frequent answer of experts."""

    def __init__(self, panels: Panels, most: int, settings: ExpertSettings) -> None:
        answers = np.unique(np.concatenate([panels.crowd.value, panels.experts.value]))
        votes = np.zeros((most, panels.outputs, len(answers)))
        drawn = orders(panels.crowd.annotators, settings.orders, settings.seed)
        for order in drawn:
            values = first_of(panels.crowd, order, panels.outputs, most)
            for shares, added in zip(votes, votes_of(values, answers), strict=True):
                shares += added / len(drawn)
        values = _table(panels.experts, panels.outputs)
        chosen = (values[..., None] == answers).astype(np.float64)
        counts = chosen.sum(axis=0)
        times = counts.sum(axis=1)
        self.others = bool((times > 1).any())
        # Number of equal answers of one expert and of non-experts, and number of comparisons.
        equal = np.zeros((panels.outputs, most + 2))
        if self.others:
            for own in chosen:
                judged = (own.sum(axis=1) > 0) & (times > 1)
                target = top_shares(counts - own) * judged[:, None]
                equal[:, 0] += (own * target).sum(axis=1)
                equal[:, 1:-1] += (votes * target).sum(axis=2).T
                equal[:, -1] += judged
        else:
            equal[:, 1:-1] = (votes * top_shares(counts)).sum(axis=2).T
            equal[:, -1] = 1
        self._sums = _Units(panels.units).sums(equal)

    def __call__(self, drawn: Floats) -> Floats:
        sums = drawn.astype(np.float64) @ self._sums
        found: Floats = sums[:, :-1] / sums[:, -1:]
        if not self.others:
            found[:, 0] = np.nan
        return found


def _table(panel: Panel, outputs: int) -> Floats:
    """Values of annotators (rows) and outputs; NaN if an output was not judged."""
    values = np.full((panel.annotators, outputs), np.nan)
    values[panel.annotator, panel.output] = panel.value
    return values
