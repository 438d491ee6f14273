"""Accuracy: verdicts by metrics and tests, held against those of people."""

from tertium.meta.accuracy.results import AccuracyStudy
from tertium.report.drawing import heatmap
from tertium.report.results.meta_accuracy import (
    accuracy_table,
    agreement_table,
    difference_table,
    gold_matrices,
    verdict_grid,
    wrong_table,
)
from tertium.report.section import Block, Drawing, Section

ORDER = 140
RESULTS = ("meta accuracy",)


def section(result: AccuracyStudy) -> Section | None:
    """Accuracies, in what way verdicts are wrong, and heatmaps of people, metrics and tests."""
    of_people: list[Block] = [Drawing.of(heatmap, matrix) for matrix in gold_matrices(result)]
    several: list[Block] = [difference_table(result)] if len(result.metrics) > 1 else []
    if result.agreements:
        several.append(agreement_table(result))
    return Section(
        "Accuracy of verdicts",
        [
            accuracy_table(result),
            *of_people,
            Drawing.of(verdict_grid, result),
            wrong_table(result),
            *several,
        ],
    )
