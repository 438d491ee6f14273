"""Tables of verdicts by adequacy and fluency."""

from dataclasses import replace

from tertium.api.gold import GoldResult
from tertium.core.plain import counted, is_or_are
from tertium.human.gold import Combined
from tertium.report.judgments import judgment_notes
from tertium.report.matrix import Matrix
from tertium.report.notes import P_VALUE
from tertium.report.table import Table


def gold_tables(result: GoldResult) -> list[Table]:
    """The matrices, and how many pairs each level decides."""
    tables = [matrix.table() for matrix in gold_matrices(result)]
    last = replace(
        tables[-1],
        sentences=[_decided(result, one) for one in result.gold.combined],
        notes=[*tables[-1].notes, *gold_notes(result)],
    )
    return [*tables[:-1], last]


def gold_matrices(result: GoldResult) -> list[Matrix]:
    """Adequacy, fluency, then both for each level."""
    gold, level = result.gold, result.gold.combined[0].level
    return [
        Matrix.of(gold.adequacy, "adequacy", level),
        Matrix.of(gold.fluency, "fluency", level),
        *(
            Matrix.of(one.p_values, f"combined at {100 * one.level:g} %", one.level)
            for one in gold.combined
        ),
    ]


def gold_notes(result: GoldResult) -> list[str]:
    """What the numbers are."""
    return [
        "Combined: p of adequacy where that is significant either way, else p of fluency. Systems"
        " are in the order of their adequacy. P-values are not corrected for many comparisons.",
        P_VALUE,
        *(note for data in result.judgments for note in judgment_notes(data)),
        *(f"Warning: {warning}" for warning in result.warnings),
        *(
            f"{name}  {signature}"
            for name, signature in zip(("adequacy", "fluency"), result.gold.signatures, strict=True)
        ),
    ]


def _decided(result: GoldResult, combined: Combined) -> str:
    verdicts = combined.verdicts
    decided = sum(one.better is not None for one in verdicts)
    adequate = result.gold.adequacy.verdicts(combined.level)
    first = sum(one.better is not None for one in adequate)
    return (
        f"At {100 * combined.level:g} %: {decided:,} of {counted(len(verdicts), 'pair')}"
        f" {is_or_are(decided)} decided,"
        f" {first:,} by adequacy and {decided - first:,} by fluency."
    )
