"""Exact limits, beside the printed and computed ones and the tests that define them."""

import csv

import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import binom, binomtest

from tertium.core.intervals import Interval
from tertium.inference.binomial import against_coin, clopper_pearson

OUTCOMES = st.integers(1, 500).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n)))
CONFIDENCE_LEVELS = st.floats(0.5, 0.999)


def test_all_stored_limits(reference_data):
    """Those printed in Graham et al. 2014, Tables 1 and 2, and edge cases, in percent."""
    with (reference_data / "stats/misc/clopper_pearson.csv").open() as file:
        rows = list(csv.DictReader(file))
    assert len(rows) == 21
    for row in rows:
        low, high = clopper_pearson(int(row["k"]), int(row["n"]))
        assert (100 * low, 100 * high) == pytest.approx((float(row["lo"]), float(row["hi"])), 1e-9)
        if row["printed_lo"]:
            printed = f"{100 * low:.1f}", f"{100 * high:.1f}"
            assert printed == (row["printed_lo"], row["printed_hi"])


def test_no_trial_gives_no_result():
    assert clopper_pearson(0, 0) == Interval(0, 1)


@given(OUTCOMES, CONFIDENCE_LEVELS)
def test_the_limits_are_just_not_rejected(outcome, level):
    successes, trials = outcome
    low, high = clopper_pearson(successes, trials, level)
    tail = (1 - level) / 2
    if successes > 0:
        assert binom.sf(successes - 1, trials, low) == pytest.approx(tail, rel=1e-6)
    if successes < trials:
        assert binom.cdf(successes, trials, high) == pytest.approx(tail, rel=1e-6)


@given(OUTCOMES, CONFIDENCE_LEVELS)
def test_failures_mirror_successes(outcome, level):
    successes, trials = outcome
    low, high = clopper_pearson(successes, trials, level)
    mirrored = clopper_pearson(trials - successes, trials, level)
    assert tuple(mirrored) == pytest.approx((1 - high, 1 - low), abs=1e-12)
    assert 0 <= low <= successes / trials <= high <= 1


@pytest.mark.parametrize("trials", [1, 5, 20, 66])
@pytest.mark.parametrize("proportion", [0.01, 0.05, 0.3, 0.5, 0.9])
def test_the_truth_is_covered_at_least_at_the_nominal_rate(trials, proportion):
    limits = [clopper_pearson(successes, trials) for successes in range(trials + 1)]
    covered = sum(
        binom.pmf(successes, trials, proportion)
        for successes, (low, high) in enumerate(limits)
        if low <= proportion <= high
    )
    assert covered >= 0.95


def test_all_stored_p_values_against_a_coin(reference_data):
    """R's binom.test on accuracies of Graham et al. 2014."""
    with (reference_data / "stats/misc/binom_paper000.csv").open() as file:
        rows = list(csv.DictReader(file))
    assert len(rows) == 4
    for row in rows:
        successes, trials = int(row["k"]), int(row["n"])
        assert against_coin(successes, trials) == pytest.approx(float(row["p_two_sided"]), 1e-9)
        limits = clopper_pearson(successes, trials)
        assert tuple(limits) == pytest.approx((float(row["lo"]), float(row["hi"])), 1e-9)


@given(OUTCOMES)
def test_p_against_a_coin(outcome):
    successes, trials = outcome
    expected = binomtest(successes, trials, 0.5).pvalue
    assert against_coin(successes, trials) == pytest.approx(expected, rel=1e-9)
