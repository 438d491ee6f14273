"""Agreement of non-experts with experts: sentences, table and chart."""

import math
from collections.abc import Iterator
from typing import Any

from tertium.core.formatting import counted
from tertium.core.intervals import Interval
from tertium.human.agreement import AgreementResult
from tertium.human.expert_agreement import ExpertAgreement
from tertium.human.expert_judgments import SCORES
from tertium.report.drawing import Estimate, interval_chart
from tertium.report.table import Table, number
from tertium.report.wording import confidence_interval, percent

# Tasks whose answers say which of two outputs is better.
_RELATIVE = ("ranking", "preference")


def expert_sentences(result: AgreementResult, found: ExpertAgreement) -> Iterator[str]:
    """How well experts agree, and how many non-experts agree with them as well as one does."""
    last = found.steps[-1]
    crowd = f"{counted(last.non_experts, 'non-expert')}"
    if math.isnan(found.expert):
        yield (
            "How well one expert agrees with other experts is unknown:"
            f" {found.expert_interval.reason}."
        )
        subject = f"The {_pooled(found)} of {crowd}" if last.non_experts > 1 else "One non-expert"
        yield f"{subject} agrees with {_experts(found)}: {_value(found, last.agreement)}."
        return
    yield (
        f"One expert agrees with the other {_others(found)}:"
        f" {_shown(found, found.expert, found.expert_interval)}."
    )
    if found.equal is None:
        yield (
            "No number of non-experts agrees with experts as well as one expert does, up to"
            f" {crowd} ({_value(found, last.agreement)}{_range(found)})."
        )
        return
    step = found.steps[found.equal - 1]
    does = "agrees" if found.equal == 1 else "together agree"
    yield (
        f"{counted(found.equal, 'non-expert')} {does} with experts as well as one expert does"
        f" ({_value(found, step.agreement)}{_range(found)})."
    )


def expert_table(result: AgreementResult, found: ExpertAgreement) -> Table:
    """One row per number of non-experts, and one for an expert."""
    interval = confidence_interval(found.settings.confidence_level)
    known = not math.isnan(found.expert)
    rows = [
        [
            f"{one.non_experts:,}",
            _cell(one.agreement, one.interval, ""),
            *([_cell(one.difference, one.difference_interval, "+")] if known else []),
        ]
        for one in found.steps
    ]
    if known:
        rows.append(["one expert", _cell(found.expert, found.expert_interval, ""), ""])
    return Table(
        header=[
            "non-experts",
            f"{'r' if found.measure == SCORES else 'accuracy'} [{interval}]",
            *([f"difference [{interval}]"] if known else []),
        ],
        rows=rows,
        notes=[*_definition(result, found, known), *_basis(result, found)],
        caption="Agreement of non-experts with experts.",
    )


def expert_chart(result: AgreementResult) -> Any:
    """Agreement of one expert and of 1, 2, ... non-experts, with confidence intervals."""
    assert result.experts is not None
    return interval_chart(
        _estimates(result.experts),
        "Correlation with experts"
        if result.experts.measure == SCORES
        else "Share of answers that equal those of experts",
        True,
    )


def has_expert_chart(result: AgreementResult) -> bool:
    """Whether there are intervals to draw."""
    return result.experts is not None and bool(_estimates(result.experts))


def _estimates(found: ExpertAgreement) -> list[Estimate]:
    numbers = [("one expert", found.expert, found.expert_interval)] + [
        (counted(one.non_experts, "non-expert"), one.agreement, one.interval) for one in found.steps
    ]
    return [
        Estimate(name, value, interval.low, interval.high, _cell(value, interval, ""))
        for name, value, interval in numbers
        if interval.is_defined
    ]


def _definition(result: AgreementResult, found: ExpertAgreement, known: bool) -> Iterator[str]:
    target = "the other experts, one left out in turn" if known else "the experts"
    if found.measure == SCORES:
        yield (
            "r: Pearson correlation of the mean score of so many non-experts with the mean score of"
            f" {target}; the mean over choices of non-experts."
        )
    else:
        yield (
            "accuracy: share of"
            f" {'comparisons' if result.task in _RELATIVE else 'outputs'} for which the most"
            f" frequent answer of so many non-experts is that of {target}; the mean over choices of"
            " non-experts. If several answers are equally frequent, each of them counts in equal"
            " parts."
        )
    if known:
        yield "difference: agreement of the non-experts minus that of one expert."


def _basis(result: AgreementResult, found: ExpertAgreement) -> Iterator[str]:
    what = "pairs of outputs" if result.task in _RELATIVE else "outputs"
    yield (
        f"{found.outputs:,} of {found.shared:,} {what} that experts and non-experts judged are"
        f" used: those with judgments by at least"
        f" {counted(found.steps[-1].non_experts, 'non-expert')}"
        f"{'' if math.isnan(found.expert) else ' and two experts'}, among"
        f" {counted(found.experts, 'expert')} and {counted(found.non_experts, 'non-expert')}."
    )
    yield (
        f"Intervals: {percent(found.settings.confidence_level)} confidence, from"
        f" {counted(found.settings.trials, 'resample')} of {counted(found.units, found.unit)}; they"
        " hold for these annotators."
    )


def _range(found: ExpertAgreement) -> str:
    """Confidence limits of the number of non-experts."""
    limits = (
        f"more than {len(found.steps):,}"
        if found.at_least is None
        else f"{found.at_least:,} or more"
        if found.at_most is None
        else f"{found.at_least:,}"
        if found.at_least == found.at_most
        else f"{found.at_least:,} to {found.at_most:,}"
    )
    return f"; {confidence_interval(found.settings.confidence_level)} {limits}"


def _pooled(found: ExpertAgreement) -> str:
    return "mean score" if found.measure == SCORES else "most frequent answer"


def _experts(found: ExpertAgreement) -> str:
    return "the expert" if found.experts == 1 else "the experts"


def _others(found: ExpertAgreement) -> str:
    return "expert" if found.experts == 2 else "experts"


def _value(found: ExpertAgreement, value: float) -> str:
    if math.isnan(value):
        return "agreement is undefined"
    if found.measure == SCORES:
        return f"r = {value:z.2f}"
    return f"{100 * value:.0f} % of the answers"


def _shown(found: ExpertAgreement, value: float, interval: Interval) -> str:
    if not interval.is_defined:
        return _value(found, value)
    factor, form = (1, "z.2f") if found.measure == SCORES else (100, ".0f")
    ends = ", ".join(f"{factor * end:{form}}" for end in interval)
    return f"{_value(found, value)} [{ends}]"


def _cell(value: float, interval: Interval, sign: str) -> str:
    shown = number(value, f"{sign}z.3f")
    if not interval.is_defined:
        return shown
    return f"{shown} [{', '.join(number(end, f'{sign}z.3f') for end in interval)}]"
