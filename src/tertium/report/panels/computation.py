"""Computation: all that is needed to reproduce the numbers."""

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
            "Signatures, fingerprints of the texts, and versions. If these are equal, every"
            " machine computes the same numbers.",
            Table(header=["item", "value"], rows=rows),
        ],
    )
