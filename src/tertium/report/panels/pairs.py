"""All pairs of systems: p-values, clusters, and a table for papers."""

from itertools import groupby

from tertium.comparison.comparison_result import Comparison, MetricResult
from tertium.report.comparison.cells import heading
from tertium.report.comparison.tables import has_letters, letter_table, pair_matrix
from tertium.report.drawing import heatmap
from tertium.report.section import Block, Drawing, Items, Section

ORDER = 40
RESULTS = ("compare",)


def section(result: Comparison) -> Section | None:
    """A heatmap and a matrix for each metric."""
    if not result.settings.all_pairs:
        return None
    blocks: list[Block] = []
    for metric in result.metrics:
        matrix = pair_matrix(result, metric)
        blocks += [Drawing.of(heatmap, matrix), matrix.table()]
        blocks += _clusters(result, metric)
    return Section("All pairs", [*blocks, *([letter_table(result)] if has_letters(result) else [])])


def _clusters(result: Comparison, metric: MetricResult) -> list[Block]:
    """Systems of each cluster."""
    if metric.higher_is_better is None:
        return []
    groups = groupby(metric.ranked, key=lambda one: one.cluster)
    return [
        Items(
            f"Clusters under {heading(result, metric)}: all systems of a cluster are"
            " significantly better than all systems below",
            [", ".join(one.system for one in systems) for _, systems in groups],
        )
    ]
