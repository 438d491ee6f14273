"""Training runs: standard deviations due to the choice of test data and to training."""

from tertium.comparison.comparison_result import Comparison
from tertium.report.comparison.notes import RUNS, has_runs
from tertium.report.comparison.tables import run_table
from tertium.report.section import Section

ORDER = 50
RESULTS = ("compare",)


def section(result: Comparison) -> Section | None:
    """A table for each metric, if systems have several runs."""
    if not has_runs(result):
        return None
    text = (
        "The p-value in parentheses applies to the outputs of these runs. Only the p-value of the"
        " training procedure shows whether the difference generalizes to other runs."
    )
    return Section(
        "Training runs", [text, *(run_table(result, m, digits=2) for m in result.metrics), RUNS]
    )
