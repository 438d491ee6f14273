"""Verdicts: their wording, and wordings that must never occur."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tertium.core.intervals import Interval
from tertium.inference.verdicts import Improvement, printed, sentence, verdict


def judged(p, value, level=0.95):
    return verdict("new", "base", improvement=value, p=p, confidence_level=level)


def said(p, value, low, high, *, level=0.95, alternative="two-sided", **look):
    improvement = Improvement(value, Interval(low, high), "BLEU", **look)
    return sentence(judged(p, value, level), improvement, f"p = {printed(p)}", alternative)


@pytest.mark.parametrize(
    ("p", "value", "better"),
    [
        (0.05, 1.0, "new"),
        (0.05, -1.0, "base"),
        (0.0500001, 1.0, None),
        (0.001, 0.0, None),
        (math.nan, 1.0, None),
        (1.0, -1.0, None),
    ],
)
def test_the_better_one_is_the_one_that_scores_better_where_p_allows(p, value, better):
    assert judged(p, value).better == better


@pytest.mark.parametrize("level", [0.9, 0.95, 0.99, 0.999])
def test_p_may_be_as_large_as_the_level_leaves(level):
    alpha = round(1 - level, 6)
    assert judged(alpha, 1.0, level).better == "new"
    assert judged(alpha * 1.001, 1.0, level).better is None


def test_a_significant_verdict():
    assert said(0.0010, 1.3, 0.6, 2.0) == (
        "new is better than base by 1.3 BLEU [0.6, 2.0] (p = 0.0010)."
    )


def test_the_better_one_comes_first():
    assert said(0.004, -1.3, -2.0, -0.6) == (
        "base is better than new by 1.3 BLEU [0.6, 2.0] (p = 0.0040)."
    )


def test_a_score_without_direction_is_higher():
    assert said(0.02, 2.0, 1.0, 3.0, words=("higher", "lower"), digits=2).startswith(
        "new is higher than base by 2.00 BLEU [1.00, 3.00] ("
    )


@pytest.mark.parametrize(
    ("low", "high", "limits"),
    [
        (-0.4, 0.9, "0.9 BLEU (new better) or 0.4 BLEU (new worse)"),
        (0.1, 0.9, "0.9 BLEU (new better)"),
        (-0.9, -0.1, "0.9 BLEU (new worse)"),
    ],
)
def test_a_verdict_that_is_not_significant_says_what_is_excluded(low, high, limits):
    assert said(0.21, 0.2, low, high) == (
        "new does not differ significantly from base (p = 0.2100); differences larger than"
        f" {limits} are excluded at 95 %."
    )


@pytest.mark.parametrize(("alternative", "asked"), [("greater", "better"), ("less", "worse")])
def test_a_one_sided_verdict_names_its_side(alternative, asked):
    assert said(0.9, -3.0, -4.0, -2.0, alternative=alternative).startswith(
        f"new is not significantly {asked} than base (p = 0.9000); differences "
    )


@pytest.mark.parametrize("ends", [(math.nan, math.nan), (0.2, 0.2)])
def test_without_an_interval_nothing_is_excluded(ends):
    assert said(1.0, 0.2, *ends) == "new does not differ significantly from base (p = 1.0000)."


def test_rounding_leaves_no_sign_on_zero():
    assert "by 0.0 BLEU [0.0, 0.1]" in said(0.001, 0.04, -0.04, 0.1)


numbers = st.floats(-100, 100)


@given(st.floats(0, 1) | st.just(math.nan), numbers, numbers, numbers)
def test_no_verdict_says_that_systems_are_the_same(p, value, low, high):
    low, high = sorted((low, high))
    text = said(p, value, low, high).lower()
    for claim in ("equal", "no difference", "identical", "same"):
        assert claim not in text
    assert "by chance" not in text
    assert ("is better than" in text) == (p <= 0.05 and value != 0)
    assert "-0.0 " not in text
    assert "-0.0]" not in text


@pytest.mark.parametrize(
    ("p", "text"),
    [
        (0.05, "0.0500"),
        (1.0, "1.0000"),
        (0.0001, "0.0001"),
        (0.00004, "4e-05"),
        (0.0, "0.0000"),
        (math.nan, "–"),
    ],
)
def test_p_values_in_print(p, text):
    assert printed(p) == text
