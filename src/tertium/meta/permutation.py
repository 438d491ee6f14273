"""Permutation tests of whether two metrics agree with human scores equally well.

H0: scores of the two metrics are exchangeable. Both metrics are brought to one scale
(mean 0, standard deviation 1). In every trial, units are swapped between the metrics with
probability 1/2, and p is the share of trials whose difference of the statistic is at least the
observed difference. A unit is a single score (`scores`, the test PERM-BOTH of mt-metrics-eval), all
scores of a segment (`segments`), all scores of a system (`systems`), or, for accuracies with ties,
the outcome of a pair of outputs (`pairs`), with the ties of each metric as they were calibrated. If
there are no more permutations than trials, all are enumerated, and p has no Monte Carlo error.

Swapped units must be exchangeable. Scores of one system are not if metrics favour systems: then
only `systems` holds its level. Even this test is not exact, because scores are standardized on the
same systems that are swapped: with few systems it rejects too often (docs/calibration.md).

Pairs of one segment share outputs, but `pairs` swaps each pair independently and rejects too
often: on 400 tables without a difference (6 systems, 20 segments) 16 % of the time at a level of
10 %, `scores` 9 % of the time.

Reference: Noreen 1989; Deutsch, Dror and Roth 2021; Deutsch, Foster and Freitag 2023 (pairs).
"""

import math
from dataclasses import dataclass

import numpy as np

from tertium.core.arrays import TOLERANCE, Floats
from tertium.core.errors import UnknownMember, UsageError
from tertium.core.resampling import AllSwaps, Draws, Swaps, replicates
from tertium.meta.correlation import Correlation, correlation
from tertium.meta.statistics import Statistic, make_statistic, statistic_names
from tertium.meta.swapped_outcomes import SwappedOutcomes
from tertium.meta.swaps import UNITS, SwappedCells, SwappedScores, Swapping
from tertium.significance.approximate_randomization import ApproximateRandomization

SWAPPED = (*UNITS, "pairs")


@dataclass(frozen=True, eq=False)
class Permutation:
    """A test of the difference of two metrics.

    Attributes:
        first: Correlation of the first metric, on the cells that have all scores.
        second: Correlation of the second metric.
        difference: First minus second.
        p: The p-value; NaN where it is undefined.
        count: Number of pseudo-statistics at least as extreme as the observed difference.
        pseudo_statistics: Differences after swapping.
        exact: Whether all permutations were enumerated, not sampled.
        undefined: Number of trials left out, as the statistic is undefined after swapping.
        reason: Why p is undefined, if it is.
    """

    first: Correlation
    second: Correlation
    difference: float
    p: float
    count: float
    pseudo_statistics: Floats
    exact: bool = False
    undefined: int = 0
    reason: str = ""


def permutation_test(
    statistic: Statistic,
    gold: Floats,
    first: Floats,
    second: Floats,
    *,
    swap: str = "scores",
    average: str = "none",
    trials: int = 1000,
    seed: int = 12345,
    alternative: str = "two-sided",
    p_value: str = "plus-one",
) -> Permutation:
    """Test whether two metrics agree with human scores equally well.

    Args:
        statistic: The statistic.
        gold: Human scores: (system, item), NaN if there is none.
        first: Scores of a metric.
        second: Scores of another metric. Cells that lack one of the three scores are left out.
        swap: The unit that is swapped, one of `SWAPPED`.
        average: As in `correlation`.
        trials: Number of trials.
        seed: Seed of the random swaps.
        alternative: "greater" asks whether the first metric agrees better.
        p_value: "plus-one" gives (c + 1) / (B + 1), "plain" c / B.
    """
    if swap not in SWAPPED:
        raise UnknownMember("unit to swap", swap, SWAPPED)
    test = ApproximateRandomization(
        trials=trials, seed=seed, alternative=alternative, p_value=p_value
    )
    _refuse(statistic, swap)
    cells = statistic.cells(gold, [first, second], average)
    complete = np.isfinite(first) & np.isfinite(second)
    human = np.where(complete, gold, np.nan)
    one, two = (correlation(statistic, human, metric, average) for metric in (first, second))
    difference = one.value - two.value
    for observed, which in ((one, "first"), (two, "second")):
        if observed.reason:
            return _untested(one, two, f"the {which} metric: {observed.reason}")
    swapping: Swapping
    if swap == "pairs":
        swapping = SwappedOutcomes.of(statistic, cells, (one, two))
    elif any(np.ptp(metric[cells.present]) == 0 for metric in cells.metrics):
        return _untested(one, two, "a metric gives all outputs the same score")
    else:
        swapped = SwappedCells.of(cells, swap)
        swapping = statistic.swapping(swapped) or SwappedScores(statistic.average, swapped)
    exact = swapping.units <= trials.bit_length() - 1
    draws: Draws = AllSwaps(swapping.units) if exact else Swaps(swapping.units)
    if swapping.units:
        pseudo = replicates(draws, 2**swapping.units if exact else trials, seed, swapping)
    else:  # no swap would make a difference
        pseudo = np.array([difference])
    defined = pseudo[~np.isnan(pseudo)]
    if not len(defined):
        return _untested(one, two, "the statistic is undefined after every swap")
    outcome = test.outcome(defined, difference, 2 * TOLERANCE, exact=exact)
    return Permutation(
        one,
        two,
        difference,
        outcome.p,
        outcome.count,
        defined,
        exact,
        len(pseudo) - len(defined),
        outcome.reason,
    )


def _refuse(statistic: Statistic, swap: str) -> None:
    """Refuse combinations without a meaning."""
    if swap == "pairs":
        if statistic.pair_credit is None:
            possible = [
                name for name in statistic_names() if make_statistic(name).pair_credit is not None
            ]
            raise UsageError(
                f"Outcomes of pairs cannot be swapped under {statistic.name}.",
                hint=f"They can under {', '.join(possible)}; or swap scores.",
            )
    elif statistic.has_fixed_ties:
        raise UsageError(
            f"The epsilon of {statistic} is on the scale of one metric, and swapping standardizes"
            " scores.",
            hint="Swap pairs, or set epsilon=calibrated.",
        )


def _untested(first: Correlation, second: Correlation, reason: str) -> Permutation:
    difference = first.value - second.value
    return Permutation(first, second, difference, math.nan, math.nan, np.empty(0), reason=reason)
