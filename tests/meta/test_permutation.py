"""Tests that swap what metrics say: beside full enumeration, and on data without a difference."""

import math
import warnings
from itertools import combinations, product
from typing import Any

import numpy as np
import pytest
import scipy.stats
from hypothesis import given, settings

from tertium.core.errors import ParameterError, UnknownMember, UsageError
from tertium.core.executor import Executor, use
from tertium.core.resampling import AllSwaps
from tertium.inference.binomial import clopper_pearson
from tertium.meta.correlation import correlation
from tertium.meta.permutation import SWAPPED, permutation_test
from tertium.meta.statistics import make_statistic, statistic_names
from tertium.meta.swapped_pairs import SwappedSystems
from tertium.meta.swaps import SwappedCells, SwappedScores
from tests.meta._data import averages_of, english_german, random_table, tables

AVERAGED = [
    (name, average) for name in statistic_names() for average in averages_of(make_statistic(name))
]
CASES = [
    *((name, average, swap) for name, average in AVERAGED for swap in SWAPPED[:3]),
    *(
        (name, average, "pairs")
        for name in statistic_names()
        if make_statistic(name).pair_credit
        for average in averages_of(make_statistic(name))
    ),
    ("acc-eq(epsilon=calibrated)", "item", "scores"),
    ("acc-eq(epsilon=calibrated)", "item", "pairs"),
    ("tau-eq(epsilon=calibrated)", "none", "pairs"),
    ("acc-eq(epsilon=0.3)", "none", "pairs"),
]
# Every day, each statistic once and each way of swapping.
SOME_SLOW = [
    case
    if case[1:] in (("item", "scores"), ("none", "pairs")) or case[0] == "pearson"
    else pytest.param(*case, marks=pytest.mark.slow)
    for case in CASES
]


def named(text):
    return make_statistic("kendall-like(threshold=0.5)" if text == "kendall-like" else text)


# --- Full enumeration, one table after the other ------------------------------------------------


def enumerated(statistic, gold, first, second, swap, average):
    """Differences after all ways of swapping, each computed by itself."""
    if swap == "pairs":
        return of_pairs(statistic, gold, first, second, average)
    there = ~np.isnan(gold) & ~np.isnan(first) & ~np.isnan(second)
    gold = np.where(there, gold, np.nan)
    standard = []
    for scores in (first, second):
        made = np.full(scores.shape, np.nan)
        made[there] = scipy.stats.zscore(scores[there])
        standard.append(made)
    one, two = standard
    cells = list(zip(*np.nonzero(there), strict=True))
    unit_of = {
        "scores": lambda cell: cell,
        "segments": lambda cell: cell[1],
        "systems": lambda cell: cell[0],
    }[swap]
    units = sorted({unit_of(cell) for cell in cells})
    found = []
    for swaps in product((False, True), repeat=len(units)):
        chosen = {unit for unit, swapped in zip(units, swaps, strict=True) if swapped}
        mask = np.zeros(gold.shape, bool)
        for cell in cells:
            mask[cell] = unit_of(cell) in chosen
        hybrids = np.where(mask, two, one), np.where(mask, one, two)
        values = [correlation(statistic, gold, hybrid, average).value for hybrid in hybrids]
        found.append(values[0] - values[1])
    return np.array(found)


def of_pairs(statistic, gold, first, second, average):
    there = ~np.isnan(gold) & ~np.isnan(first) & ~np.isnan(second)
    kept = np.where(there, gold, np.nan)
    found = [correlation(statistic, kept, metric, average).epsilon for metric in (first, second)]
    given_one = getattr(statistic, "epsilon", 0)
    epsilons = [given_one if epsilon is None else epsilon for epsilon in found]
    cells = list(zip(*np.nonzero(there), strict=True))
    vector_of = {
        "none": lambda cell: 0,
        "item": lambda cell: cell[1],
        "system": lambda cell: cell[0],
    }[average]
    chosen = [(a, b) for a, b in combinations(cells, 2) if vector_of(a) == vector_of(b)]

    def right(metric, epsilon, a, b):
        difference = metric[a] - metric[b]
        sign = 0 if abs(difference) <= epsilon else np.sign(difference)
        return sign == np.sign(gold[a] - gold[b])

    outcomes = [
        [right(metric, epsilon, a, b) for a, b in chosen]
        for metric, epsilon in zip((first, second), epsilons, strict=True)
    ]
    vectors = [vector_of(a) for a, _ in chosen]

    def value(of_pairs):
        if statistic.weighted_by_size:
            return np.mean(of_pairs)
        shares = [
            np.mean([won for won, v in zip(of_pairs, vectors, strict=True) if v == vector])
            for vector in set(vectors)
        ]
        return np.mean(shares) * statistic.pair_credit

    differences = []
    # Swapping pairs on which both metrics agree changes nothing.
    apart = [number for number in range(len(chosen)) if outcomes[0][number] != outcomes[1][number]]
    for swaps in product((False, True), repeat=len(apart)):
        one, two = map(list, outcomes)
        for number, swapped in zip(apart, swaps, strict=True):
            if swapped:
                one[number], two[number] = two[number], one[number]
        differences.append(value(one) - value(two))
    return np.array(differences)


def small_tables(seed, shape=(3, 3)):
    random = np.random.default_rng(seed)
    gold, first, second = (random_table(random, *shape) for _ in range(3))
    return gold, (gold + 2 * first) / 3, second


@pytest.mark.parametrize(("text", "average", "swap"), SOME_SLOW)
@pytest.mark.parametrize("missing", [False, True])
def test_equals_full_enumeration(text, average, swap, missing):
    statistic = named(text)
    gold, first, second = small_tables(1, (2, 3) if average == "system" else (3, 2))
    if missing and text != "soft-pairwise-accuracy":
        gold[0, 0] = first[1, 1] = np.nan
    wanted = enumerated(statistic, gold, first, second, swap, average)
    trials = len(wanted)
    found = permutation_test(
        statistic, gold, first, second, swap=swap, average=average, trials=trials
    )
    observed = found.difference
    assert found.exact
    defined = wanted[~np.isnan(wanted)]
    assert found.undefined == len(wanted) - len(defined)
    assert np.sort(found.pseudo_statistics) == pytest.approx(np.sort(defined), abs=1e-12)
    for alternative, extreme in (
        ("two-sided", np.abs(defined) >= abs(observed) - 1e-9),
        ("greater", defined >= observed - 1e-9),
        ("less", defined <= observed + 1e-9),
    ):
        again = permutation_test(
            statistic,
            gold,
            first,
            second,
            swap=swap,
            average=average,
            trials=trials,
            alternative=alternative,
        )
        assert again.p == extreme.mean()


@pytest.mark.slow
@pytest.mark.parametrize("swap", SWAPPED[:3])
@pytest.mark.parametrize(
    ("text", "average"),
    [
        ("pearson", "none"),
        ("kendall-b", "none"),
        ("kendall-b", "system"),
        ("acc-eq", "none"),
        ("pairwise-accuracy", "system"),
        ("spearman", "none"),
    ],
)
def test_long_vectors_give_the_values_of_short_vectors(text, average, swap, monkeypatch):
    random = np.random.default_rng(3)
    gold, first, second = (random_table(random, 4, 9) for _ in range(3))
    gold[1, 2] = second[3, 3] = np.nan
    found = []
    for short in (40, 0):
        monkeypatch.setattr("tertium.meta.vectors.SHORT", short)
        found.append(
            permutation_test(
                make_statistic(text), gold, first, second, swap=swap, average=average, trials=300
            )
        )
    assert found[0].pseudo_statistics == pytest.approx(found[1].pseudo_statistics, abs=1e-9)
    assert found[0].p == found[1].p


@pytest.mark.parametrize(
    ("text", "average"),
    [
        ("kendall-b", "none"),
        ("kendall-b", "item"),
        ("acc-eq", "item"),
        ("kendall-like", "item"),
        ("pairwise-accuracy", "item"),
        ("acc-eq(epsilon=calibrated)", "item"),
        ("tau-eq(epsilon=calibrated)", "item"),
    ],
)
def test_systems_swapped_as_a_whole_are_counted_by_pair(text, average):
    """Counting pairs of systems once gives what the scores after swapping give."""
    random = np.random.default_rng(5)
    gold, first, second = (random_table(random, 6, 5, ties=False) for _ in range(3))
    gold[1, 2], second[4] = np.nan, np.nan
    statistic = named(text)
    cells = statistic.cells(gold, [first, second], average)
    scores = SwappedCells.of(cells, "systems")
    swapped = statistic.swapping(scores)
    assert isinstance(swapped, SwappedSystems)
    one_by_one = SwappedScores(statistic.average, scores)
    assert swapped.units == one_by_one.units == 5
    masks = AllSwaps(5).block(1, 0, 32)
    assert swapped(masks) == pytest.approx(one_by_one(masks), abs=1e-12)


# --- Beside mt-metrics-eval ---------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "average", "swap", "difference"),
    [
        ("pearson", "none", "scores", 0.06664466546687092),
        ("kendall-b", "none", "scores", 0.03503561989159033),
        ("kendall-b", "item", "scores", 0.0481913534613309),
        ("pearson", "item", "scores", 0.0797831408308947),
        ("acc-eq(epsilon=calibrated)", "item", "pairs", 0.05398840307161884),
    ],
)
def test_english_german(text, average, swap, difference, reference_data):
    """Differences of chrF and TER as mt-metrics-eval gives them; its p is 0 without the + 1."""
    gold, metrics = english_german(reference_data)
    found = permutation_test(
        make_statistic(text),
        gold,
        metrics["chrF"],
        metrics["TER"],
        swap=swap,
        average=average,
        trials=100,
        alternative="greater",
    )
    assert found.difference == pytest.approx(difference, abs=1e-12)
    assert found.p == 1 / 101
    assert not found.exact


def test_systems_of_english_german(reference_data):
    """On means of systems mt-metrics-eval gave 0.011 and 0.385, with 1,000 trials."""
    gold, metrics = english_german(reference_data)
    means = [
        scores.mean(axis=1, keepdims=True) for scores in (gold, metrics["chrF"], metrics["TER"])
    ]
    for text, theirs in (("pearson", 0.011), ("pairwise-accuracy", 0.385)):
        found = permutation_test(make_statistic(text), *means, alternative="greater", trials=512)
        assert found.exact
        assert found.p == pytest.approx(theirs, abs=4 * math.sqrt(theirs * (1 - theirs) / 1000))


# --- Properties ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "average", "swap"),
    [
        ("pearson", "none", "scores"),
        ("pearson", "item", "segments"),
        ("spearman", "item", "systems"),
        ("kendall-b", "none", "scores"),
        ("kendall-b", "item", "scores"),
        ("kendall-like", "item", "segments"),
        ("acc-eq(epsilon=calibrated)", "item", "scores"),
        ("acc-eq(epsilon=calibrated)", "item", "pairs"),
        ("soft-pairwise-accuracy", "none", "scores"),
    ],
)
def test_the_same_for_any_number_of_jobs_and_another_seed_differs(text, average, swap):
    random = np.random.default_rng(4)
    gold, first, second = (random_table(random, 6, 12, ties=False) for _ in range(3))
    statistic = named(text)
    trials = 40 if "calibrated" in text else 600  # several blocks

    def run(jobs, seed):
        with use(Executor(jobs)):
            return permutation_test(
                statistic,
                gold,
                first,
                second,
                swap=swap,
                average=average,
                trials=trials,
                seed=seed,
            )

    alone, together = run(1, 1), run(2, 1)
    assert alone.pseudo_statistics.tobytes() == together.pseudo_statistics.tobytes()
    assert alone.p == together.p
    if not alone.exact:
        assert run(1, 2).pseudo_statistics.tobytes() != alone.pseudo_statistics.tobytes()


@pytest.mark.slow
@pytest.mark.parametrize("swap", SWAPPED)
@given(tables(3, systems=4, items=5))
@settings(max_examples=10)
def test_turning_the_metrics_round_turns_the_answer_round(swap, given_tables):
    gold, first, second = given_tables
    statistic = make_statistic("acc-eq")
    one = permutation_test(statistic, gold, first, second, swap=swap, trials=64)
    two = permutation_test(statistic, gold, second, first, swap=swap, trials=64)
    assert one.reason == two.reason.replace("second", "first") or "metric" in one.reason
    assert one.p == pytest.approx(two.p, nan_ok=True)
    assert one.difference == pytest.approx(-two.difference, nan_ok=True)
    assert math.isnan(one.p) == bool(one.reason)
    if not one.reason:
        assert 0 < one.p <= 1


@pytest.mark.parametrize("swap", SWAPPED)
def test_equal_metrics_have_p_1(swap):
    gold, first, _ = small_tables(1, (5, 6))
    found = permutation_test(make_statistic("acc-eq"), gold, first, first, swap=swap, trials=50)
    assert found.p == 1
    assert found.difference == 0


def test_plain_p_values_are_shares():
    gold, first, second = small_tables(2, (5, 6))
    options: dict[str, Any] = {"swap": "scores", "average": "item", "trials": 99}
    plus = permutation_test(make_statistic("pearson"), gold, first, second, **options)
    plain = permutation_test(
        make_statistic("pearson"), gold, first, second, p_value="plain", **options
    )
    assert plus.p == (plain.count + 1) / 100
    assert plain.p == plain.count / 99


def test_cells_that_lack_a_score_are_left_out_of_both_metrics():
    gold, first, second = small_tables(3, (4, 8))
    first[0, :3], second[1, 5], gold[2, 2] = np.nan, np.nan, np.nan
    found = permutation_test(make_statistic("kendall-b"), gold, first, second, trials=20)
    assert found.first.missing == found.second.missing == 5
    assert found.first.n == found.second.n == 27 * 26 // 2


@pytest.mark.parametrize(
    ("text", "average"),
    [("kendall-b", "system"), ("kendall-b", "none"), ("soft-pairwise-accuracy", "none")],
)
def test_systems_without_scores_change_nothing(text, average):
    gold, first, second = np.random.default_rng(5).normal(size=(3, 4, 60))
    gold[3] = np.nan
    options: dict[str, Any] = {"average": average, "trials": 30}
    with_it = permutation_test(make_statistic(text), gold, first, second, **options)
    without = permutation_test(make_statistic(text), gold[:3], first[:3], second[:3], **options)
    assert with_it.p == without.p
    assert with_it.pseudo_statistics.tobytes() == without.pseudo_statistics.tobytes()
    assert with_it.first.missing == 60


# --- Undefined, and refused ---------------------------------------------------------------------


def test_undefined_tests_say_why():
    gold, first, second = small_tables(4, (4, 3))
    constant = np.ones_like(gold)
    found = permutation_test(make_statistic("pearson"), gold, first, constant)
    assert math.isnan(found.p)
    assert found.reason == "the second metric: all metric scores are equal"
    found = permutation_test(make_statistic("acc-eq"), gold, constant, second)
    assert found.reason == "a metric gives all outputs the same score"
    found = permutation_test(make_statistic("acc-eq"), gold * np.nan, first, second)
    assert found.reason == "the first metric: no output has both scores"


def test_trials_on_which_the_statistic_is_undefined_are_counted():
    gold = np.array([[1.0], [2.0]])
    first, second = np.array([[1.0], [2.0]]), np.array([[2.0], [1.0]])
    found = permutation_test(make_statistic("pearson"), gold, first, second, trials=4)
    # Of the four ways to swap two systems, two leave both metrics constant.
    assert found.undefined == 2
    assert list(found.pseudo_statistics) == pytest.approx([2, -2])
    assert found.p == 1


@pytest.mark.parametrize("items", [10, 30])  # short and long vectors
@pytest.mark.parametrize("level", [0.0, 0.7, 1e6])
def test_swapping_that_leaves_a_metric_constant_has_no_correlation(items, level):
    """Each metric is constant on one system, so that one of two swaps makes it so on both."""
    random = np.random.default_rng(6)
    gold, scores = random.normal(size=(2, items)), random.normal(size=items)
    scores -= scores.mean()
    first, second = np.full((2, 2, items), level)
    first[1] += scores
    second[0] += random.permutation(scores)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        found = permutation_test(make_statistic("pearson"), gold, first, second, swap="systems")
    assert found.undefined == 2
    assert found.pseudo_statistics == pytest.approx([found.difference, -found.difference])


def test_swapping_that_leaves_a_metric_nearly_constant_loses_no_digits():
    random = np.random.default_rng(7)
    gold, scores, first, second = random.normal(size=(4, 2, 30))
    first, second = 1e-7 * first, 1e-7 * second
    first[1] += scores[1]
    second[0] += scores[1]
    found = permutation_test(make_statistic("pearson"), gold, first, second, swap="systems")
    wanted = enumerated(make_statistic("pearson"), gold, first, second, "systems", "none")
    assert np.sort(found.pseudo_statistics) == pytest.approx(np.sort(wanted), abs=1e-8)
    assert np.abs(found.pseudo_statistics).max() <= 2


@pytest.mark.parametrize(
    ("text", "options", "error", "words"),
    [
        ("pearson", {"swap": "cells"}, UnknownMember, "scores, segments, systems"),
        ("pearson", {"swap": "pairs"}, UsageError, "acc-eq"),
        ("acc-eq(epsilon=0.2)", {"swap": "scores"}, UsageError, "calibrated"),
        ("pearson", {"average": "segment"}, UnknownMember, "item"),
        ("pearson", {"alternative": "better"}, ParameterError, "greater"),
        ("pearson", {"trials": 0}, ParameterError, "at least 1"),
        ("pearson", {"seed": -1}, ParameterError, "at least 0"),
    ],
)
def test_wrong_requests_are_refused(text, options, error, words):
    gold, first, second = small_tables(5)
    with pytest.raises(error) as caught:
        permutation_test(make_statistic(text), gold, first, second, **options)
    assert words in str(caught.value)


def test_too_many_pairs_are_refused():
    scores = np.random.default_rng(1).normal(size=(3, 6, 1000))
    with pytest.raises(UsageError, match="17,997,000 pairs"):
        permutation_test(make_statistic("acc-eq"), *scores, swap="pairs")


# --- Type I error rates --------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize(
    ("text", "average", "swap"),
    [
        ("pearson", "none", "scores"),
        ("pearson", "item", "segments"),
        ("kendall-b", "item", "scores"),
        ("spearman", "item", "systems"),
        ("acc-eq(epsilon=calibrated)", "item", "pairs"),
        ("soft-pairwise-accuracy(trials=100)", "none", "scores"),
    ],
)
def test_true_null_hypotheses_are_rejected_at_the_nominal_rate(text, average, swap):
    """Two metrics: human scores plus noise of the same kind, cell by cell."""
    studies, level = 400, 0.1
    rejected = 0
    for number in range(studies):
        random = np.random.default_rng(number)
        gold = random.normal(size=(6, 20))
        first, second = gold + random.normal(size=(2, 6, 20))
        found = permutation_test(
            make_statistic(text),
            gold,
            first,
            second,
            swap=swap,
            average=average,
            trials=99,
            seed=number,
        )
        rejected += found.p <= level
    low, high = clopper_pearson(rejected, studies, 0.99)
    if swap == "pairs":
        # It does not: pairs of one segment share outputs, and are swapped as if they did not.
        assert low > level
    else:
        assert low <= level <= high


@pytest.mark.slow
@pytest.mark.parametrize(
    ("swap", "holds"), [("scores", False), ("segments", False), ("systems", True)]
)
def test_metrics_that_are_biased_by_system(swap, holds):
    """Equally good metrics that favour some systems each: only systems can be swapped.

    `python tools/calibration.py biased` has more of them, on more segments.
    """
    studies, level = 150, 0.05
    rejected = 0
    for number in range(studies):
        random = np.random.default_rng(number)
        gold = 0.5 * random.normal(size=(12, 1)) + random.normal(size=(12, 80))
        first, second = (
            gold + 0.5 * random.normal(size=(12, 1)) + random.normal(size=gold.shape)
            for _ in range(2)
        )
        found = permutation_test(
            make_statistic("pearson"), gold, first, second, swap=swap, trials=99, seed=number
        )
        rejected += found.p <= level
    low, high = clopper_pearson(rejected, studies, 0.99)
    assert low <= level <= high if holds else low > 3 * level
