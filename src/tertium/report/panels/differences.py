"""Differences: how much better systems are, with intervals and tests."""

from functools import partial

from tertium.core.comparison import Comparison
from tertium.core.results import Result
from tertium.report import charts
from tertium.report.compare import pair_table
from tertium.report.notes import difference_notes, interval_note, test_notes
from tertium.report.section import Block, Drawing, Items, Section

ORDER = 30

# More bars than these fill a page that a matrix fills better.
_MANY = 50


def section(result: Result) -> Section | None:
    """A chart and a table of differences for each metric."""
    if not isinstance(result, Comparison):
        return None
    blocks: list[Block] = []
    for metric in result.metrics:
        if len(metric.pairs) <= _MANY:
            blocks.append(Drawing(partial(charts.difference_chart, result, metric)))
        blocks.append(pair_table(result, metric, digits=2))
    explained = [interval_note(result), *difference_notes(result), *test_notes(result)]
    return Section("Differences", [*blocks, Items("What the numbers are", explained)])
