"""Distributions: what the tests counted."""

from tertium.comparison.comparison_result import Comparison
from tertium.report.comparison.charts import distribution_chart
from tertium.report.comparison.pairs import drawn_pairs
from tertium.report.section import Drawing, Legend, Section

ORDER = 60
RESULTS = ("compare",)


def section(result: Comparison) -> Section | None:
    """A histogram for each test, pair and metric; of all pairs only neighbours in rank."""
    drawings = [
        Drawing.of(distribution_chart, result, metric, pair, tested)
        for metric in result.metrics
        for pair in drawn_pairs(result, metric)
        for tested in pair.tests
        if tested.distribution is not None
    ]
    said = (
        "Differences as chance makes them. Dashed lines stand where counting begins; what is"
        " coloured is counted, and its share is the p-value."
    )
    if result.settings.all_pairs:
        said += " Of all pairs, those next to each other in rank are shown."
    return Section("What the tests counted", [Legend(said), *drawings]) if drawings else None
