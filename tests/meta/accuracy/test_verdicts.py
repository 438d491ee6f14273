"""Verdicts compared with human verdicts."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tertium.core.intervals import Interval
from tertium.inference.verdicts import PValues
from tertium.meta.accuracy.verdicts import (
    Accuracy,
    GoldVerdicts,
    TestedMetric,
    accuracy_of,
    agreement_of_tests,
    metrics_differ,
)

NAN = math.nan


def p_values(systems, decided, p=0.001):
    """P-values that decide some pairs, written "a>b", and leave the others open."""
    wins = {tuple(one.split(">")) for one in decided.split()}
    return PValues(
        tuple(systems),
        tuple(
            tuple(
                NAN if i == j else p if (i, j) in wins else 1 - p if (j, i) in wins else 0.5
                for j in systems
            )
            for i in systems
        ),
    )


def made(decided, systems="abcd", test="t", metric="m"):
    return TestedMetric(metric, test, p_values(systems, decided))


def gold(decided, level=0.95, systems="abcd"):
    return GoldVerdicts(level, level, p_values(systems, decided))


def test_three_way_verdicts():
    found = accuracy_of(made("a>b c>b a>d"), gold("a>b b>c c>d"))
    # Six pairs: a-b right; a-c, b-d open for both; b-c reversed; a-d unfounded; c-d missed.
    assert (found.pairs, found.correct) == (6, 3)
    assert (found.missed, found.unfounded, found.reversed) == (1, 1, 1)
    assert found.accuracy == 0.5
    assert found.p == 1
    assert tuple(found.interval) == pytest.approx((0.11812, 0.88188), abs=1e-5)


def test_the_order_of_systems_does_not_matter():
    found = accuracy_of(made("a>b c>b", systems="dcba"), gold("a>b", systems="bdca"))
    assert found == accuracy_of(made("a>b c>b"), gold("a>b"))


def test_each_side_keeps_its_level():
    borderline = TestedMetric("m", "t", p_values("ab", "a>b", p=0.03))
    people = p_values("ab", "a>b", p=0.03)
    assert accuracy_of(borderline, GoldVerdicts(0.95, 0.95, people)).correct == 1
    assert accuracy_of(borderline, GoldVerdicts(0.99, 0.99, people)).correct == 1
    assert accuracy_of(borderline, GoldVerdicts(0.95, 0.99, people)).unfounded == 1
    assert accuracy_of(borderline, GoldVerdicts(0.99, 0.95, people)).missed == 1


def test_a_p_value_of_alpha_decides():
    exactly = TestedMetric("m", "t", p_values("ab", "a>b", p=0.05))
    assert accuracy_of(exactly, gold("a>b", systems="ab")).correct == 1


def test_an_undefined_p_value_separates_no_systems():
    nothing = TestedMetric("m", "t", PValues(("a", "b"), ((NAN, NAN), (NAN, NAN))))
    found = accuracy_of(nothing, gold("a>b", systems="ab"))
    assert (found.undefined, found.missed, found.correct) == (1, 1, 0)


PAIRS = [f"{a}>{b}" for a in "abcd" for b in "abcd" if a < b]


@given(st.sets(st.sampled_from(PAIRS)), st.sets(st.sampled_from(PAIRS)))
def test_every_verdict_is_right_or_wrong_in_one_way(ours, theirs):
    found = accuracy_of(made(" ".join(ours)), gold(" ".join(theirs)))
    wrong = found.missed + found.unfounded + found.reversed
    assert found.correct + wrong == found.pairs == 6
    assert found.correct == 6 - len(ours ^ theirs)
    assert accuracy_of(made(" ".join(theirs)), gold(" ".join(theirs))).correct == 6


# Tables 1 and 2 of Graham et al. 2014 at 0.05: correct conclusions of BLEU, NIST, METEOR and TER.
PUBLISHED = {66: (53, 54, 52, 52), 55: (34, 32, 31, 32)}


@pytest.mark.parametrize("pairs", PUBLISHED)
def test_published_accuracies_do_not_differ(pairs):
    """ "Differences in accuracy for metrics are not significant (Chi-square test)"."""
    rows = [
        Accuracy(str(i), "t", 0.95, pairs, correct, correct / pairs, Interval(0, 1), 1, 0, 0, 0, 0)
        for i, correct in enumerate(PUBLISHED[pairs])
    ]
    found = metrics_differ(rows)
    assert found.freedom == 3
    assert found.p > 0.9
    assert (found.test, found.confidence_level, found.reason) == ("t", 0.95, "")


def test_tests_that_agree_and_differ():
    three = [made("a>b c>d", test="x"), made("a>b", test="y"), made("b>a", test="z")]
    found = {(one.test, one.other): one.same for one in agreement_of_tests(three, 0.95)}
    assert found == {("x", "y"): 5, ("x", "z"): 4, ("y", "z"): 5}
    assert agreement_of_tests(three[:1], 0.95) == []
