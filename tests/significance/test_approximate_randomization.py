"""Approximate randomization against all labellings and all shuffles."""

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from tests.significance import _oracle
from tests.significance._cases import (
    ALTERNATIVES,
    CASES,
    PAIR,
    WAYS,
    mean_of,
    p_of,
    sample,
    system,
    within_limits,
)
from tests.significance._oracle import Statistic

from tertium.core.sample import Pair, Sample
from tertium.significance.approximate_randomization import ApproximateRandomization

pytestmark = pytest.mark.slow

METRICS = pytest.mark.parametrize("name", CASES)


def outcome(given_sample, **parameters):
    ((found,),) = ApproximateRandomization(**parameters).run(given_sample, [PAIR])
    return found


def exact(name, one, other):
    """The p-values over all labellings, by alternative."""
    statistic = Statistic(CASES[name].score)
    observed = statistic.difference(one, other)
    labellings = _oracle.swaps(one[0], other[0], statistic)
    return {side: _oracle.extreme(labellings, observed, side) for side in ALTERNATIVES}


@METRICS
@settings(max_examples=30)
@given(units=st.integers(1, 6), seed=st.integers(0, 10**6))
@example(units=12, seed=1)
def test_all_labellings_are_enumerated_where_they_are_no_more_than_the_trials(name, units, seed):
    one, other = system(name, seed, units), system(name, seed + 1, units)
    expected = exact(name, one, other)
    for alternative, p_value in WAYS:
        found = outcome(
            sample(name, one, other), trials=2**units, alternative=alternative, p_value=p_value
        )
        assert found.exact
        assert found.count == expected[alternative] * 2**units
        assert found.p == float(expected[alternative])


@METRICS
def test_drawn_labellings_give_the_exact_p_within_the_limits_of_chance(name):
    one, other = system(name, 3, 9), system(name, 4, 9)
    expected = exact(name, one, other)
    trials = 511
    for alternative, p_value in WAYS:
        found = outcome(
            sample(name, one, other), trials=trials, alternative=alternative, p_value=p_value
        )
        assert not found.exact
        assert within_limits(found.count, trials, expected[alternative])
        assert found.p == p_of(found.count, trials, p_value)


def test_the_observed_labelling_counts():
    # Pitfall 8: 17 of 64 labellings are at least as large as the observed one, 10 are larger.
    one, other = mean_of([-4, -1, 1, 3, 4, 4])
    found = outcome(sample("external", one, other), alternative="greater")
    assert found.p == 17 / 64
    labellings = _oracle.swaps(one[0], other[0], Statistic(_oracle.mean))
    observed = found.cutoff * 6
    assert _oracle.share(labellings, lambda d: 6 * d > round(observed)) == 10 / 64


@pytest.mark.parametrize("units", [1, 2, 5, 10])
def test_few_segments_cannot_give_less_than_two_labellings(units):
    # Pitfall 14: all segments better, and yet at best 2 of 2^N.
    made = sample("external", *mean_of(list(range(1, units + 1))))
    assert outcome(made).p == min(1, 2 / 2**units)
    assert outcome(made, alternative="greater").p == 1 / 2**units
    assert outcome(made, alternative="less").p == 1


def test_enumeration_needs_as_many_trials_as_there_are_labellings():
    made = sample("external", system("external", 1, 8), system("external", 2, 8))
    assert outcome(made, trials=256).exact
    assert not outcome(made, trials=255).exact


def test_scores_about_zero_that_are_equal_in_exact_arithmetic_are_equal():
    # Standardized ratings: their means all but vanish, so that rounding is large beside them.
    ratings = np.array([0.1, 0.2, -0.3, 0.7, -0.7, 1.1, -1.1])
    integers = [round(10 * one) for one in ratings]
    rows = {"x": ratings, "y": ratings[::-1]}
    columns = {key: (np.column_stack([one, np.ones(7)]),) for key, one in rows.items()}
    made = Sample((CASES["external"].metric,), columns)
    one, other = [[(one, 1) for one in integers]], [[(one, 1) for one in integers[::-1]]]
    for alternative, expected in exact("external", one, other).items():
        assert outcome(made, alternative=alternative).p == float(expected)


# --- Several runs -------------------------------------------------------------------------------


@METRICS
@pytest.mark.parametrize("statistic", ["mean", "pooled"])
@pytest.mark.parametrize(("runs", "other_runs", "units"), [(2, 2, 2), (1, 2, 3), (3, 1, 2)])
def test_shuffles_within_segments(name, statistic, runs, other_runs, units):
    trials = 3000
    one, other = system(name, 5, units, runs), system(name, 7, units, other_runs)
    by_definition = Statistic(CASES[name].score, pooled=statistic == "pooled")
    observed = by_definition.difference(one, other)
    shuffles = _oracle.shuffles(one, other, by_definition)
    made = sample(name, one, other, statistic)
    for alternative, p_value in WAYS:
        found = outcome(made, trials=trials, alternative=alternative, p_value=p_value)
        expected = _oracle.extreme(shuffles, observed, alternative)
        assert within_limits(found.count, trials, expected)
        assert found.p == p_of(found.count, trials, p_value)


def test_pairs_of_single_and_of_several_runs_are_tested_together():
    systems = {"x": system("ter", 1, 9), "y": system("ter", 2, 9, 2), "z": system("ter", 3, 9)}
    rows = {key: tuple(np.array(run, float) for run in runs) for key, runs in systems.items()}
    made = Sample((CASES["ter"].metric,), rows)
    pairs = [Pair("x", "y"), Pair("z", "x"), Pair("y", "z")]
    test = ApproximateRandomization(trials=600)
    (together,) = test.run(made, pairs)
    assert [one.exact for one in together] == [False, True, False]
    for pair, found in zip(pairs, together, strict=True):
        ((alone,),) = test.run(made, [pair])
        assert np.array_equal(found.pseudo_statistics, alone.pseudo_statistics)


@pytest.mark.parametrize("runs", [1, 2])
def test_a_pair_turned_round_sees_the_same_trials(runs):
    made = sample("bleu", system("bleu", 1, 20, runs), system("bleu", 2, 20, runs))
    test = ApproximateRandomization(trials=300)
    ((found, turned),) = test.run(made, [PAIR, Pair(*reversed(PAIR))])
    assert np.array_equal(found.pseudo_statistics, -turned.pseudo_statistics)
