"""Accuracy: verdicts by metrics and tests, held against those of people."""

from functools import partial

from tertium.api.accuracy import AccuracyStudy
from tertium.core.results import Result
from tertium.report import charts
from tertium.report.accuracy import (
    accuracy_table,
    agreement_table,
    difference_table,
    gold_matrices,
    verdict_grid,
    wrong_table,
)
from tertium.report.section import Block, Drawing, Section

ORDER = 140


def section(result: Result) -> Section | None:
    """Accuracies, in what way verdicts are wrong, and heatmaps of people, metrics and tests."""
    if not isinstance(result, AccuracyStudy):
        return None
    of_people: list[Block] = [
        Drawing(partial(charts.heatmap, matrix)) for matrix in gold_matrices(result)
    ]
    several: list[Block] = [difference_table(result)] if len(result.metrics) > 1 else []
    if result.agreements:
        several.append(agreement_table(result))
    return Section(
        "Accuracy of verdicts",
        [
            accuracy_table(result),
            *of_people,
            Drawing(partial(verdict_grid, result)),
            wrong_table(result),
            *several,
        ],
    )
