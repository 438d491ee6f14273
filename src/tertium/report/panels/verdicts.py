"""Verdicts: which system is better, in words, and what to keep in mind."""

from tertium.core.comparison import Comparison
from tertium.core.plain import counted
from tertium.core.results import Result
from tertium.report.compare import FEW, heading
from tertium.report.notes import P_VALUE
from tertium.report.pairs import ranked_pairs
from tertium.report.section import Items, Section

ORDER = 10


def section(result: Result) -> Section | None:
    """One sentence for each pair, metric by metric."""
    if not isinstance(result, Comparison):
        return None
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
    return Section("Verdicts", [*lists, Items("Keep in mind", [*result.warnings, P_VALUE])])
