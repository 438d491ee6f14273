"""Planning, beside z-tests whose power is known exactly."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import norm, ttest_ind

from tertium.inference.power import needed_size, size_of, two_sample_power


def z_test_power(size, effect, alpha):
    """Power of a z-test of a mean, in units of the standard deviation, to reject on its side."""
    return norm.cdf(abs(effect) * np.sqrt(size) - norm.ppf(1 - alpha / 2))


@pytest.mark.parametrize("effect", [0.02, 0.2, -0.2])
@pytest.mark.parametrize("power", [0.5, 0.8, 0.95])
@pytest.mark.parametrize("alpha", [0.05, 0.001])
def test_a_z_test_has_the_power_at_the_size_needed(effect, power, alpha):
    size = needed_size(400, 1 / 20, effect, power=power, alpha=alpha)
    assert z_test_power(size, effect, alpha) == pytest.approx(power, abs=1e-12)


def test_the_familiar_sixteen_over_the_squared_effect():
    assert needed_size(1, 1.0, 0.5, power=0.8, alpha=0.05) == pytest.approx(31.395, abs=0.001)


def test_no_difference_cannot_be_detected_and_a_certain_one_needs_nothing():
    assert needed_size(100, 1.0, 0.0, power=0.8, alpha=0.05) == math.inf
    assert needed_size(100, 0.0, 0.5, power=0.8, alpha=0.05) == 0
    assert needed_size(100, 1.0, 0.5, power=0.01, alpha=0.05) == 0


@given(st.floats(0.01, 0.5), st.floats(0.3, 0.99), st.sampled_from([0.05, 0.01]))
def test_the_curve_recovers_the_size_from_the_exact_power(effect, power, alpha):
    truth = needed_size(1, 1.0, effect, power=power, alpha=alpha)
    sizes = [truth * share for share in (0.4, 0.7, 1, 1.4, 2)]
    studies = [10**9] * len(sizes)
    exact = z_test_power(sizes, effect, alpha)
    detected = [round(p * n) for p, n in zip(exact, studies, strict=True)]
    assert size_of(sizes, detected, studies, power) == pytest.approx(truth, rel=1e-4)


@pytest.mark.parametrize("seed", range(5))
def test_the_curve_recovers_the_size_from_simulated_z_tests(seed):
    random = np.random.default_rng(seed)
    effect, sizes, studies = 0.2, [50, 100, 200, 300, 400], [400] * 5
    statistics = random.normal(effect * np.sqrt(sizes), 1, (400, 5))
    detected = (np.abs(statistics) > norm.ppf(0.975)).sum(axis=0)
    truth = ((norm.ppf(0.975) + norm.ppf(0.8)) / effect) ** 2
    assert size_of(sizes, detected.tolist(), studies, 0.8) == pytest.approx(truth, rel=0.1)


def test_the_order_of_the_sizes_does_not_matter():
    there = size_of([100, 400, 900], [3, 11, 19], [20, 20, 20], 0.8)
    back = size_of([900, 400, 100], [19, 11, 3], [20, 20, 20], 0.8)
    assert there == pytest.approx(back)


def test_more_power_needs_more():
    found = [size_of([100, 400, 900], [3, 11, 19], [20, 20, 20], p) for p in (0.5, 0.8, 0.95)]
    assert found == sorted(set(found))


def test_a_step_is_between_the_sizes_where_it_happens():
    assert 200 < size_of([100, 200, 300, 400], [0, 0, 50, 50], [50] * 4, 0.8) < 300


def test_far_below_the_sizes_tried_it_is_nothing():
    assert size_of([100, 200], [95, 99], [100, 100], 0.05) == 0


@pytest.mark.parametrize(
    ("sizes", "detected", "expected"),
    [
        ([100, 200], [0, 0], math.inf),
        ([100, 200], [100, 100], math.nan),
        ([100, 200], [6, 5], math.inf),
        ([100, 200], [99, 98], math.nan),
        ([100, 100], [10, 20], math.nan),
    ],
)
def test_where_detection_does_not_rise_with_the_size(sizes, detected, expected):
    assert size_of(sizes, detected, [100, 100], 0.8) == pytest.approx(expected, nan_ok=True)


def test_two_samples_have_the_power_of_a_t_test():
    # R 4.3: power.t.test(n = 17, delta = 1, sd = 1)$power
    assert two_sample_power(17, 1.0, 1.0, 0.05) == pytest.approx(0.8070367, abs=1e-5)
    assert two_sample_power(3, 0.0, 1.0, 0.05) == 1
    assert two_sample_power(3, 1.0, 0.0, 0.05) == pytest.approx(0.025)


@pytest.mark.parametrize(("size", "effect", "alpha"), [(3, 2.0, 0.05), (8, 1.2, 0.01)])
def test_simulated_t_tests_have_that_power(size, effect, alpha):
    samples = np.random.default_rng(1).normal(size=(2, 20_000, size))
    found = ttest_ind(samples[0] + effect, samples[1], axis=1)
    detected = np.mean((found.pvalue <= alpha) & (found.statistic > 0))
    assert two_sample_power(size, 1.0, effect, alpha) == pytest.approx(detected, abs=0.01)
