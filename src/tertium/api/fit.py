"""Fit the weights of a metric to human ratings."""

import os
from dataclasses import dataclass, fields, replace

from tertium.api.score import metric
from tertium.core.arrays import Floats
from tertium.core.errors import DataError, UsageError
from tertium.core.scores import SegmentScores
from tertium.core.stats import Metric
from tertium.core.testset import Layer, TestSet
from tertium.formats import _kinds as formats

# Few weights, apart by factors of two, so that noise is not fitted.
_GRID = (0.0, 0.25, 0.5, 1.0, 2.0, 4.0)


@dataclass(frozen=True)
class Fit:
    """A metric with fitted weights, and Kendall's tau with the ratings, after and before."""

    metric: Metric
    correlation: float
    before: float


def fit(
    testset: TestSet, spec: str | Metric, ratings: SegmentScores | str | os.PathLike[str]
) -> Fit:
    """Fit the weights of a metric so that its segment scores agree best with ratings.

    One weight after the other takes the value from a grid that gives the highest Kendall
    correlation over all rated segments of all systems, until none changes. Lo and Wu 2011 search a
    grid too. What was fitted to some segments is to be judged on others.

    Args:
        testset: Outputs, with what the metric needs.
        spec: The metric to begin with, as in "meant".
        ratings: Ratings of segments, higher for better, or a file in one of the formats of scores.

    Returns:
        The metric, which prints as what `-m` takes, with its correlations.
    """
    best = metric(spec)
    weights = [item.name for item in fields(best) if item.metadata.get("fitted")]
    if not weights:
        raise UsageError(f"{best} has no weights that can be fitted.")
    if isinstance(ratings, SegmentScores):
        rated = _rated(testset, ratings)
    else:
        rated = _rated(testset, formats.read("scores", os.fspath(ratings)))
    before = correlation = _agreement(best, testset, rated)
    improved = True
    while improved:
        improved = False
        for weight in weights:
            for value in _GRID:
                candidate = replace(best, **{weight: value})
                reached = _agreement(candidate, testset, rated)
                if reached > correlation:
                    best, correlation, improved = candidate, reached, True
    return Fit(best, correlation, before)


def _agreement(metric: Metric, testset: TestSet, rated: Floats) -> float:
    """Kendall's tau of segment scores and ratings; that of nothing but ties is 0."""
    import numpy as np
    from scipy.stats import kendalltau

    scores = np.concatenate(
        [
            metric.for_segments().scores(metric.stats(testset, system, run).rows)
            for system, runs in testset.runs.items()
            for run in range(runs)
        ]
    )
    known = ~np.isnan(rated)
    tau = float(kendalltau(scores[known], rated[known]).statistic)
    return 0.0 if np.isnan(tau) else tau if metric.higher_is_better else -tau


def _rated(testset: TestSet, ratings: SegmentScores) -> Floats:
    """Ratings of all outputs, one after the other; NaN where there is none."""
    import numpy as np

    if len(ratings.metrics) != 1:
        raise UsageError(f"Expected ratings of one kind, found {', '.join(ratings.metrics)}.")
    (ordered,) = Layer("ratings", {"": (ratings,)}).in_order(testset.segment_ids).contents
    found: list[Floats] = []
    for system, count in testset.runs.items():
        runs = ordered.runs(ratings.metrics[0], system)
        if runs and len(runs) != count:
            raise DataError(f"{system} has {count} outputs, but ratings of {len(runs)}.")
        found += runs or [np.full(len(testset), np.nan)] * count
    rated = np.concatenate(found)
    if np.isnan(rated).all():
        raise DataError("No output has a rating.")
    return rated
