"""Runs: how much scores vary by the choice of test data, and how much by training."""

from tertium.comparison.comparison_result import Comparison
from tertium.report.comparison.notes import RUNS, has_runs
from tertium.report.comparison.tables import run_table
from tertium.report.section import Section

ORDER = 50
RESULTS = ("compare",)


def section(result: Comparison) -> Section | None:
    """A table for each metric, where systems have several runs."""
    if not has_runs(result):
        return None
    said = (
        "The p within parentheses applies to the outputs of these runs. Whether the difference"
        " generalizes to the training procedure, only the p of the training procedure tells."
    )
    return Section(
        "Training runs", [said, *(run_table(result, m, digits=2) for m in result.metrics), RUNS]
    )
