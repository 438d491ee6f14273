"""The bootstrap against all multisets of segments, with their multinomial weights."""

from fractions import Fraction

import numpy as np
import pytest
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

from tertium.core.sample import Sample
from tertium.significance.approximate_randomization import ApproximateRandomization
from tertium.significance.bootstrap import Bootstrap

TRIALS = 4000
METRICS = pytest.mark.parametrize("name", CASES)


def outcome(given_sample, **parameters):
    ((found,),) = Bootstrap(**parameters).run(given_sample, [PAIR])
    return found


@METRICS
@pytest.mark.parametrize("units", [2, 4, 6])
def test_shifted_differences_are_counted(name, units):
    one, other = system(name, 10, units), system(name, 11, units)
    made = sample(name, one, other)
    statistic = Statistic(CASES[name].score)
    resamples = _oracle.resamples(one, other, statistic)
    observed = statistic.difference(one, other)
    expectation = _oracle.expectation(resamples)
    # The lengths of these references are all the same: TER is a mean over segments here.
    assert (expectation == observed) == (name != "bleu")
    for alternative, p_value in WAYS:
        found = outcome(made, trials=TRIALS, alternative=alternative, p_value=p_value)
        expected = _oracle.extreme(resamples, observed, alternative, shift=expectation)
        assert within_limits(found.count, TRIALS, expected)
        assert found.p == p_of(found.count, TRIALS, p_value)
        assert found.cutoff == pytest.approx(float(observed), abs=1e-8)


# Differences of 0/1 scores: how often each is 1, 0 and -1.
DISCRETE = {"9 of 50": (7, 41, 2), "half": (15, 3, 7), "few": (4, 8, 0), "rare": (6, 193, 1)}


@pytest.mark.slow
@pytest.mark.parametrize("counts", DISCRETE.values(), ids=DISCRETE)
@pytest.mark.parametrize("seed", [0, 1, 12345])
def test_ties_of_discrete_scores_are_counted_whatever_the_seed(counts, seed):
    wins, ties, losses = counts
    values = [1] * wins + [0] * ties + [-1] * losses
    trials = 20_000
    made = sample("external", *mean_of(values))
    found = outcome(made, trials=trials, seed=seed)
    assert within_limits(found.count, trials, _oracle.extreme_sums(values))


def test_the_mean_of_the_samples_loses_ties():
    # Figures 1 and 3 as printed: a mean that is a little off counts no sample at the edge.
    values = [1] * 7 + [0] * 41 + [-1] * 2
    made = sample("external", *mean_of(values))
    printed = outcome(made, shift="sampled")
    differences = Bootstrap().differences(made, [PAIR])[0][:, 0]
    extreme = np.abs(differences - differences.mean()) >= sum(values) / len(values)
    assert printed.count == np.count_nonzero(extreme)
    assert not within_limits(printed.count, 10_000, _oracle.extreme_sums(values))


def test_documents_of_different_sizes_make_a_ratio():
    rows = {"x": [(3, 2), (1, 4), (5, 5)], "y": [(2, 2), (3, 4), (1, 5)]}
    one, other = [rows["x"]], [rows["y"]]
    made = sample("external", one, other)
    resamples = _oracle.resamples(one, other, Statistic(_oracle.mean))
    observed = Statistic(_oracle.mean).difference(one, other)
    expectation = _oracle.expectation(resamples)
    assert expectation != observed
    expected = _oracle.extreme(resamples, observed, "two-sided", shift=expectation)
    assert within_limits(outcome(made, trials=TRIALS).count, TRIALS, expected)


@METRICS
@pytest.mark.parametrize("units", [2, 5])
def test_every_multiset_comes_as_often_as_it_should(name, units):
    one, other = system(name, 12, units), system(name, 13, units)
    (drawn,) = Bootstrap(trials=TRIALS).differences(sample(name, one, other), [PAIR])
    resamples = _oracle.resamples(one, other, Statistic(CASES[name].score))
    for value in {round(float(one.difference), 6) for one in resamples}:
        count = int(np.count_nonzero(np.abs(drawn - value) < 2e-6))
        expected = _oracle.share(resamples, lambda d: abs(float(d) - value) < 2e-6)  # noqa: B023
        assert within_limits(count, TRIALS, expected)
    assert set(np.round(drawn[:, 0], 5)) <= {round(float(w.difference), 5) for w in resamples}


def test_few_segments_seem_to_suffice():
    # Pitfall 14: randomization of five segments cannot go below 2/32, the bootstrap gives 0.01.
    one, other = mean_of([1, 1, 2, 3, 8])
    made = sample("external", one, other)
    resamples = _oracle.resamples(one, other, Statistic(_oracle.mean))
    assert _oracle.share(resamples, lambda d: abs(d - 3) >= 3) == Fraction(31, 3125)
    assert within_limits(outcome(made, trials=TRIALS).count, TRIALS, Fraction(31, 3125))
    ((exact,),) = ApproximateRandomization().run(made, [PAIR])
    assert exact.p == 0.0625


@pytest.mark.parametrize("alternative", ALTERNATIVES)
def test_one_segment_cannot_be_resampled(alternative):
    found = outcome(sample("ter", [[(1, 5)]], [[(3, 5)]]), alternative=alternative)
    assert np.isnan(found.p)
    assert found.reason == "a single unit cannot be resampled"


def test_all_systems_and_metrics_share_the_draws():
    metrics = (CASES["ter"].metric, CASES["external"].metric)
    rows = {
        key: (
            np.hstack([np.array(system(name, seed, 30)[0], float) for name in ("ter", "external")]),
        )
        for seed, key in enumerate(PAIR)
    }
    ((ter,), (mean,)) = Bootstrap(trials=500).run(Sample(metrics, rows), [PAIR])
    for number, (name, found) in enumerate((("ter", ter), ("external", mean))):
        columns = slice(2 * number, 2 * number + 2)
        alone = Sample(
            (CASES[name].metric,), {key: (one[0][:, columns],) for key, one in rows.items()}
        )
        assert np.array_equal(found.pseudo_statistics, outcome(alone, trials=500).pseudo_statistics)
