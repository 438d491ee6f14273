"""Accuracy: verdicts of metrics and significance tests, compared with human verdicts."""

from dataclasses import replace

from tertium.meta.accuracy.results import AccuracyStudy
from tertium.report.accuracy_charts import gold_matrices, verdict_grid
from tertium.report.drawing import heatmap
from tertium.report.results.meta_accuracy import (
    accuracy_table,
    agreement_table,
    difference_table,
    notes,
    wrong_table,
)
from tertium.report.section import Block, Drawing, Section

ORDER = 140
RESULTS = ("meta accuracy",)


def section(result: AccuracyStudy) -> Section | None:
    """Accuracies, kinds of wrong verdicts, and heatmaps of human judgments, metrics and tests."""
    of_human_judgments: list[Block] = [
        Drawing.of(heatmap, matrix) for matrix in gold_matrices(result)
    ]
    several: list[Block] = [difference_table(result)] if len(result.metrics) > 1 else []
    if result.agreements:
        several.append(agreement_table(result))
    return Section(
        "Accuracy of metrics and significance tests",
        [
            replace(accuracy_table(result), notes=notes(result)),
            *of_human_judgments,
            Drawing.of(verdict_grid, result),
            wrong_table(result),
            *several,
        ],
    )
