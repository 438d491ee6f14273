"""The hierarchical bootstrap against all multisets of segments and all draws of runs."""

import numpy as np
import pytest
from tests.significance import _oracle
from tests.significance._cases import (
    ALTERNATIVES,
    CASES,
    PAIR,
    WAYS,
    p_of,
    sample,
    system,
    within_limits,
)
from tests.significance._oracle import Statistic

from tertium.significance.hierarchical_bootstrap import HierarchicalBootstrap

TRIALS = 4000


@pytest.mark.parametrize("name", CASES)
@pytest.mark.parametrize(("runs", "other_runs"), [(2, 2), (3, 2)])
def test_segments_and_runs_are_drawn(name, runs, other_runs):
    one, other = system(name, 10, 3, runs), system(name, 11, 3, other_runs)
    made = sample(name, one, other)
    statistic = Statistic(CASES[name].score)
    resamples = _oracle.resamples_of_runs(one, other, statistic)
    observed = statistic.difference(one, other)
    expectation = _oracle.expectation(resamples)
    for alternative, p_value in WAYS:
        test = HierarchicalBootstrap(trials=TRIALS, alternative=alternative, p_value=p_value)
        ((found,),) = test.run(made, [PAIR])
        expected = _oracle.extreme(resamples, observed, alternative, shift=expectation)
        assert within_limits(found.count, TRIALS, expected)
        assert found.p == p_of(found.count, TRIALS, p_value)


def test_drawing_one_fewer_keeps_the_variance_of_the_mean_of_runs():
    # One segment cannot be resampled; with equal segments, only runs vary (McCarthy and Snowden).
    values = [3, 5, 10]
    runs = [[(value, 1)] * 5 for value in values]
    drawn = HierarchicalBootstrap(trials=20_000).scores(sample("external", runs, runs), "x")
    assert np.var(drawn) == pytest.approx(np.var(values, ddof=1) / 3, rel=0.05)


@pytest.mark.parametrize("alternative", ALTERNATIVES)
@pytest.mark.parametrize(
    ("runs", "units", "reason"),
    [
        (1, 5, "a single run does not show how training varies"),
        (3, 1, "a single unit cannot be resampled"),
    ],
)
def test_a_single_unit_cannot_be_resampled(alternative, runs, units, reason):
    made = sample("ter", system("ter", 1, units, 3), system("ter", 2, units, runs))
    ((found,),) = HierarchicalBootstrap(alternative=alternative).run(made, [PAIR])
    assert np.isnan(found.p)
    assert found.reason == reason
