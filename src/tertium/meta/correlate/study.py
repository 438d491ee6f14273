"""The study: correlate every metric with human scores."""

import math
from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from tertium.core import executor, wording
from tertium.core.errors import UsageError
from tertium.core.progress import Advance, part_of
from tertium.core.version import VERSION
from tertium.meta.bootstrap import SharedDraws
from tertium.meta.correlate.intervals import interval_of
from tertium.meta.correlate.results import Correlations, MetricCorrelation, TableFacts
from tertium.meta.correlate.settings import CorrelateSettings
from tertium.meta.correlate.warnings import warnings_of
from tertium.meta.correlation import correlation
from tertium.meta.score_table import ScoreTable
from tertium.meta.statistics import Statistic


def correlate(
    table: ScoreTable,
    statistics: Sequence[Statistic],
    settings: CorrelateSettings,
    advance: Advance | None = None,
) -> Correlations:
    """Correlate every metric with human scores; `advance` is called with the share of work done."""
    step = part_of(advance, 1 / len(statistics))
    correlations = [
        one
        for statistic in statistics
        for one in correlations_of(
            table, statistic, settings, step, shared_draws(table, statistic, settings)
        )
    ]
    return Correlations(
        VERSION,
        settings,
        tuple(map(str, statistics)),
        TableFacts.of(table),
        tuple(correlations),
        {
            name: tuple(map(float, scores[:, 0]))
            for name, scores in table.scores.items()
            if settings.level == "system"
        },
        tuple(warnings_of(table, correlations, settings)),
    )


def shared_draws(
    table: ScoreTable, statistic: Statistic, settings: CorrelateSettings
) -> SharedDraws:
    """Return the bootstrap over systems, which all intervals share."""
    metrics = {name: table.scores[name] for name in table.metrics}
    return SharedDraws(
        statistic, table.human, metrics, settings.average_by, settings.trials, settings.seed
    )


def correlations_of(
    table: ScoreTable,
    statistic: Statistic,
    settings: CorrelateSettings,
    advance: Advance | None,
    draws: SharedDraws,
) -> list[MetricCorrelation]:
    """Correlate all metrics, from the highest correlation to the lowest; undefined ones last."""
    if not table.metrics:
        raise UsageError(f"There are no metric scores, only those of {table.gold!r}.")
    if statistic.needs_items and table.level == "system":
        raise UsageError(
            f"{statistic.name} needs segment scores of the systems.",
            hint=f"Use {wording.option('level', 'segment')}.",
        )
    normal_theory = statistic.normal_theory_applies(settings.average_by)
    if settings.absolute and not (
        normal_theory and settings.interval in ("auto", "fisher", "symmetric", "none")
    ):
        raise absolute_refused()
    correlations = []
    for metric in table.metrics:
        scores = table.scores[metric]
        one = correlation(statistic, table.human, scores, settings.average_by, details=True)
        if settings.absolute:
            one = replace(one, value=abs(one.value))
        both = ~np.isnan(table.human) & ~np.isnan(scores)
        with executor.step_of(advance, 1 / len(table.metrics)):
            interval, method = interval_of(table, metric, statistic, settings, one, draws)
        systems = int(both.any(axis=1).sum())
        correlations.append(MetricCorrelation(metric, one, interval, method, systems))
    return sorted(correlations, key=lambda one: (math.isnan(one.value), -one.value, one.metric))


def absolute_refused() -> UsageError:
    """Make the error for absolute values where scores are resampled or swapped."""
    return UsageError(
        f"{wording.option('absolute')} applies to a single Pearson's r, with Fisher's and Zou's"
        " intervals and Williams' test; resampled or swapped scores keep their signs.",
        hint=f"Flip the sign of metrics with {wording.option('lower_is_better')} instead.",
    )
