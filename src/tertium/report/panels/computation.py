"""Computation: everything that is needed to find the same numbers again."""

from tertium.comparison.comparison_result import Comparison
from tertium.report.section import Section
from tertium.report.table import Table

ORDER = 70
RESULTS = ("compare",)


def section(result: Comparison) -> Section | None:
    """Signatures, seed, fingerprints and versions."""
    rows = [
        *([metric.title, metric.signature] for metric in result.metrics),
        ["comparison", result.signature],
        ["seed", str(result.settings.seed)],
        ["test set", result.data.digest],
        *([role, digest] for role, digest in result.data.digests.items()),
        ["tertium", result.tertium],
        *([name, version] for name, version in result.versions.items()),
    ]
    return Section(
        "How it was computed",
        [
            "What decides the numbers: signatures, fingerprints of the texts, and versions. The"
            " same of these gives the same numbers on any machine.",
            Table(header=["what", "value"], rows=rows),
        ],
    )
