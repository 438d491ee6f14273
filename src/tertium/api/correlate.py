"""Tell how well metrics agree with people."""

import os
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any

from tertium.api.score_table import GOLD, read_scores
from tertium.core import executor
from tertium.core.progress import Advance
from tertium.core.spec import split_list
from tertium.meta.comparison import (
    ComparisonSettings,
    Correlations,
    CorrelationSettings,
    MetricComparison,
    correlations,
    metric_comparison,
)
from tertium.meta.correlation import SoftPairwiseAccuracy, Statistic, statistic_of
from tertium.meta.scores import ScoreTable

Paths = str | os.PathLike[str] | Sequence[str | os.PathLike[str]]


def correlate(
    scores: ScoreTable | Paths,
    statistics: str | Statistic | Iterable[str | Statistic] = "pearson",
    *,
    gold: str = GOLD,
    jobs: int | None = None,
    advance: Advance | None = None,
    **settings: Any,
) -> Correlations:
    """Tell how well each metric agrees with people, with intervals.

    Args:
        scores: Scores of metrics and people: files, or what `tertium.read_scores` or
            `tertium.score_table` gave.
        statistics: Statistics, as in "pearson,kendall_b"; see `tertium.meta.correlation`.
        gold: Which scores are those of people, where files are given.
        jobs: Number of workers; by default all cores.
        advance: Called with the share of the work done since the last call.
        settings: Any parameter of `tertium.meta.comparison.CorrelationSettings`.
    """
    chosen = CorrelationSettings.of(settings)
    table = _table(scores, chosen.unit, gold)
    with executor.use(executor.Executor(jobs)):
        return correlations(table, _statistics(statistics, chosen.seed), chosen, advance)


def compare_metrics(
    scores: ScoreTable | Paths,
    statistic: str | Statistic = "pearson",
    *,
    gold: str = GOLD,
    jobs: int | None = None,
    advance: Advance | None = None,
    **settings: Any,
) -> MetricComparison:
    """Compare every pair of metrics: which one agrees more with people?

    Args:
        scores: Scores of metrics and people, as for `correlate`.
        statistic: The statistic.
        gold: Which scores are those of people, where files are given.
        jobs: Number of workers; by default all cores.
        advance: Called with the share of the work done since the last call.
        settings: Any parameter of `tertium.meta.comparison.ComparisonSettings`.
    """
    chosen = ComparisonSettings.of(settings)
    table = _table(scores, chosen.unit, gold)
    (only,) = _statistics(statistic, chosen.seed)
    with executor.use(executor.Executor(jobs)):
        return metric_comparison(table, only, chosen, advance)


def _table(scores: ScoreTable | Paths, unit: str, gold: str) -> ScoreTable:
    if isinstance(scores, ScoreTable):
        return scores.at_level(unit)
    return read_scores(scores, unit=unit, gold=gold)


def _statistics(given: str | Statistic | Iterable[str | Statistic], seed: int) -> list[Statistic]:
    items: list[Statistic] = []
    for one in [given] if isinstance(given, str | Statistic) else given:
        items += [one] if isinstance(one, Statistic) else map(statistic_of, split_list(one))
    return [_seeded(one, seed) for one in dict.fromkeys(items)]


def _seeded(statistic: Statistic, seed: int) -> Statistic:
    """Take the seed of all that is drawn, unless the statistic has one of its own."""
    if not isinstance(statistic, SoftPairwiseAccuracy):
        return statistic
    return replace(statistic, seed=seed) if statistic.seed == type(statistic)().seed else statistic
