"""Planning: mixed systems, simulated studies, and the normal approximation."""

import json
import math
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import norm
from tests.segment_scores import scored

import tertium
from tertium.comparison.mixing import chances, improvement, mixed
from tertium.comparison.plan_result import Plan
from tertium.core.errors import ParameterError, UsageError
from tertium.core.sample import Pair, Sample
from tertium.examples import folder
from tertium.metrics import metric
from tertium.metrics.external import External

pytestmark = pytest.mark.slow

PAIR = Pair("x", "y")


def sample_of(x, y, name="external") -> Sample:
    """A sample of single runs, from scores of segments."""

    def runs(values):
        return (np.column_stack([values, np.ones(len(values))]),)

    return Sample((metric(name),), {"x": runs(x), "y": runs(y)})


def normal(units: int, effect: float) -> dict[str, list[float]]:
    """Scores of two systems whose differences are normal, exactly so in mean and deviation."""
    differences = norm.ppf((np.arange(units) + 0.5) / units)
    differences = (differences - differences.mean()) / differences.std() + effect
    return {"x": [*differences], "y": [0.0] * units}


@pytest.fixture(scope="module")
def testset():
    systems = folder() / "systems"
    return tertium.read(
        {"a": systems / "large.txt", "b": systems / "baseline.1.txt"},
        references=[folder() / "reference.A.en.txt"],
    )


# --- Mixing -----------------------------------------------------------------------------------


@given(
    st.lists(st.tuples(*[st.integers(0, 20)] * 2), min_size=2, max_size=30),
    st.floats(0.01, 0.99),
)
@settings(max_examples=30)
def test_mixed_systems_are_expected_to_differ_by_what_is_wanted(scores, share):
    sample = sample_of(*map(np.array, zip(*scores, strict=True)))
    pair = PAIR if improvement(sample, PAIR) >= 0 else Pair("y", "x")
    observed = improvement(sample, pair)
    largest = float(np.mean([abs(x - y) for x, y in scores]))
    larger = [observed + share * (largest - observed)] if largest > observed + 1e-9 else []
    for wanted in (share * observed, observed, *larger):
        swapped = chances(sample, pair, wanted)
        assert ((swapped >= 0) & (swapped <= 1)).all()
        assert improvement(mixed(sample, pair, swapped), pair) == pytest.approx(wanted, abs=1e-9)


def test_nothing_is_swapped_for_the_observed_difference():
    assert not chances(sample_of([3, 4, 5], [2, 5, 1]), PAIR, 4 / 3).any()


def test_systems_swap_whole_units():
    sample = sample_of([3.25, 4, 5], [2, 5.5, 1])
    swapped = mixed(sample, PAIR, np.array([1.0, 0.0, 1.0]))
    assert swapped.rows["x"][0][:, 0].tolist() == [2, 4, 1]
    assert swapped.rows["y"][0][:, 0].tolist() == [3.25, 5.5, 5]


def test_less_is_better_for_some_metrics():
    sample = sample_of([3.0, 2.0, 1.0], [2.0, 3.0, 4.0], "external(lower_is_better=true)")
    assert improvement(sample, PAIR) == 1
    assert chances(sample, PAIR, 5 / 3).tolist() == pytest.approx([1, 0, 0])


def test_systems_may_have_different_numbers_of_runs():
    rows = np.column_stack([np.arange(4.0), np.ones(4)])
    sample = Sample(
        (metric("external"),),
        {"x": tuple(rows + np.array([better, 0]) for better in (1, 2, 4)), "y": (rows, rows)},
    )
    swapped = chances(sample, PAIR, 0.5)
    assert improvement(mixed(sample, PAIR, swapped), PAIR) == pytest.approx(0.5)


def test_more_than_the_outputs_allow_is_refused():
    with pytest.raises(UsageError) as error:
        tertium.plan(scored(x=[3, 4, 5], y=[2, 5, 1]), difference=2.5)
    assert str(error.value) == (
        "A difference of 2.5 points cannot be made from these outputs. The largest possible"
        " difference is 2.0000: x has the better output of each segment."
    )


# --- Studies ----------------------------------------------------------------------------------


def test_a_plan_has_power_and_the_needed_size(testset):
    result = tertium.plan(testset, replicates=100, trials=200)
    assert isinstance(result, Plan)
    assert (result.better, result.other, result.metric) == ("a", "b", "bleu")
    assert result.difference == result.observed == pytest.approx(6.15, abs=0.01)
    assert (result.vary, result.at_hand) == ("segments", 200)
    assert 10 < result.needed < 30
    assert result.answer == (
        f"About {math.ceil(result.needed)} segments ({result.needed / 200:.2g} times the present"
        " 200) are needed to detect a difference of 6.15 BLEU with power 0.8."
    )
    assert result.basis[:2] == (
        "The observed difference is 6.15 BLEU: a is better than b.",
        "Power: share of studies in which approximate-randomization gives p <= 0.05.",
    )
    assert len(result.to_rows()) == len(result.to_frame()) == len(result.sizes)
    first = result.sizes[0]
    assert result.to_rows()[0] == {
        "segments": first.size,
        "power": first.power,
        "low": first.interval.low,
        "high": first.interval.high,
        "replicates": 100,
    }
    assert first.interval.low < first.power < first.interval.high
    assert json.loads(json.dumps(result.to_dict()))["answer"] == result.answer
    assert result.answer in str(result)


@pytest.mark.parametrize("test", ["approximate-randomization", "bootstrap", "paired-bootstrap"])
def test_power_grows_with_the_size(test):
    result = tertium.plan(scored(**normal(50, 0.3)), test=test, replicates=200, trials=200)
    sizes = [one.size for one in result.sizes]
    assert sizes == sorted(set(sizes))
    assert result.sizes[-1].interval.low > result.sizes[0].interval.high
    for smaller, larger in zip(result.sizes, result.sizes[1:], strict=False):
        assert larger.interval.high > smaller.interval.low


@pytest.mark.slow
@pytest.mark.parametrize("effect", [0.15, 0.25])
@pytest.mark.parametrize("power", [0.5, 0.8, 0.9])
def test_the_size_agrees_with_normal_theory(effect, power):
    result = tertium.plan(scored(**normal(200, effect)), power=power, replicates=400, trials=200)
    by_theory = ((norm.ppf(0.975) + norm.ppf(power)) / effect) ** 2
    # At its ends, theory's power must be that of the limits which 400 studies have.
    for one in result.sizes:
        low, high = one.interval
        assert low - 0.03 < norm.cdf(effect * one.size**0.5 - 1.96) < high + 0.03
    assert result.needed == pytest.approx(by_theory, rel=0.12)


@pytest.mark.slow
def test_a_smaller_difference_needs_more_by_its_square():
    testset = scored(**normal(200, 0.2))
    observed = tertium.plan(testset, replicates=300, trials=200)
    half = tertium.plan(testset, difference=0.1, replicates=300, trials=200)
    assert half.needed / observed.needed == pytest.approx(4, rel=0.2)
    assert half.basis[1] == (
        "Simulated studies have this difference: 25 % of segments are swapped."
    )


def test_a_larger_difference_needs_less():
    testset = scored(**normal(200, 0.2))
    result = tertium.plan(testset, difference=0.4, replicates=300, trials=200)
    assert result.needed == pytest.approx((2.8 / 0.4) ** 2, rel=0.2)
    assert result.basis[1].endswith(" % of segments on which y is better are swapped.")


def test_the_size_at_hand_is_looked_at_where_it_is_near():
    near = tertium.plan(scored(**normal(200, 0.2)), replicates=50, trials=50)
    assert 200 in [one.size for one in near.sizes]
    far = tertium.plan(scored(**normal(2000, 0.2)), replicates=50, trials=50)
    assert 2000 not in [one.size for one in far.sizes]


@pytest.mark.parametrize(
    "workers",
    [
        {"jobs": 1},
        {"jobs": 3},
        pytest.param({"jobs": 2, "engine": "processes"}, marks=pytest.mark.slow),
    ],
)
def test_the_result_is_the_same_for_any_workers(workers):
    testset = scored(**normal(50, 0.3))
    few: Any = {"replicates": 20, "trials": 50}
    assert tertium.plan(testset, **few, **workers) == tertium.plan(testset, **few)


def test_the_order_of_systems_changes_nothing():
    scores = normal(40, 0.4)
    one = tertium.plan(scored(**scores), replicates=20, trials=50)
    other = tertium.plan(scored(y=scores["y"], x=scores["x"]), replicates=20, trials=50)
    assert (one.sizes, one.answer) == (other.sizes, other.answer)


def test_progress_adds_up_to_the_whole():
    shares: list[float] = []
    tertium.plan(scored(**normal(40, 0.4)), replicates=10, trials=50, progress=shares.append)
    assert len(shares) > 40
    assert sum(shares) == pytest.approx(1)


def test_sizes_above_the_limit_are_not_simulated():
    result = tertium.plan(scored(**normal(100, 0.01)), limit=5000)
    assert result.sizes == ()
    assert result.needed == pytest.approx((2.8 / 0.01) ** 2, rel=0.1)
    assert result.answer.startswith("More than 5,000 segments, about ")
    assert result.answer.endswith(
        ",000, are needed to detect a difference of 0.0100 points with power 0.8."
    )


def test_a_difference_that_is_never_detected():
    result = tertium.plan(
        scored(**normal(30, 0.5)),
        test="approximate-randomization(alternative=less)",
        replicates=10,
        trials=50,
    )
    assert result.needed == math.inf
    assert result.answer == (
        f"{result.sizes[-1].size:,} segments are not enough to detect a difference of 0.5000 points"
        " with power 0.8."
    )


def test_a_certain_difference_needs_few_segments():
    result = tertium.plan(
        scored(x=[1, 1, 1, 1], y=[0, 0, 0, 0]), test="bootstrap", replicates=10, trials=50
    )
    assert result.needed == 2
    assert result.answer == (
        "About 2 segments (0.5 times the present 4) are needed to detect a difference of 1.0000"
        " points with power 0.8."
    )


def test_documents_are_drawn_as_a_whole(testset):
    from dataclasses import replace

    documents = tuple(f"d{number // 10}" for number in range(200))
    result = tertium.plan(
        replace(testset, document_ids=documents), level="document", replicates=50, trials=100
    )
    assert (result.vary, result.at_hand) == ("documents", 20)
    assert "documents" in result.answer


# --- Runs -------------------------------------------------------------------------------------


def test_runs_are_planned_from_how_they_vary():
    # Runs that differ by a constant: s_opt is known, segments add nothing.
    base = np.arange(10.0)
    runs = np.array([[-1.0], [0.0], [1.0]])
    result = tertium.plan(scored(x=base + runs + 1, y=base + runs), vary="runs")
    assert (result.vary, result.at_hand) == ("runs", 3)
    assert result.needed == 17
    assert {one.size: round(one.power, 3) for one in result.sizes}[17] == 0.807
    assert [one.power for one in result.sizes if one.size < 4] == [0.0]
    assert result.answer == (
        "About 17 runs (5.7 times the present 3) are needed to detect a difference of 1.0000 points"
        " with power 0.8."
    )
    assert result.basis == (
        "The observed difference is 1.0000 points: x is better than y.",
        "Power: of a t-test with s_opt = 1.0000 points, a rough estimate from 3 and 3 runs.",
        "A permutation of fewer than 4 runs of each system cannot give p <= 0.05.",
        "To generalize to other segments (s_sel = 0.0000 points), about 16 runs are needed.",
    )


def test_no_number_of_runs_makes_up_for_too_few_segments():
    x, y = np.random.default_rng(1).normal(size=(2, 3, 20))
    result = tertium.plan(scored(x=x, y=y), vary="runs", difference=0.1)
    assert result.basis[-1].endswith(" no number of runs is enough.")


def test_runs_that_never_vary_need_no_more_than_a_permutation_does():
    result = tertium.plan(scored(x=[[1, 2]] * 2, y=[[0, 1]] * 2), vary="runs")
    assert result.needed == 4


def test_systems_with_several_runs_can_be_given_more_segments():
    x, y = np.random.default_rng(1).normal(size=(2, 2, 30))
    result = tertium.plan(scored(x=x + 1, y=y), replicates=20, trials=50)
    assert result.vary == "segments"
    assert result.needed < 30


# --- What cannot be planned -------------------------------------------------------------------


@pytest.mark.parametrize(
    ("scores", "given", "message"),
    [
        ({"x": [1, 2]}, {}, "A plan needs two systems, not 1."),
        (
            {"x": [1, 2], "y": [2, 3], "z": [3, 4]},
            {},
            "A plan needs two systems, not 3. Name the two systems whose difference is to be"
            " detected.",
        ),
        (
            {"x": [1, 2], "y": [2, 1]},
            {},
            "x and y score the same: there is no difference to detect. Give the difference to"
            " detect: difference=POINTS.",
        ),
        (
            {"x": [1, 2], "y": [1, 2]},
            {"difference": 1.0},
            "A difference of 1 points cannot be made from these outputs. The largest possible"
            " difference is 0.0000: x has the better output of each segment.",
        ),
        ({"x": [1], "y": [2]}, {}, "A plan needs at least two segments."),
        (
            {"x": [1, 2], "y": [2, 3]},
            {"vary": "runs"},
            "y has a single run; a plan of runs needs at least two. Give several:"
            " NAME=FILE,FILE,FILE.",
        ),
        (
            {"x": [1, 2], "y": [2, 3]},
            {"test": "run-permutation"},
            "run-permutation does not apply to these systems: a single run does not show how"
            " training varies.",
        ),
        (
            {"x": [[1, 2]] * 2, "y": [[2, 3]] * 2},
            {"vary": "runs", "test": "bootstrap"},
            "test must be run-permutation, where runs vary. Got 'bootstrap' instead.",
        ),
        (
            {"x": [1, 2], "y": [2, 3]},
            {"trials": 18},
            "trials must be at least 19, for p <= 0.05. Got 18 instead.",
        ),
        (
            {"x": [1, 2], "y": [2, 3]},
            {"difference": 0.0},
            "difference must be more than 0. Got 0.0 instead.",
        ),
        (
            {"x": [1, 2], "y": [2, 3]},
            {"power": 1.0},
            "power must be between 0 and 1. Got 1.0 instead.",
        ),
        (
            {"x": [1, 2], "y": [2, 3]},
            {"confidence_level": 0.0},
            "confidence_level must be between 0 and 1. Got 0.0 instead.",
        ),
    ],
)
def test_wrong_plans_are_refused(scores, given, message):
    with pytest.raises((UsageError, ParameterError)) as error:
        tertium.plan(scored(**scores), **given)
    assert str(error.value).startswith(message)


def test_a_plan_is_for_one_metric(testset):
    with pytest.raises(UsageError) as error:
        tertium.plan(testset, "bleu,chrf")
    assert str(error.value) == "A plan needs one metric, not 2."


def test_an_undefined_score_is_said(monkeypatch):
    monkeypatch.setattr(External, "score", lambda self, sums: sums[0] * math.nan)
    with pytest.raises(UsageError) as error:
        tertium.plan(scored(x=[1, 2], y=[2, 3]))
    assert str(error.value) == "points is undefined for these outputs."
