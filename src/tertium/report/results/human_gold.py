"""Gold standard: verdicts on pairs of systems by adequacy and fluency."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from tertium.core import wording
from tertium.core.formatting import counted, listed
from tertium.human.gold import Combined, GoldResult
from tertium.report.drawing import alt, heatmap
from tertium.report.judgments import judgment_notes
from tertium.report.matrix import Matrix
from tertium.report.table import Table
from tertium.report.wording import P_VALUE, percent, warned

_COMBINED = (
    "Combined: the p-value of adequacy if it is significant in either direction, otherwise that of"
    " fluency. Systems are in order of adequacy; p-values are not corrected for multiple"
    " comparisons."
)


def title(result: GoldResult) -> str:
    """Heading of the page."""
    return "Gold standard from adequacy and fluency"


def data(result: GoldResult) -> str:
    """The number of systems."""
    languages = result.judgments[0].languages
    return (
        f"Verdicts on {counted(len(result.gold.adequacy.systems), 'system')} by human judgments of"
        f" adequacy and fluency{f', {languages}' if languages else ''}."
    )


def charts(result: GoldResult) -> Mapping[str, Callable[[], list[Any]]]:
    """Heatmaps of adequacy, fluency and both."""
    three = gold_matrices(result)[:3]
    return {"heatmap": lambda: [alt().hconcat(*map(heatmap, three))]}


def summary(result: GoldResult) -> list[str]:
    """Number of pairs that are separated at each confidence level, by adequacy or by fluency."""
    return [*(_decided(result, one) for one in result.gold.combined), *_open(result)]


def tables(result: GoldResult) -> list[Table]:
    """The matrices of p-values: adequacy, fluency, and both combined at each level."""
    made = [matrix.table() for matrix in gold_matrices(result)]
    return [*made[:-1], replace(made[-1], notes=[*made[-1].notes, *gold_notes(result)])]


def brief(result: GoldResult) -> list[Table]:
    """One row per system with the pairs it wins and loses, with short notes."""
    explain = f"{wording.option('explain', True)} shows the p-values of all pairs."
    table = win_table(result)
    notes = [*table.notes, _COMBINED, *_data_notes(result), explain, *_signatures(result)]
    return [replace(table, notes=notes)]


def win_table(result: GoldResult) -> Table:
    """One row per system, one column per confidence level."""
    combined, systems = result.gold.combined, result.gold.adequacy.systems

    def pairs(system: str, one: Combined) -> str:
        own = [verdict for verdict in one.verdicts if system in (verdict.system, verdict.other)]
        won = sum(verdict.better == system for verdict in own)
        tied = sum(verdict.better is None for verdict in own)
        return f"{won}/{tied}/{len(own) - won - tied}"

    return Table(
        header=["system", *(percent(one.confidence_level) for one in combined)],
        rows=[[system, *(pairs(system, one) for one in combined)] for system in systems],
        notes=["Cells: pairs won/not separated/lost at a confidence level."],
        caption="Pairs won, not separated and lost by adequacy and fluency.",
    )


def gold_matrices(result: GoldResult) -> list[Matrix]:
    """Adequacy, fluency, then both for each level."""
    gold, level = result.gold, result.gold.combined[0].confidence_level
    return [
        Matrix.of(gold.adequacy, "adequacy", level),
        Matrix.of(gold.fluency, "fluency", level),
        *(
            Matrix.of(
                one.p_values, f"combined at {percent(one.confidence_level)}", one.confidence_level
            )
            for one in gold.combined
        ),
    ]


def gold_notes(result: GoldResult) -> list[str]:
    """Explain the numbers."""
    return [_COMBINED, P_VALUE, *_data_notes(result), *_signatures(result)]


def _data_notes(result: GoldResult) -> list[str]:
    return [
        *(note for data in result.judgments for note in judgment_notes(data)),
        *warned(result.warnings),
    ]


def _signatures(result: GoldResult) -> list[str]:
    names = ("adequacy", "fluency")
    return [
        f"{name}  {signature}"
        for name, signature in zip(names, result.gold.signatures, strict=True)
    ]


def _decided(result: GoldResult, combined: Combined) -> str:
    verdicts = combined.verdicts
    decided = sum(one.better is not None for one in verdicts)
    adequate = result.gold.adequacy.verdicts(combined.confidence_level)
    first = sum(one.better is not None for one in adequate)
    return (
        f"At {percent(combined.confidence_level)} confidence, human judgments separate {decided:,}"
        f" of {counted(len(verdicts), 'pair')}: {first:,} by adequacy, {decided - first:,} by"
        " fluency."
    )


def _open(result: GoldResult) -> list[str]:
    """Name the pairs that are not separated at the first level."""
    pairs = [
        f"{one.system} and {one.other}"
        for one in result.gold.combined[0].verdicts
        if one.better is None
    ]
    level = percent(result.gold.combined[0].confidence_level)
    return [f"Not separated at {level} confidence: {listed(pairs)}."] if pairs else []
