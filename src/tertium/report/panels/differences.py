"""Differences of systems, with confidence intervals and tests."""

from tertium.comparison.comparison_result import Comparison
from tertium.report.comparison.charts import difference_chart
from tertium.report.comparison.notes import difference_notes, interval_note, test_notes
from tertium.report.comparison.tables import pair_table
from tertium.report.section import Block, Drawing, Items, Section

ORDER = 30
RESULTS = ("compare",)

# Most pairs in a chart; a matrix shows more pairs better.
_MANY = 50


def section(result: Comparison) -> Section | None:
    """A chart and a table of differences for each metric."""
    blocks: list[Block] = []
    for metric in result.metrics:
        if len(metric.pairs) <= _MANY:
            blocks.append(Drawing.of(difference_chart, result, metric))
        blocks.append(pair_table(result, metric, digits=2))
    explained = [interval_note(result), *difference_notes(result), *test_notes(result)]
    return Section("Differences", [*blocks, Items("Explanation of the numbers", explained)])
