"""Inter-annotator agreement and intra-annotator consistency."""

import math
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from typing import Any

from tertium.core.formatting import counted
from tertium.human.agreement import AgreementResult
from tertium.human.pairwise_agreement import LabelAgreement, PairwiseAgreement
from tertium.human.ratings import YES_NO
from tertium.human.value_agreement import Agreement
from tertium.inference.verdicts import printed
from tertium.report.results._experts import (
    expert_chart,
    expert_sentences,
    expert_table,
    has_expert_chart,
)
from tertium.report.table import Table, number
from tertium.report.wording import warned

# Landis and Koch 1977.
_WORDS = {0.8: "almost perfect", 0.6: "substantial", 0.4: "moderate", 0.2: "fair", 0.0: "slight"}


_REPEATS = {
    "raw": "mean absolute difference between two judgments of the same output",
    YES_NO: "share of repeated outputs that got the other answer",
}


def title(result: AgreementResult) -> str:
    """Heading of the page."""
    return "Agreement of annotators"


def data(result: AgreementResult) -> str:
    """The task."""
    of_task = ", ".join(filter(None, (result.task, result.languages)))
    return f"Human judgments of {of_task}."


def summary(result: AgreementResult) -> list[str]:
    """How far annotators agree with each other, and with themselves."""
    values, pairwise, experts = result.values, result.pairwise, result.experts
    return [
        *([] if experts is None else expert_sentences(result, experts)),
        *([] if values is None else [*_between(result, values), *_within(result, values)]),
        *([] if pairwise is None else _of_pairs(pairwise)),
    ]


def tables(result: AgreementResult) -> list[Table]:
    """All tables, with the signature below the last."""
    made = [_annotators(result, result.values)] if result.values is not None else []
    if result.kappas:
        made.append(_kappas(result))
    if result.pairwise is not None:
        made.append(_pairwise(result.pairwise))
    if result.experts is not None:
        made.append(expert_table(result, result.experts))
    notes = [*made[-1].notes, *_notes(result), f"agreement  {result.signature}"]
    return [*made[:-1], replace(made[-1], notes=notes)]


def charts(result: AgreementResult) -> Mapping[str, Callable[[], list[Any]]]:
    """Agreement of non-experts with experts."""
    return {"experts": lambda: [expert_chart(result)]} if has_expert_chart(result) else {}


def _notes(result: AgreementResult) -> Iterator[str]:
    """What the scores are, and warnings."""
    yield f"Human judgments of {', '.join(filter(None, (result.task, result.languages)))}."
    if result.scale == "standardized":
        yield "The judgments have standardized scores (z-scores) only."
    if result.task == "mqm":
        yield "Scores are MQM scores: minus the weights of the errors marked in an output."
    yield from warned(result.warnings)


def _annotators(result: AgreementResult, found: Agreement) -> Table:
    """One row per annotator."""
    digits = _digits(result)
    return Table(
        header=["annotator", "judgments", "mean", "sd", "values", "drift", "p", "r", "repeats"],
        rows=[
            [
                one.annotator,
                f"{one.judgments:,}",
                f"{one.mean:z.{digits}f}",
                number(one.deviation, f"z.{digits}f"),
                f"{one.distinct:,}",
                number(one.drift, "+z.2f"),
                printed(one.drift_p),
                number(one.correlation, "z.2f"),
                number(one.repeats.difference, f".{digits}f"),
            ]
            for one in found.annotators
        ],
        notes=[
            f"{'mean: share of yes; ' if result.scale == YES_NO else ''}values: number of different"
            " scores; drift: change from the first judgment to the last, in standard deviations,"
            " with its p-value; r: correlation with the mean of the other annotators; repeats:"
            f" {_REPEATS.get(result.scale, _REPEATS['raw'])}.",
        ],
        caption="Scores of annotators.",
    )


def _between(result: AgreementResult, found: Agreement) -> Iterator[str]:
    fleiss = result.fleiss
    if not found.outputs:
        yield "Inter-annotator agreement is unknown: no output was judged by several annotators."
        return
    alphas = {"interval": found.interval, "ordinal": found.ordinal, "nominal": found.nominal}
    if result.scale == YES_NO:  # All three are equal if there are two values.
        del alphas["interval"], alphas["ordinal"]
    listed = ", ".join(f"{number(alpha, '.2f')} ({name})" for name, alpha in alphas.items())
    yield (
        f"Inter-annotator agreement on {counted(found.outputs, 'output')}: Krippendorff's alpha is"
        f" {listed}. {_reliable(found.interval)}"
    )
    if fleiss is not None:
        outputs = counted(fleiss.outputs, "output")
        kappa = f"Fleiss' kappa on {outputs} with {fleiss.annotators} annotators"
        yield (
            f"{kappa} is undefined: {fleiss.reason}."
            if fleiss.reason
            else f"{kappa} is {fleiss.kappa:.2f} ({_word(fleiss.kappa)})."
        )


def _within(result: AgreementResult, found: Agreement) -> Iterator[str]:
    repeats = found.repeats
    if repeats.repeats:
        measured = (
            f"{100 * repeats.same:.0f} % got the same answer"
            if result.scale == YES_NO
            else f"mean absolute difference {repeats.difference:.{_digits(result)}f}"
        )
        yield (
            f"Intra-annotator consistency on {counted(repeats.repeats, 'repeated output')}:"
            f" {measured}, correlation {number(repeats.correlation, '.2f')}."
        )


def _reliable(alpha: float) -> str:
    """What Krippendorff (2004) allows to conclude from alpha."""
    if math.isnan(alpha):
        return "It is undefined because all scores are equal."
    if alpha >= 0.8:
        return "Single judgments are reliable (alpha of 0.80 or more)."
    if alpha >= 0.667:
        return "Single judgments allow tentative conclusions (alpha from 0.67 to 0.80)."
    return (
        "Single judgments are not reliable (alpha below 0.67); means of many judgments may still"
        " separate systems."
    )


def _kappas(result: AgreementResult) -> Table:
    """One row per pair of annotators."""
    return Table(
        header=["annotator", "other", "outputs", "kappa", "weighted"],
        rows=[
            [one.annotator, one.other, f"{one.outputs:,}"]
            + [number(value, "z.3f") for value in (one.kappa, one.weighted)]
            for one in result.kappas
        ],
        notes=["kappa: Cohen's kappa; weighted: with squared distances as weights."],
        caption="Agreement of pairs of annotators.",
    )


def _pairwise(found: PairwiseAgreement) -> Table:
    """One row for agreement between annotators, one for agreement within annotators."""
    both = {"between annotators": found.inter, "within annotators": found.intra}
    return Table(
        header=["agreement", "agree", "of", "P(A)", "P(E)", "kappa"],
        rows=[
            [
                name,
                f"{one.agree:,}",
                f"{one.comparable:,}",
                *(number(value, "z.3f") for value in (one.observed, one.expected, one.kappa)),
            ]
            for name, one in both.items()
        ],
        notes=[
            "of: pairs of judgments of the same two outputs; P(A): observed agreement; P(E):"
            " agreement expected by chance.",
            *(
                ["As at WMT until 2016, only outputs listed in the same order are compared."]
                if found.definition == "wmt16"
                else []
            ),
        ],
        caption="Agreement on which of two outputs is better.",
    )


def _of_pairs(found: PairwiseAgreement) -> Iterator[str]:
    yield f"Inter-annotator agreement is {_of_labels(found.inter)}."
    yield f"Intra-annotator consistency is {_of_labels(found.intra)}."


def _digits(result: AgreementResult) -> int:
    return 1 if result.scale == "raw" else 2


def _of_labels(found: LabelAgreement) -> str:
    if not found.comparable:
        return "unknown: nothing was judged twice"
    return (
        "undefined: all judgments are ties"
        if math.isnan(found.kappa)
        else f"{_word(found.kappa)} (kappa = {found.kappa:.2f})"
    )


def _word(kappa: float) -> str:
    return next((word for least, word in _WORDS.items() if kappa > least), "poor")
