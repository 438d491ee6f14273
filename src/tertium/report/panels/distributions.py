"""Distributions of the pseudo-statistics of tests."""

from tertium.comparison.comparison_result import Comparison
from tertium.report.comparison.charts import distribution_chart
from tertium.report.comparison.pairs import drawn_pairs
from tertium.report.section import Drawing, Legend, Section

ORDER = 60
RESULTS = ("compare",)


def section(result: Comparison) -> Section | None:
    """A histogram for each test, pair and metric; of all pairs, only neighbours in rank."""
    drawings = [
        Drawing.of(distribution_chart, result, metric, pair, tested)
        for metric in result.metrics
        for pair in drawn_pairs(result, metric)
        for tested in pair.tests
        if tested.distribution is not None
    ]
    text = (
        "Distributions of the differences under the null hypothesis. Differences at least as"
        " extreme as the observed one (dashed line) are coloured; their share is the p-value."
    )
    if result.settings.all_pairs:
        text += " Only pairs of neighbouring ranks are shown."
    return Section("Null distributions", [Legend(text), *drawings]) if drawings else None
