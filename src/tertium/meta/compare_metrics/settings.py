"""Settings of comparisons of metrics."""

from dataclasses import dataclass
from typing import ClassVar

from tertium.core.spec import option
from tertium.meta.correlate.settings import CorrelateSettings

TESTS = ("auto", "williams", "scores", "segments", "systems", "pairs", "bootstrap")


@dataclass(frozen=True)
class CompareMetricsSettings(CorrelateSettings):
    """How metrics are compared with each other."""

    name: ClassVar[str] = "compare"

    test: str = option(
        "auto",
        "Test of a difference: Williams', for Pearson's r; a permutation test that swaps scores of"
        " systems, segments or single outputs (scores) between two metrics, or for acc-eq outcomes"
        " of pairs; or a bootstrap over systems. auto is williams for Pearson's r at the system"
        " level, else systems.",
        choices=TESTS,
    )
    alternative: str = option(
        "two-sided",
        "Whether metrics differ; or (greater) whether each metric correlates more than the metrics"
        " named after it.",
        choices=("two-sided", "greater"),
    )
    correction: str = option(
        "holm",
        "Correction for multiple comparisons.",
        choices=("holm", "benjamini-hochberg", "none"),
    )
    p_value: str = option(
        "plus-one",
        "In permutation tests: (c + 1) / (B + 1), which is never 0; or plain, c / B.",
        choices=("plus-one", "plain"),
    )
