"""Tell how well metrics agree with people."""

from collections.abc import Iterable
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
from tertium.meta.correlation import OfOrder, SoftPairwiseAccuracy, Statistic, statistic_of
from tertium.meta.scores import ScoreTable


def correlate(
    scores: Any,
    statistics: str | Statistic | Iterable[str | Statistic] = "pearson",
    *,
    gold: str = GOLD,
    jobs: int | None = None,
    advance: Advance | None = None,
    **settings: Any,
) -> Correlations:
    """Tell how well each metric agrees with people, with intervals.

    Args:
        scores: Scores of metrics and people: files, a data frame of pandas, or what
            `tertium.read_scores` or `tertium.score_table` gave.
        statistics: Statistics, as in "pearson,kendall_b"; see `tertium.meta.correlation`.
        gold: Which scores are those of people, where files are given.
        jobs: Number of workers; by default all cores.
        advance: Called with the share of the work done since the last call.
        settings: Any parameter of `tertium.meta.comparison.CorrelationSettings`.
    """
    chosen = CorrelationSettings.of(settings)
    table = _table(scores, chosen.unit, gold)
    with executor.use(executor.Executor(jobs)):
        return correlations(table, _statistics(statistics, chosen), chosen, advance)


def compare_metrics(
    scores: Any,
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
    (only,) = _statistics(statistic, chosen)
    with executor.use(executor.Executor(jobs)):
        return metric_comparison(table, only, chosen, advance)


def _table(scores: Any, unit: str, gold: str) -> ScoreTable:
    if isinstance(scores, ScoreTable):
        return scores.at_level(unit)
    return read_scores(scores, unit=unit, gold=gold)


def _statistics(
    given: str | Statistic | Iterable[str | Statistic], settings: CorrelationSettings
) -> list[Statistic]:
    items: list[Statistic] = []
    for one in [given] if isinstance(given, str | Statistic) else given:
        items += [one] if isinstance(one, Statistic) else map(statistic_of, split_list(one))
    return list(dict.fromkeys(_with_settings(one, settings) for one in items))


def _with_settings(statistic: Statistic, settings: CorrelationSettings) -> Statistic:
    """Take the seed and the ties of the settings, unless the statistic has its own."""
    if isinstance(statistic, SoftPairwiseAccuracy) and statistic.seed == type(statistic)().seed:
        return replace(statistic, seed=settings.seed)
    if isinstance(statistic, OfOrder) and statistic.ties == type(statistic)().ties:
        return replace(statistic, ties=settings.ties)
    return statistic
