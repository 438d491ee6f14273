"""Runs: how much scores vary by the choice of test data, and how much by training."""

from tertium.core.comparison import Comparison
from tertium.core.results import Result
from tertium.report.compare import run_table
from tertium.report.notes import RUNS, tells_of_runs
from tertium.report.section import Section

ORDER = 50


def section(result: Result) -> Section | None:
    """A table for each metric, where systems have several runs."""
    if not isinstance(result, Comparison) or not tells_of_runs(result):
        return None
    said = (
        "The p within parentheses applies to the outputs of these runs. Whether the difference"
        " generalizes to the training procedure, only the p of the training procedure tells."
    )
    return Section(
        "Training runs", [said, *(run_table(result, m, digits=2) for m in result.metrics), RUNS]
    )
