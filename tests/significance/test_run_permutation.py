"""Run permutation against all assignments of runs."""

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

from tertium.core.sample import Pair
from tertium.significance.run_permutation import RunPermutation

METRICS = pytest.mark.parametrize("name", CASES)
SIDES = pytest.mark.parametrize("alternative", ALTERNATIVES)


def outcome(given_sample, **parameters):
    ((found,),) = RunPermutation(**parameters).run(given_sample, [PAIR])
    return found


def exact(name, one, other, *, pooled=False):
    """The p-values over all assignments, by alternative."""
    statistic = Statistic(CASES[name].score, pooled)
    observed = statistic.difference(one, other)
    ways = _oracle.assignments(one, other, statistic)
    return {side: _oracle.extreme(ways, observed, side) for side in ALTERNATIVES}


@METRICS
@pytest.mark.parametrize("statistic", ["mean", "pooled"])
@pytest.mark.parametrize(("runs", "other_runs"), [(2, 2), (3, 3), (1, 3), (4, 2)])
@pytest.mark.parametrize("seed", [0, 2])
def test_all_assignments_are_enumerated(name, statistic, runs, other_runs, seed):
    one, other = system(name, seed, 4, runs), system(name, seed + 1, 4, other_runs)
    made = sample(name, one, other, statistic)
    expected = exact(name, one, other, pooled=statistic == "pooled")
    for alternative, p_value in WAYS:
        found = outcome(made, alternative=alternative, p_value=p_value)
        assert found.exact
        assert found.p == float(expected[alternative])


@METRICS
def test_where_there_are_more_ways_than_trials_they_are_drawn(name):
    one, other = system(name, 1, 5, 4), system(name, 2, 5, 5)  # 126 ways
    expected = exact(name, one, other)
    for alternative, p_value in WAYS:
        made = sample(name, one, other)
        found = outcome(made, trials=125, alternative=alternative, p_value=p_value)
        assert not found.exact
        assert within_limits(found.count, 125, expected[alternative])
        assert found.p == p_of(found.count, 125, p_value)


@pytest.mark.parametrize(("runs", "smallest"), [(2, 1 / 3), (3, 0.1), (4, 1 / 35)])
def test_few_runs_cannot_give_less_than_two_assignments(runs, smallest):
    better, worse = [[(9 + n, 1)] for n in range(runs)], [[(n, 1)] for n in range(runs)]
    made = sample("external", better, worse)
    assert outcome(made).p == pytest.approx(smallest)
    assert outcome(made, alternative="greater").p == pytest.approx(smallest / 2)
    assert outcome(made, alternative="less").p == 1


@SIDES
def test_single_runs_tell_nothing_of_the_procedure(alternative):
    made = sample("ter", system("ter", 1, 5), system("ter", 2, 5))
    found = outcome(made, alternative=alternative)
    assert np.isnan(found.p)
    assert found.reason == "a single run does not show how training varies"


@pytest.mark.parametrize("trials", [10, 1000])
def test_a_pair_turned_round_sees_the_same_assignments(trials):
    made = sample("bleu", system("bleu", 1, 5, 3), system("bleu", 2, 5, 3))
    ((found, turned),) = RunPermutation(trials=trials).run(made, [PAIR, Pair(*reversed(PAIR))])
    assert np.array_equal(found.pseudo_statistics, -turned.pseudo_statistics)
