"""Human judgments under two conditions."""

import math
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from typing import Any

from tertium.core.formatting import counted
from tertium.human.condition_comparison import ConditionComparison
from tertium.human.condition_shifts import Shift
from tertium.human.conditions import ALL, EQUAL
from tertium.inference.verdicts import alpha_of, printed
from tertium.report.drawing import Estimate, interval_chart
from tertium.report.judgments import judgment_notes
from tertium.report.table import Table, number
from tertium.report.wording import confidence_interval, percent, warned

# Means of scales with few points need more digits.
_SMALL = 10

# Where scores under both conditions are compared.
_STRATA = {
    "output": "outputs that were judged under both conditions",
    "annotator and system": "the judgments of a system by an annotator",
    "system": "systems",
}


def title(result: ConditionComparison) -> str:
    """Heading of the page."""
    return "Judgments under two conditions"


def data(result: ConditionComparison) -> str:
    """The task and the conditions."""
    first, second = result.conditions
    return f"Human judgments of {result.judgments[0].of_task} under {first} and {second}."


def summary(result: ConditionComparison) -> list[str]:
    """How judgments move with the condition, and with the overlap with the reference."""
    moved = _wins(result) if result.measure == "share of wins" else _means(result)
    return [*moved, *_overlap(result)]


def tables(result: ConditionComparison) -> list[Table]:
    """Numbers under both conditions, and how judgments follow the overlap."""
    made = [_shift_table(result)]
    if result.overlap:
        made.append(_overlap_table(result))
    notes = [*made[-1].notes, *_data_notes(result), f"conditions  {result.signature}"]
    return [*made[:-1], replace(made[-1], notes=notes)]


def charts(result: ConditionComparison) -> Mapping[str, Callable[[], list[Any]]]:
    """Differences with their intervals."""
    return {"differences": lambda: [difference_chart(result)]} if _estimates(result) else {}


def difference_chart(result: ConditionComparison) -> Any:
    """Differences between the conditions with their confidence intervals."""
    first, second = result.conditions
    return interval_chart(
        _estimates(result), f"{_Measure(result).title}: {first} minus {second}", None
    )


class _Measure:
    """How numbers of a result are worded: shares in percent, means with a few digits."""

    def __init__(self, result: ConditionComparison) -> None:
        self._share = result.measure != "mean"
        self.title = result.measure.capitalize() if self._share else "Mean score"
        largest = max(abs(one.first) for one in result.shifts if not math.isnan(one.first))
        self._digits = 1 if self._share or largest > _SMALL else 2

    def shown(self, value: float, sign: str = "") -> str:
        """A number, or a share in percent."""
        return number(100 * value if self._share else value, f"{sign}z.{self._digits}f")

    def value(self, value: float) -> str:
        """The same in a sentence."""
        return f"{self.shown(value)} %" if self._share else self.shown(value)

    def difference(self, one: Shift) -> str:
        """A difference with its interval."""
        ends = [self.shown(end, "+") for end in one.interval]
        difference = self.shown(one.difference, "+")
        return f"{difference} [{', '.join(ends)}]" if one.interval.is_defined else difference


def _estimates(result: ConditionComparison) -> list[Estimate]:
    measure, factor = _Measure(result), 1 if result.measure == "mean" else 100
    return [
        Estimate(
            one.name,
            factor * one.difference,
            factor * one.interval.low,
            factor * one.interval.high,
            measure.difference(one),
        )
        for one in result.shifts
        if one.interval.is_defined
    ]


def _shift_table(result: ConditionComparison) -> Table:
    measure = _Measure(result)
    unit = " (%)" if result.measure != "mean" else ""
    interval = confidence_interval(result.settings.confidence_level)
    strata = f"; differences are taken within {_STRATA[result.strata]}" if result.strata else ""
    counted_as = {
        "mean": "mean score of the judgments",
        "share of yes": "share of yes among the judgments",
        "share of wins": "share of the comparisons with a system that it wins; equal: share of"
        " ties among all comparisons",
    }
    return Table(
        header=[
            "system",
            *(f"{name}{unit}" for name in result.conditions),
            f"difference [{interval}]",
            "p",
            "judgments",
        ],
        rows=[
            [
                one.name,
                measure.shown(one.first),
                measure.shown(one.second),
                measure.difference(one),
                printed(one.p),
                f"{one.first_judgments:,} / {one.second_judgments:,}",
            ]
            for one in result.shifts
        ],
        notes=[
            f"Columns {' and '.join(result.conditions)}: {counted_as[result.measure]}{strata}.",
            f"p: two-sided, by a bootstrap of {counted(result.units, result.settings.level)} with"
            " the judgments under both conditions; at least"
            f" {printed(1 / (result.settings.trials + 1))} with"
            f" {counted(result.settings.trials, 'trial')}; not corrected for multiple comparisons.",
        ],
        emphasis=frozenset(
            (row, 3) for row, one in enumerate(result.shifts) if _significant(result, one)
        ),
        caption="Human judgments under two conditions.",
        spare=[[5]],
    )


def _overlap_table(result: ConditionComparison) -> Table:
    interval = confidence_interval(result.settings.confidence_level)
    judged = (
        "the outcome of a comparison (1, 0 or -1) on the difference of the two outputs in chrF"
        if result.measure == "share of wins"
        else "the score of an output on its chrF"
    )
    return Table(
        header=["overlap", *result.conditions, f"difference [{interval}]", "p"],
        rows=[
            [
                one.name,
                number(one.first, "z.4f"),
                number(one.second, "z.4f"),
                f"{number(one.difference, '+z.4f')}"
                f" [{', '.join(number(end, '+z.4f') for end in one.interval)}]",
                printed(one.p),
            ]
            for one in result.overlap
        ],
        notes=[
            f"slope and correlation: of the regression of {judged} with the reference.",
            f"chrF  {result.metric}",
        ],
        caption="Judgments and the overlap of outputs with the reference.",
    )


def _data_notes(result: ConditionComparison) -> Iterator[str]:
    for one in result.judgments:
        yield from judgment_notes(one)
    yield from warned(result.warnings)


def _means(result: ConditionComparison) -> Iterator[str]:
    first, second = result.conditions
    measure, whole = _Measure(result), next(one for one in result.shifts if one.name == ALL)
    what = "The share of yes is" if result.measure == "share of yes" else "Scores are"
    if math.isnan(whole.p):
        yield f"The difference between {first} and {second} is undefined."
    elif _significant(result, whole):
        word = "higher" if whole.difference > 0 else "lower"
        low, high = sorted(abs(end) for end in whole.interval)
        yield (
            f"{what} {word} under {first} than under {second} by"
            f" {measure.value(abs(whole.difference))} [{measure.shown(low)}, {measure.shown(high)}]"
            f" (p = {printed(whole.p)})."
        )
    else:
        does = "The share of yes does" if result.measure == "share of yes" else "Scores do"
        limits = [
            f"{measure.value(size)} ({word} under {first})"
            for size, word in ((whole.interval.high, "higher"), (-whole.interval.low, "lower"))
            if size > 0
        ]
        yield (
            f"{does} not differ significantly between {first} and {second}"
            f" (p = {printed(whole.p)}); differences larger than {' or '.join(limits)} are"
            f" excluded at {percent(result.settings.confidence_level)}."
        )


def _wins(result: ConditionComparison) -> Iterator[str]:
    first, second = result.conditions
    measure = _Measure(result)
    moved = [one for one in result.shifts if _significant(result, one)]
    for one in moved:
        subject = "Ties are" if one.name == EQUAL else f"{one.name} wins"
        yield (
            f"{subject} {measure.value(one.first)} of the comparisons under {first} and"
            f" {measure.value(one.second)} under {second}: a difference of"
            f" {measure.difference(one)} points (p = {printed(one.p)})."
        )
    if not moved:
        yield f"No share of wins or ties differs significantly between {first} and {second}."


def _overlap(result: ConditionComparison) -> Iterator[str]:
    found = next((one for one in result.overlap if one.name == "correlation"), None)
    if found is None or math.isnan(found.p):
        return
    first, second = result.conditions
    judged = "preferences" if result.measure == "share of wins" else "scores"
    differ = "differ" if _significant(result, found) else "do not differ significantly"
    yield (
        f"The correlation of {judged} with the overlap of outputs and reference (chrF) is"
        f" {found.first:.2f} under {first} and {found.second:.2f} under {second}; they {differ}"
        f" (p = {printed(found.p)})."
    )


def _significant(result: ConditionComparison, one: Shift) -> bool:
    return one.p <= alpha_of(result.settings.confidence_level)
