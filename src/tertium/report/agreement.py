"""Tables of agreement between annotators and within them."""

import math
from collections.abc import Iterator
from dataclasses import replace

from tertium.api.agreement import AgreementResult
from tertium.core.plain import counted
from tertium.human.agreement import Agreement, FleissKappa, LabelAgreement, PairwiseAgreement
from tertium.inference.verdicts import printed
from tertium.report.table import Table, number

# Landis and Koch 1977.
_WORDS = {0.8: "almost perfect", 0.6: "substantial", 0.4: "moderate", 0.2: "fair", 0.0: "slight"}


def agreement_tables(result: AgreementResult) -> list[Table]:
    """Everything to read, with the signature below the last table."""
    tables = [_annotators(result, result.values)] if result.values is not None else []
    if result.kappas:
        tables.append(_kappas(result))
    if result.pairwise is not None:
        tables.append(_pairwise(result.pairwise))
    notes = [*tables[-1].notes, *_notes(result), f"agreement  {result.signature}"]
    return [*tables[:-1], replace(tables[-1], notes=notes)]


def _notes(result: AgreementResult) -> Iterator[str]:
    """What was judged, and what the values are."""
    yield f"Human judgments of {', '.join(filter(None, (result.task, result.languages)))}."
    if result.scale == "standardized":
        yield "Values are standardized scores (z); the judgments have no others."
    if result.task == "mqm":
        yield "Values are MQM scores: minus the weights of the errors marked in an output."
    yield from (f"Warning: {warning}" for warning in result.warnings)


def _annotators(result: AgreementResult, found: Agreement) -> Table:
    """One row per annotator."""
    digits = 2 if result.scale == "standardized" else 1
    return Table(
        header=["annotator", "judged", "mean", "sd", "values", "drift", "p", "others", "repeats"],
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
        sentences=[*_between(found, result.fleiss), *_within(found, digits)],
        notes=[
            "values: how many different ones; drift: change from the first judgment to the last, in"
            " standard deviations, and its p; others: correlation with the mean of the others;"
            " repeats: mean difference between two judgments of the same output.",
        ],
        caption="How annotators judge.",
    )


def _between(found: Agreement, fleiss: FleissKappa | None) -> Iterator[str]:
    if not found.outputs:
        yield "No output was judged by several annotators: how far they agree is not known."
        return
    yield (
        f"Between annotators, on {counted(found.outputs, 'output')} that several judged:"
        f" Krippendorff's alpha is {number(found.interval, '.2f')} by distance,"
        f" {number(found.ordinal, '.2f')} by order, {number(found.nominal, '.2f')} by value."
        f" {_reliable(found.interval)}"
    )
    if fleiss is not None:
        outputs = counted(fleiss.outputs, "output")
        said = f"Fleiss' kappa, on the {outputs} that {fleiss.annotators} judged,"
        yield (
            f"{said} is not defined: {fleiss.reason}."
            if fleiss.reason
            else f"{said} is {fleiss.kappa:.2f}: {_word(fleiss.kappa)}."
        )


def _within(found: Agreement, digits: int) -> Iterator[str]:
    repeats = found.repeats
    if repeats.repeats:
        yield (
            f"Within annotators, on {counted(repeats.repeats, 'output')} judged again: the two"
            f" differ by {repeats.difference:.{digits}f} on average and correlate by"
            f" {number(repeats.correlation, '.2f')}."
        )


def _reliable(alpha: float) -> str:
    """What Krippendorff allows to conclude."""
    if math.isnan(alpha):
        return "It is not defined: all values are the same."
    if alpha >= 0.8:
        return "Single judgments can be relied upon (0.80 or more)."
    if alpha >= 0.667:
        return "Single judgments allow tentative conclusions (from 0.67 to 0.80)."
    return (
        "Single judgments cannot be relied upon (below 0.67); means of many may well tell systems"
        " apart."
    )


def _kappas(result: AgreementResult) -> Table:
    """One row for each two annotators."""
    return Table(
        header=["annotator", "other", "outputs", "kappa", "weighted"],
        rows=[
            [one.annotator, one.other, f"{one.outputs:,}"]
            + [number(value, "z.3f") for value in (one.kappa, one.weighted)]
            for one in result.kappas
        ],
        notes=["Cohen's kappa; weighted: disagreements weigh the square of their distance."],
        caption="Agreement of each two annotators.",
    )


def _pairwise(found: PairwiseAgreement) -> Table:
    """One row for agreement between annotators, one for that within them."""
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
        sentences=[f"Agreement {name} is {_of_labels(one)}." for name, one in both.items()],
        notes=[
            "Pairs of judgments of the same two outputs; P(A): share that agrees; P(E): share that"
            " would by chance.",
            *(
                ["As WMT counted until 2016: only outputs listed in the same order are compared."]
                if found.definition == "wmt16"
                else []
            ),
        ],
        caption="Agreement on which of two outputs is better.",
    )


def _of_labels(found: LabelAgreement) -> str:
    if not found.comparable:
        return "not known: nothing was judged twice"
    return "not defined: all judgments are ties" if math.isnan(found.kappa) else _word(found.kappa)


def _word(kappa: float) -> str:
    return next((word for least, word in _WORDS.items() if kappa > least), "poor")
