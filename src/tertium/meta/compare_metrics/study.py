"""The study: compare every pair of metrics.

Confidence intervals of single correlations do not show whether two correlations differ, however far
apart they are, since both metrics scored the same systems. Differences have intervals and tests of
their own (Graham and Liu 2016, sections 2.3 and 3).
"""

import math
from dataclasses import replace
from itertools import combinations
from math import comb

import numpy as np

from tertium.core import executor, wording
from tertium.core.arrays import TOLERANCE
from tertium.core.errors import UsageError
from tertium.core.intervals import Interval
from tertium.core.progress import Advance, part_of
from tertium.core.version import VERSION
from tertium.inference import corrections
from tertium.inference.correlations import williams, zou
from tertium.inference.verdicts import alpha_of
from tertium.meta.bootstrap import Bootstrapped, SharedDraws
from tertium.meta.compare_metrics.results import MetricComparison, MetricPair
from tertium.meta.compare_metrics.settings import CompareMetricsSettings
from tertium.meta.compare_metrics.warnings import warnings_of_test
from tertium.meta.correlate.results import MetricCorrelation, TableFacts
from tertium.meta.correlate.study import absolute_refused, correlations_of, shared_draws
from tertium.meta.correlate.warnings import warnings_of
from tertium.meta.correlation import correlation
from tertium.meta.permutation import permutation_test
from tertium.meta.score_table import ScoreTable
from tertium.meta.statistics import Statistic


def compare_metrics(
    table: ScoreTable,
    statistic: Statistic,
    settings: CompareMetricsSettings,
    advance: Advance | None = None,
) -> MetricComparison:
    """Compare every pair of metrics; `advance` is called with the share of work done."""
    test = _test(settings, statistic)
    if settings.absolute and test != "williams":
        raise absolute_refused()
    if test == "segments" and len(table.items) == 1:
        raise UsageError(
            "Scores of whole systems have no segments to swap.",
            hint=f"Use {wording.option('test', 'systems')} or"
            f" {wording.option('level', 'segment')}.",
        )
    if settings.alternative == "greater" and not table.named:
        raise UsageError(
            "A one-sided test needs a direction that was chosen before the scores were seen.",
            hint=f"Name the metrics with {wording.option('metrics')}, from the one expected to be"
            " best, or use a two-sided test.",
        )
    draws = shared_draws(table, statistic, settings)
    ranked = correlations_of(table, statistic, settings, part_of(advance, 0.2), draws)
    # Metrics whose correlation is undefined are not compared.
    defined = [one for one in ranked if not math.isnan(one.value)]
    if settings.alternative == "greater":
        defined.sort(key=lambda one: table.metrics.index(one.metric))
    pairs = []
    for one, other in combinations(defined, 2):
        with executor.step_of(advance, 0.8 / comb(len(defined), 2)):
            pairs.append(_pair(table, statistic, settings, test, one, other, draws))
    corrected = corrections.corrected([pair.p for pair in pairs], settings.correction)
    alpha = alpha_of(settings.confidence_level)
    judged = tuple(
        replace(pair, corrected=p, significant=p <= alpha)
        for pair, p in zip(pairs, corrected, strict=True)
    )
    return MetricComparison(
        VERSION,
        settings,
        str(statistic),
        test,
        TableFacts.of(table),
        tuple(ranked),
        judged,
        (
            *warnings_of(table, ranked, settings),
            *warnings_of_test(table, statistic, test, settings, judged),
        ),
    )


def _test(settings: CompareMetricsSettings, statistic: Statistic) -> str:
    """Choose the test that suits a statistic.

    Scores of one system are not independent, so systems are swapped as a whole. Williams' test
    assumes independent scores, as those of whole systems are.
    """
    if settings.test != "auto":
        return settings.test
    normal_theory = statistic.normal_theory_applies(settings.average_by)
    return "williams" if normal_theory and settings.level == "system" else "systems"


def _pair(
    table: ScoreTable,
    statistic: Statistic,
    settings: CompareMetricsSettings,
    test: str,
    one: MetricCorrelation,
    other: MetricCorrelation,
    draws: SharedDraws,
) -> MetricPair:
    human, first, second = (table.scores[name] for name in (table.gold, one.metric, other.metric))
    complete = ~np.isnan(human) & ~np.isnan(first) & ~np.isnan(second)
    human, first, second = (np.where(complete, s, np.nan) for s in (human, first, second))
    r12 = correlation(statistic, human, first, settings.average_by)
    r13 = correlation(statistic, human, second, settings.average_by)
    size = abs if settings.absolute else float
    given = settings.alternative == "greater"
    if not given and size(r12.value) < size(
        r13.value
    ):  # the other metric is ahead on the scores that both have
        one, other, first, second, r12, r13 = other, one, second, first, r13, r12
    normal_theory = statistic.normal_theory_applies(settings.average_by)
    r23 = correlation(statistic, first, second).value if normal_theory else math.nan
    three = r12.value, r13.value, r23
    if settings.absolute:
        three = abs(three[0]), abs(three[1]), abs(three[2])
    n = r12.n
    of_metrics = human, first, second
    drawn = None
    interval = Interval.undefined()
    if test == "bootstrap" or (not normal_theory and settings.interval != "none"):
        drawn = draws.interval([one.metric, other.metric], settings.confidence_level)
        if settings.interval != "none":
            interval = drawn.interval
    elif settings.interval != "none":
        interval = zou(*three, n, settings.confidence_level)
    if test == "williams":
        t, p, reason = _williams(three, n, settings, applies=normal_theory)
    elif drawn is not None and test == "bootstrap":
        t, p, reason = math.nan, _bootstrap_p(drawn, settings), drawn.interval.reason
    else:
        swapped = permutation_test(
            statistic,
            *of_metrics,
            swap=test,
            average=settings.average_by,
            alternative=settings.alternative,
            trials=settings.trials,
            seed=settings.seed,
            p_value=settings.p_value,
        )
        t, p, reason = math.nan, swapped.p, swapped.reason
    return MetricPair(
        metric=one.metric,
        other=other.metric,
        r=three[0],
        other_r=three[1],
        between=three[2],
        n=n,
        difference=three[0] - three[1],
        interval=interval,
        t=t,
        p=p,
        corrected=math.nan,
        significant=False,
        reason=reason,
        apart=one.interval.low > other.interval.high or other.interval.low > one.interval.high,
    )


def _williams(
    three: tuple[float, float, float], n: int, settings: CompareMetricsSettings, *, applies: bool
) -> tuple[float, float, str]:
    if not applies:
        return math.nan, math.nan, "Williams' test is for a single Pearson's r"
    return williams(*three, n, settings.alternative)


def _bootstrap_p(drawn: Bootstrapped, settings: CompareMetricsSettings) -> float:
    """Share of draws, shifted to a mean of 0, that are as extreme as the observed difference."""
    if drawn.interval.reason:
        return math.nan
    shifted = drawn.values - drawn.values.mean()
    slack = TOLERANCE * np.abs(drawn.values).max()
    if settings.alternative == "greater":
        count = np.count_nonzero(shifted >= drawn.value - slack)
    else:
        count = np.count_nonzero(np.abs(shifted) >= abs(drawn.value) - slack)
    plain = settings.p_value == "plain"
    return float(count / len(shifted) if plain else (count + 1) / (len(shifted) + 1))
