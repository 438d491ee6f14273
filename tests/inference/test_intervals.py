"""Intervals from bootstrap values."""

import json
import math
import re

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from scipy.stats import bootstrap, lognorm

from tertium.core.errors import UnknownMember
from tertium.core.intervals import Interval
from tertium.inference.binomial import clopper_pearson
from tertium.inference.intervals import METHODS, bca, element, interval, percentile

NUMBERS = st.integers(-(10**6), 10**6).map(lambda n: n / 1024)
VALUES = arrays(np.float64, st.integers(1, 60), elements=NUMBERS)
CONFIDENCE_LEVELS = st.floats(0.01, 0.999)
METHOD = st.sampled_from(METHODS)


def unneeded():
    raise AssertionError("only bca needs the jackknife")


@pytest.mark.parametrize(
    ("method", "convention"), [("percentile", "linear"), ("element", "inverted_cdf")]
)
def test_the_stored_conventions(method, convention, reference_data):
    cases = json.loads((reference_data / "stats/misc/percentile_conventions.json").read_text())
    assert len(cases) == 5
    for case in cases:
        values = np.arange(case["B"], 0, -1.0)
        found = interval(values, 0.95, method, math.nan, unneeded)
        assert tuple(found) == pytest.approx(case[convention])


@pytest.mark.parametrize("count", [40, 200, 1000, 10_000, 100_000])
@pytest.mark.parametrize("level", [0.8, 0.9, 0.95, 0.99])
def test_a_whole_rank_is_not_pushed_up_by_rounding(count, level):
    values = np.arange(1.0, count + 1)
    low, high = element(values, level)
    tail = count * round((1 - level) / 2 * 1000) / 1000
    assert (low, high) == (math.ceil(tail), math.ceil(count - tail))


@pytest.mark.parametrize("level", [0.5, 0.9, 0.95, 0.99])
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_bca_is_scipys_on_the_same_resamples(level, seed):
    data = lognorm(1).rvs(25, random_state=np.random.default_rng(seed))
    expected = bootstrap(
        (data,),
        np.mean,
        confidence_level=level,
        n_resamples=999,
        method="BCa",
        rng=np.random.default_rng(seed),
    )
    jackknife = (data.sum() - data) / (len(data) - 1)
    found = bca(expected.bootstrap_distribution, data.mean(), jackknife, level)
    assert tuple(found) == pytest.approx(tuple(expected.confidence_interval), rel=1e-12)


def test_bca_without_bias_and_acceleration_is_the_percentile_interval():
    values, jackknife = np.linspace(-1, 1, 201), np.array([-1.0, 0.0, 1.0])
    low, high = bca(values, 0.0, jackknife, 0.95)
    assert (low, high) == pytest.approx(tuple(percentile(values, 0.95)))


@given(VALUES, NUMBERS, VALUES, CONFIDENCE_LEVELS, METHOD)
def test_finite_and_in_order_within_the_values(values, observed, jackknife, level, method):
    low, high = interval(values, level, method, observed, lambda: jackknife)
    assert values.min() <= low <= high <= values.max()


@given(VALUES, NUMBERS, VALUES, CONFIDENCE_LEVELS, CONFIDENCE_LEVELS, METHOD)
def test_a_higher_level_gives_a_wider_interval(values, observed, jackknife, one, other, method):
    def at(level):
        return interval(values, level, method, observed, lambda: jackknife)

    low, high = at(max(one, other))
    inner_low, inner_high = at(min(one, other))
    rounding = 1e-12 * np.abs(values).max()
    assert low <= inner_low + rounding
    assert inner_high <= high + rounding


@given(VALUES, NUMBERS, VALUES, NUMBERS, CONFIDENCE_LEVELS, METHOD)
def test_the_interval_moves_with_the_values(values, observed, jackknife, shift, level, method):
    low, high = interval(values, level, method, observed, lambda: jackknife)
    moved = interval(values + shift, level, method, observed + shift, lambda: jackknife + shift)
    assert tuple(moved) == pytest.approx((low + shift, high + shift), rel=1e-8, abs=1e-6)


@given(VALUES, NUMBERS, VALUES, st.sampled_from([0.125, 2.0, 1024.0]), CONFIDENCE_LEVELS, METHOD)
def test_the_interval_scales_with_the_values(values, observed, jackknife, scale, level, method):
    low, high = interval(values, level, method, observed, lambda: jackknife)
    scaled = interval(scale * values, level, method, scale * observed, lambda: scale * jackknife)
    assert tuple(scaled) == pytest.approx((scale * low, scale * high), rel=1e-12)


class TestDegenerate:
    JACKKNIFE = np.array([1.0, 2.0, 4.0])

    def test_constant_values(self):
        assert bca(np.full(100, 0.1), 0.1, self.JACKKNIFE, 0.95) == Interval(0.1, 0.1)

    def test_a_jackknife_that_varies_by_rounding_only_has_no_skewness(self):
        values = np.linspace(-1, 1, 201)
        noise = np.array([0.3, 0.1 + 0.2, 0.3])
        assert noise.std() > 0
        low, high = bca(values, 0.0, noise, 0.95)
        assert (low, high) == pytest.approx(tuple(percentile(values, 0.95)))

    @pytest.mark.parametrize(("observed", "end"), [(-5.0, 0.0), (5.0, 1.0)])
    def test_all_values_on_one_side_give_the_near_end(self, observed, end):
        low, high = bca(np.linspace(0, 1, 1001), observed, np.zeros(3), 0.95)
        assert (low, high) == pytest.approx((end, end), abs=0.001)

    @pytest.mark.parametrize(("sign", "expected"), [(1, 1.0), (-1, 0.0)])
    def test_past_the_pole_of_the_acceleration_is_the_last_value(self, sign, expected):
        # One unit that decides everything: the acceleration is near its bound of 1/6.
        jackknife = np.zeros(10_000)
        jackknife[0] = -sign
        low, high = bca(np.linspace(0, 1, 1001), 0.5 + 0.499 * sign, jackknife, 0.9999)
        assert (high if sign > 0 else low) == expected

    def test_ties_count_half(self):
        values = np.array([0.0, 1.0, 1.0, 2.0])
        # Equal in exact arithmetic, and taken as equal.
        found = bca(values, 1.0 + 1e-15, np.zeros(3), 0.5)
        assert tuple(found) == pytest.approx(tuple(percentile(values, 0.5)))


@pytest.mark.parametrize("method", METHODS)
def test_undefined_values_give_an_undefined_interval(method):
    values = np.array([1.0, math.nan, 3.0])
    low, high = interval(values, 0.95, method, 1.0, lambda: np.array([1.0, 2.0]))
    assert math.isnan(low)
    assert math.isnan(high)


@pytest.mark.parametrize(
    ("observed", "jackknife"), [(math.nan, [1.0, 2.0]), (1.5, [1.0, math.nan])]
)
def test_bca_is_undefined_if_the_jackknife_is(observed, jackknife):
    low, high = bca(np.array([1.0, 2.0]), observed, np.array(jackknife), 0.95)
    assert math.isnan(low)
    assert math.isnan(high)


def test_an_unknown_interval_is_named():
    message = "No interval named 'bc'. Did you mean 'bca'? Known: bca, element, percentile."
    with pytest.raises(UnknownMember, match=f"^{re.escape(message)}$"):
        interval(np.zeros(3), 0.95, "bc", 0.0, unneeded)


def coverage(method, draw, truth, units, replicates=2000, samples=999):
    """How often the interval of a mean holds the truth, with exact limits of that share."""
    random = np.random.default_rng(7)

    def covered():
        data = draw(random, units)
        values = data[random.integers(0, units, (samples, units))].mean(axis=1)
        without = (data.sum() - data) / (units - 1)
        low, high = interval(values, 0.9, method, data.mean(), lambda: without)
        return low <= truth <= high

    return clopper_pearson(sum(covered() for _ in range(replicates)), replicates, 0.999)


@pytest.mark.slow
@pytest.mark.parametrize("method", METHODS)
def test_the_truth_is_covered_at_the_nominal_rate(method):
    low, high = coverage(method, lambda r, n: r.standard_normal(n), 0.0, units=200)
    assert low <= 0.9 <= high


@pytest.mark.slow
def test_bca_covers_better_on_skewed_data():
    def skewed(random, units):
        return random.lognormal(size=units)

    plain = coverage("percentile", skewed, math.exp(0.5), units=30)
    corrected = coverage("bca", skewed, math.exp(0.5), units=30)
    assert plain.high < 0.9
    assert corrected.low > plain.low
