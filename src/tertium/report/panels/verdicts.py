"""Verdicts on all pairs in words, with warnings."""

from tertium.comparison.comparison_result import Comparison
from tertium.core.formatting import counted
from tertium.core.notices import sentences
from tertium.report.comparison.cells import heading
from tertium.report.comparison.pairs import ranked_pairs
from tertium.report.comparison.tables import FEW
from tertium.report.section import Items, Section
from tertium.report.wording import P_VALUE

ORDER = 10
RESULTS = ("compare",)


def section(result: Comparison) -> Section | None:
    """One sentence for each pair, metric by metric."""
    many = len(result.metrics[0].pairs) > FEW
    lists = [
        Items(
            heading(result, metric)
            + (f": {counted(len(metric.pairs), 'verdict')}" if many else ""),
            [pair.verdict for pair in ranked_pairs(metric)],
            folded=many,
        )
        for metric in result.metrics
    ]
    mind = Items("Keep in mind", [*sentences(result.warnings), P_VALUE])
    return Section("Verdicts", [*lists, mind])
