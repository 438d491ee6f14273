"""Results of meta-evaluation to make tables, charts and pages of, computed once."""

from functools import cache

import numpy as np

import tertium
from tertium.meta.audit import Audit, Published
from tertium.meta.compare_metrics.results import MetricComparison
from tertium.meta.correlate.results import Correlations
from tertium.meta.score_table import ScoreTable
from tertium.meta.simulate.results import Simulation


@cache
def scores(level: str = "segment") -> ScoreTable:
    """Human scores of six systems on twenty segments; a good, poor, constant and negated metric."""
    random = np.random.default_rng(7)
    human = random.normal(np.arange(6)[:, None] / 3, 1, (6, 20))
    noise = random.normal(size=(3, 6, 20))
    with_gap = human + 2 * noise[1]
    with_gap[2, 3] = np.nan
    table = ScoreTable(
        "segment",
        tuple("abcdef"),
        tuple(str(number) for number in range(20)),
        {
            "human": human,
            "good": human + 0.3 * noise[0],
            "poor": with_gap,
            "constant": np.ones((6, 20)),
            "error rate": noise[2] - human,
        },
        "human",
        tuple("xy"[number % 2] for number in range(20)),
    )
    return table.at_level(level)


@cache
def correlations() -> Correlations:
    """Metrics and human scores, by systems, with two statistics."""
    return tertium.correlate(scores("system"), "pearson,kendall-b", trials=50)


@cache
def of_segments() -> Correlations:
    """Metrics and human scores, averaged over segments."""
    return tertium.correlate(
        scores(), "acc-eq(epsilon=calibrated)", level="segment", average_by="item", trials=20
    )


@cache
def metrics() -> MetricComparison:
    """All pairs of metrics."""
    return tertium.compare_metrics(scores("system"), trials=50)


@cache
def simulation() -> Simulation:
    """Few samples, with a reported interval."""
    return tertium.simulate(r=0.91, n=5, reported=0.1, trials=200, population=500)


@cache
def audit() -> Audit:
    """An interval that cannot be, one that can, and one of too few systems."""
    return tertium.audit(
        [
            Published("a", 0.99, 0.97, 1.01, 5),
            Published("b", 0.8, 0.5, 0.9, 12),
            Published("c", 0.8, 0.7, 0.9, 3),
        ]
    )


META = {
    "correlations": correlations,
    "correlations of segments": of_segments,
    "metrics": metrics,
    "simulation": simulation,
    "audit": audit,
}
