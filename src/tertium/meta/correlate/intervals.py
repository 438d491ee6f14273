"""Confidence intervals of a correlation."""

import numpy as np

from tertium.core.arrays import Floats
from tertium.core.intervals import Interval
from tertium.core.resampling import HUMAN_SCORES, block_size, counts, generator
from tertium.inference import intervals
from tertium.inference.correlations import fisher, symmetric
from tertium.meta.bootstrap import SharedDraws
from tertium.meta.correlate.settings import CorrelateSettings
from tertium.meta.correlation import Correlation, correlation
from tertium.meta.score_table import ScoreTable
from tertium.meta.statistics import Statistic


def interval_of(
    table: ScoreTable,
    metric: str,
    statistic: Statistic,
    settings: CorrelateSettings,
    one: Correlation,
    draws: SharedDraws,
) -> tuple[Interval, str]:
    """Interval of a correlation, and the method that gave it."""
    method = settings.interval
    normal_theory = statistic.normal_theory_applies(settings.average_by)
    if method == "auto":
        method = "fisher" if normal_theory else "bootstrap"
    if method == "none" or one.reason:
        return Interval.undefined(one.reason), ""
    if method in ("fisher", "symmetric"):
        if not normal_theory:
            name = {"fisher": "Fisher's interval", "symmetric": "A symmetric interval"}[method]
            return Interval.undefined(f"{name} is for a single Pearson's r"), method
        made = fisher if method == "fisher" else symmetric
        return made(one.value, one.n, settings.confidence_level), method
    if method == "human":
        return _human_interval(table, metric, statistic, settings), method
    kind = "bca" if method == "bca" else "percentile"
    return draws.interval([metric], settings.confidence_level, kind).interval, method


def _human_interval(
    table: ScoreTable, metric: str, statistic: Statistic, settings: CorrelateSettings
) -> Interval:
    """WMT's interval: human scores of systems from resampled judgments, metric scores fixed."""
    if not table.judgments:
        return Interval.undefined("there are no human scores of segments to resample")
    random = generator(settings.seed, HUMAN_SCORES, 0)

    def means(judged: Floats) -> Floats:
        if not len(judged):
            return np.full(settings.trials, np.nan)
        step = block_size(len(judged))
        sizes = [min(step, settings.trials - begin) for begin in range(0, settings.trials, step)]
        drawn = [counts(random, rows, len(judged), len(judged)) @ judged for rows in sizes]
        return np.concatenate(drawn) / len(judged)

    resampled = np.stack([means(judged) for judged in table.judgments])
    values = np.array(
        [
            correlation(statistic, human[:, None], table.scores[metric]).value
            for human in resampled.T
        ]
    )
    known = values[~np.isnan(values)]
    if not len(known):
        return Interval.undefined("the resampled human scores are all the same")
    return intervals.percentile(known, settings.confidence_level)
