"""Numbers under two conditions: strata, intervals and tests, in simulations and by hand."""

import math

import numpy as np
import pytest

from tertium.human.condition_shifts import Judged, correlation, covered, mean, share, shifts, slope
from tertium.human.settings import ConditionSettings
from tertium.inference.binomial import clopper_pearson

SETTINGS = ConditionSettings(trials=200)


def drawn(random, segments=80, effect=0.0, per_segment=3):
    """Scores of outputs under conditions drawn at random, with effects of segments."""
    unit = np.repeat(np.arange(segments), per_segment)
    second = random.random(len(unit)) < 0.5
    values = 60 + random.normal(0, 15, segments)[unit] + random.normal(0, 10, len(unit))
    return Judged(second, unit, np.ones(len(unit))), values + effect * ~second


@pytest.mark.parametrize("within", ["one stratum", "strata across segments", "segments"])
def test_the_type_i_error_rate_is_nominal(within):
    # Full size: benchmarks/condition_calibration.py.
    random = np.random.default_rng(7)
    rejected, total = 0, 300
    for _ in range(total):
        judged, values = drawn(random)
        strata = {
            "one stratum": np.zeros(len(values), dtype=np.int64),
            "strata across segments": np.arange(len(values)) % 3,
            "segments": judged.unit,
        }[within]
        (found,) = shifts({"all": mean(judged, values, strata)}, 80, SETTINGS)
        rejected += found.p <= 0.05
    low, high = clopper_pearson(rejected, total, 0.999)
    assert low <= 0.05 <= high


def test_a_planted_effect_is_found_and_covered_by_its_interval():
    random = np.random.default_rng(8)
    found = []
    for _ in range(100):
        judged, values = drawn(random, effect=6.0)
        (one,) = shifts({"all": mean(judged, values, judged.unit)}, 80, SETTINGS)
        found.append((one.difference, one.p <= 0.05, one.interval.low <= 6 <= one.interval.high))
    differences, significant, covers = map(np.array, zip(*found, strict=True))
    assert differences.mean() == pytest.approx(6, abs=0.5)
    assert significant.mean() > 0.9
    assert covers.mean() > 0.87


def test_strata_remove_what_segments_have_in_common():
    random = np.random.default_rng(9)
    judged, values = drawn(random, segments=200, effect=5.0)
    plain, within = shifts(
        {
            "plain": mean(judged, values, np.zeros(len(values), dtype=np.int64)),
            "within": mean(judged, values, judged.unit),
        },
        200,
        SETTINGS,
    )
    assert within.interval.high - within.interval.low < 0.85 * (
        plain.interval.high - plain.interval.low
    )


def test_the_stratified_difference_is_the_coefficient_of_a_regression():
    random = np.random.default_rng(10)
    judged, values = drawn(random)
    for strata in (judged.unit, np.arange(len(values)) % 7):
        (found,) = shifts({"all": mean(judged, values, strata)}, 80, ConditionSettings(trials=1))
        dummies = (strata[:, None] == np.unique(strata)).astype(float)
        design = np.column_stack([~judged.second, dummies])
        expected = np.linalg.lstsq(design, values, rcond=None)[0][0]
        assert found.difference == pytest.approx(expected)


def test_numbers_that_are_undefined_say_why():
    one = Judged(np.array([False, False]), np.array([0, 1]), np.ones(2))
    (found,) = shifts({"x": share(one, np.array([True, False]))}, 2, SETTINGS)
    assert math.isnan(found.difference)
    assert found.interval.reason == "a condition has no judgments"
    both = Judged(np.array([False, True]), np.array([0, 0]), np.ones(2))
    (found,) = shifts({"x": mean(both, np.array([1.0, 2.0]), np.zeros(2, int))}, 1, SETTINGS)
    assert (found.difference, math.isnan(found.p)) == (-1, True)
    assert found.interval.reason == "only one segment was judged"
    flat = Judged(np.array([False, True] * 2), np.array([0, 0, 1, 1]), np.ones(4))
    for make in (slope, correlation):
        (found,) = shifts({"x": make(flat, np.full(4, 3.7), np.arange(4.0))}, 2, SETTINGS)
        assert math.isnan(found.first)


def test_the_share_of_judgments_in_strata_with_both_conditions():
    judged = Judged(np.array([False, True, False, True]), np.arange(4), np.ones(4))
    assert covered(judged, np.array([0, 0, 1, 2])) == 0.5
    assert covered(judged, np.array([0, 0, 0, 0])) == 1
