"""Corrections, beside statements of both procedures that share nothing with the code."""

import math
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import false_discovery_control

from tertium.core.errors import UnknownMember
from tertium.inference.corrections import METHODS, corrected, smallest_level

P_VALUES = st.lists(st.floats(0, 1), max_size=12)
CORRECTIONS = [method for method in METHODS if method != "none"]


def test_holm_by_hand():
    assert corrected([0.01, 0.04, 0.03, 0.005], "holm") == pytest.approx([0.03, 0.06, 0.06, 0.02])


def test_benjamini_hochberg_by_hand():
    adjusted = corrected([0.01, 0.04, 0.03, 0.005], "benjamini-hochberg")
    assert adjusted == pytest.approx([0.02, 0.04, 0.04, 0.02])


def test_none_changes_nothing():
    assert corrected([0.5, 0.01, 1.0], "none") == [0.5, 0.01, 1.0]


@pytest.mark.parametrize("method", METHODS)
def test_no_hypothesis_and_one(method):
    assert corrected([], method) == []
    assert corrected([0.03], method) == [0.03]


@pytest.mark.parametrize("method", METHODS)
def test_undefined_p_values_do_not_count(method):
    adjusted = corrected([0.02, math.nan, 0.3, math.nan], method)
    assert [adjusted[0], adjusted[2]] == corrected([0.02, 0.3], method)
    assert math.isnan(adjusted[1])
    assert math.isnan(adjusted[3])


@given(P_VALUES, st.floats(0.001, 0.999))
def test_holm_rejects_what_its_steps_reject(p_values, alpha):
    rejected = set()
    for step, index in enumerate(sorted(range(len(p_values)), key=lambda i: p_values[i])):
        if p_values[index] * (len(p_values) - step) > alpha:
            break
        rejected.add(index)
    adjusted = corrected(p_values, "holm")
    assert {index for index, p in enumerate(adjusted) if p <= alpha} == rejected


@given(st.lists(st.floats(0, 1), min_size=1, max_size=12))
def test_benjamini_hochberg_is_scipys(p_values):
    expected = false_discovery_control(p_values, method="bh")
    assert corrected(p_values, "benjamini-hochberg") == pytest.approx(list(expected), abs=1e-15)


@given(P_VALUES, st.sampled_from(CORRECTIONS), st.randoms(use_true_random=False))
def test_the_order_of_the_hypotheses_does_not_matter(p_values, method, random):
    order = list(range(len(p_values)))
    random.shuffle(order)
    adjusted = corrected(p_values, method)
    assert corrected([p_values[i] for i in order], method) == [adjusted[i] for i in order]


@given(P_VALUES, st.sampled_from(CORRECTIONS))
def test_no_p_value_becomes_smaller_and_none_exceeds_one(p_values, method):
    # The product and quotient of a step round, so equal values may differ in the last bit.
    for raw, adjusted in zip(p_values, corrected(p_values, method), strict=True):
        assert raw * (1 - 1e-15) <= adjusted <= 1


@pytest.mark.parametrize("method", CORRECTIONS)
def test_the_smallest_level_is_where_the_smallest_of_all_is_just_rejected(method):
    level = smallest_level(0.05, 8, method)
    assert level == 0.05 / 8
    assert corrected([level, *[1.0] * 7], method)[0] == pytest.approx(0.05)


def test_the_smallest_level_without_correction_or_hypotheses():
    assert smallest_level(0.05, 8, "none") == 0.05
    assert smallest_level(0.05, 0, "holm") == 0.05


@pytest.mark.parametrize("call", [lambda m: corrected([0.5], m), lambda m: smallest_level(1, 1, m)])
def test_an_unknown_correction_is_named(call):
    message = (
        "No correction named 'holms'. Did you mean 'holm'? Known: benjamini-hochberg, holm, none."
    )
    with pytest.raises(UnknownMember, match=f"^{re.escape(message)}$"):
        call("holms")
