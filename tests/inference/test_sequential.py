"""Tests that are read after every judgment, beside arithmetic by hand and a plain restatement."""

import math
import re
from itertools import combinations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tertium.core.errors import DataError, UsageError
from tertium.core.sample import Pair
from tertium.inference.clusters import clusters
from tertium.inference.corrections import corrected
from tertium.inference.sequential import (
    SequentialTest,
    capital_paths,
    sequential_verdicts,
)

DIFFERENCES = st.lists(
    st.floats(-1, 1) | st.sampled_from([-1.0, -0.5, 0.0, 0.01, 1.0]), max_size=60
)
WEIGHTS = st.floats(0.01, 1)


def plain_capital(differences, mean=0.0):
    """Largest K of both sides so far, after each difference, in plain Python without logarithms."""
    capitals, sums, squares, largest = [1.0, 1.0], 0.0, 0.0, 1.0
    found = []
    for difference in differences:
        value = difference - mean
        for side, sign in enumerate((1, -1)):
            bet = min(max(sign * sums / (squares + 1 / 16), 0), 3 / 4 / (1 + sign * mean))
            capitals[side] *= 1 + bet * sign * value
        sums, squares = sums + value, squares + value**2
        largest = max(largest, *capitals)
        found.append(largest)
    return found


# --- By hand ------------------------------------------------------------------------------------


def test_bets_below_the_limit_by_hand():
    # d = 1, -1/2, 1/2, -1; S1 and S2 before each: (0, 0), (1, 1), (1/2, 5/4), (1, 3/2).
    # lambda = 0; 1 / (17/16) > 3/4; (1/2) / (21/16) = 8/21; 1 / (25/16) = 16/25.
    # K = 1; 1 - 3/8 = 5/8; 5/8 (1 + 4/21) = 125/168; 125/168 (1 - 16/25) = 45/168 = 15/56.
    # S1 is never negative, so nothing is staked on the second system, and no K exceeds 1.
    first, second, p = capital_paths([1, -1 / 2, 1 / 2, -1])
    assert np.exp(first) == pytest.approx([1, 5 / 8, 125 / 168, 15 / 56], abs=1e-12)
    assert second.tolist() == [0, 0, 0, 0]
    assert p.tolist() == [1, 1, 1, 1]


def test_the_largest_capital_decides_by_hand():
    # d = 1, 1, 1/2, 1, -1; S1 and S2 before each: (0, 0), (1, 1), (2, 2), (5/2, 9/4), (7/2, 13/4).
    # S1 / (S2 + 1/16) = 16/17, 32/33, 40/37, 56/53 from the second on: all above 3/4.
    # K = 1; 7/4; 7/4 * 11/8 = 77/32; 77/32 * 7/4 = 539/128; 539/128 * 1/4 = 539/512.
    # p = 2 / 1 and 2 / (7/4), which are 1 at most; 64/77; 256/539; 256/539 again.
    paths = capital_paths([1, 1, 1 / 2, 1, -1])
    expected = [1, 7 / 4, 77 / 32, 539 / 128, 539 / 512]
    assert np.exp(paths.first) == pytest.approx(expected, abs=1e-12)
    assert paths.p == pytest.approx([1, 1, 64 / 77, 256 / 539, 256 / 539], abs=1e-12)


def test_the_second_system_has_its_own_bets_by_hand():
    # d = 1/4, -1, -1; S1 and S2 before the third: -3/4 and 17/16.
    # First: lambda = 0; (1/4) / (1/8) > 3/4; 0. K = 1; 1 - 3/4 = 1/4; 1/4.
    # Second: lambda = 0; 0; (3/4) / (18/16) = 2/3. K = 1; 1; 1 + 2/3 = 5/3.
    first, second, p = capital_paths([1 / 4, -1, -1])
    assert np.exp(first) == pytest.approx([1, 1 / 4, 1 / 4], abs=1e-12)
    assert np.exp(second) == pytest.approx([1, 1, 5 / 3], abs=1e-12)
    assert p.tolist() == [1, 1, 1]


@pytest.mark.parametrize(("pairs", "needed"), [(1, 8), (10, 12)])
def test_how_many_times_one_system_must_win_completely(pairs, needed):
    # d = 1 always: the first bet is 0, and all others are at the limit, because S1 / (S2 + 1/16) is
    # k / (k + 1/16) >= 16/17 > 3/4. So K = (7/4)^(n - 1), and p = 2 / K <= 0.05 / pairs needs
    # n >= 1 + log(40 pairs) / log(7/4): 1 + 6.59 for one pair, 1 + 10.71 for ten pairs.
    p = capital_paths(np.ones(needed)).p * pairs
    assert p[needed - 2] > 0.05
    assert p[needed - 1] == pytest.approx(2 * (4 / 7) ** (needed - 1) * pairs)
    assert p[needed - 1] <= 0.05
    assert needed == 1 + math.ceil(math.log(40 * pairs) / math.log(7 / 4))


def test_a_weighted_difference_counts_less_by_hand():
    # Weights 1, 1/2, 1/2 of d = 1, 1, 1: the bets are on 1, 1/2, 1/2.
    # K = 1; 1 + 3/8 = 11/8; S1 = 3/2, S2 = 5/4, lambda = (3/2) / (21/16) > 3/4: (11/8)^2.
    test = SequentialTest.of([1, 1, 1], [1, 0.5, 0.5])
    assert math.exp(test.log_capital) == pytest.approx((11 / 8) ** 2, abs=1e-12)
    assert (test.weights, test.total, test.squares, test.mean) == (2, 2, 1.5, 1)


# --- Properties ---------------------------------------------------------------------------------


@given(DIFFERENCES)
def test_paths_are_those_of_the_plain_rule(differences):
    p = capital_paths(differences).p
    expected = [min(1, 2 / capital) for capital in plain_capital(differences)]
    assert p == pytest.approx(expected, rel=1e-9)


@given(st.lists(st.tuples(st.floats(-1, 1), WEIGHTS), max_size=60))
def test_one_difference_after_the_other_gives_the_same_numbers(stream):
    test = SequentialTest()
    differences, weights = (np.array([one[i] for one in stream]) for i in (0, 1))
    paths = capital_paths(weights * differences)
    for number, (difference, weight) in enumerate(stream):
        assert test.add(difference, weight) == paths.p[number]
        assert (test.first, test.second) == (paths.first[number], paths.second[number])
    assert test == SequentialTest.of(differences, weights)


@given(st.lists(DIFFERENCES, min_size=1, max_size=4))
def test_streams_do_not_affect_each_other_and_zeros_fill_them_up(streams):
    longest = max(map(len, streams)) + 2
    filled = [[*stream, *[0] * (longest - len(stream))] for stream in streams]
    together = capital_paths(np.array(filled)[:, None])
    for number, stream in enumerate(streams):
        alone = capital_paths(stream)
        for own, of_all in zip(alone, together, strict=True):
            assert of_all[number, 0, : len(stream)].tolist() == own.tolist()
        last = alone.p[-1] if len(stream) else 1
        assert (together.p[number, 0, len(stream) :] == last).all()


@given(DIFFERENCES)
def test_swapping_the_systems_swaps_the_capitals(differences):
    paths, swapped = capital_paths(differences), capital_paths(-np.array(differences))
    assert paths.first.tolist() == swapped.second.tolist()
    assert paths.second.tolist() == swapped.first.tolist()
    assert paths.p.tolist() == swapped.p.tolist()


@given(DIFFERENCES)
def test_the_p_value_never_rises(differences):
    p = capital_paths(differences).p
    assert (np.diff(p) <= 0).all()
    assert ((p > 0) & (p <= 1)).all()


def test_identical_systems_are_never_rejected():
    paths = capital_paths(np.zeros(10_000))
    assert (paths.p == 1).all()
    assert not paths.first.any()
    assert not paths.second.any()


@pytest.mark.parametrize("difference", [-1, -0.3, 0, 1])
def test_one_difference_proves_nothing(difference):
    test = SequentialTest()
    assert test.add(difference) == 1
    assert (test.log_capital, test.observations, test.mean) == (0, 1, difference)


def test_no_difference_yet():
    test = SequentialTest.of([])
    assert test == SequentialTest()
    assert (test.p, test.log_capital) == (1, 0)
    assert math.isnan(test.mean)


def test_a_capital_beyond_floating_point():
    test = SequentialTest.of(np.ones(3000))
    assert test.log_capital == pytest.approx(2999 * math.log(7 / 4))
    assert test.p == 0


@pytest.mark.parametrize("wrong", [1.01, -2, math.nan, math.inf])
def test_a_difference_outside_the_range_is_refused(wrong):
    message = f"Difference 3 is {wrong:g}; differences must lie between -1 and 1."
    for call in (capital_paths, SequentialTest.of):
        with pytest.raises(DataError, match=re.escape(message)):
            call([0.5, 1, wrong, 0])
    with pytest.raises(DataError, match=re.escape(message)):
        capital_paths([[0, 0, 0], [0, 0, wrong]])
    test = SequentialTest.of([0.5, 1])
    with pytest.raises(DataError, match=re.escape(message)):
        test.add(wrong)
    assert test == SequentialTest.of([0.5, 1])


@pytest.mark.parametrize("wrong", [0, -1, 1.5, math.nan])
def test_a_weight_outside_the_range_is_refused(wrong):
    message = f"Weight 2 is {wrong:g}; weights must be above 0 and at most 1."
    with pytest.raises(DataError, match=re.escape(message)):
        SequentialTest.of([0.5, 1], [1, wrong])
    with pytest.raises(DataError, match=re.escape(message)):
        SequentialTest.of([0.5]).add(1, wrong)


def test_each_difference_has_a_weight():
    with pytest.raises(DataError, match="one weight; found 2 differences and 1 weight"):
        SequentialTest.of([0.5, 1], [1])


# --- All pairs ----------------------------------------------------------------------------------


def three_systems():
    """A wins completely, B and C are equal."""
    scores = {"A": np.ones(40), "B": np.tile([0, 0.5], 20), "C": np.tile([0.5, 0], 20)}
    return {
        Pair(one, other): SequentialTest.of(scores[one] - scores[other])
        for one, other in combinations(scores, 2)
    }


def test_verdicts_on_all_pairs():
    tests = three_systems()
    found = sequential_verdicts(tests)
    assert [pair.better for pair in found.pairs] == ["A", "A", None]
    assert [pair.observations for pair in found.pairs] == [40, 40, 40]
    assert [pair.difference for pair in found.pairs] == [0.75, 0.75, 0]
    p = [test.p for test in tests.values()]
    assert [pair.p for pair in found.pairs] == p
    assert [pair.corrected for pair in found.pairs] == corrected(p, "holm")
    assert [pair.log_capital for pair in found.pairs] == [t.log_capital for t in tests.values()]


def test_tables_and_clusters_are_made_from_the_p_values():
    found = sequential_verdicts(three_systems())
    better = [verdict.better for verdict in found.p_values.verdicts(0.95)]
    assert better == [pair.better for pair in found.pairs]
    assert not list(found.p_values.defects())
    ranked = found.p_values.ordered(("A", "C", "B"))
    assert clusters(ranked.beats(0.95)) == [1, 2, 2]
    # The worse system has no p-value.
    assert math.isnan(found.p_values.matrix[1][0])


def test_pairs_that_are_named_the_other_way_round_have_the_same_verdicts():
    found = sequential_verdicts(three_systems())
    swapped = sequential_verdicts(
        {
            Pair(other, one): SequentialTest(
                test.observations,
                test.weights,
                -test.total,
                test.squares,
                test.second,
                test.first,
                test.largest_second,
                test.largest_first,
            )
            for (one, other), test in three_systems().items()
        }
    )
    assert [pair.better for pair in swapped.pairs] == [pair.better for pair in found.pairs]
    matrix = swapped.p_values.ordered(found.p_values.systems).matrix
    assert np.array_equal(matrix, found.p_values.matrix, equal_nan=True)


def test_holm_correction_needs_more_evidence_for_more_pairs():
    # Eight complete wins are enough for one pair (see above), not for two.
    wins, none = SequentialTest.of(np.ones(8)), SequentialTest()
    alone = sequential_verdicts({Pair("A", "B"): wins})
    assert alone.pairs[0].better == "A"
    both = sequential_verdicts({Pair("A", "B"): wins, Pair("A", "C"): none})
    assert [pair.better for pair in both.pairs] == [None, None]
    assert both.pairs[0].corrected == pytest.approx(4 * (4 / 7) ** 7)


def test_the_confidence_level_decides():
    tests = {Pair("A", "B"): SequentialTest.of(np.ones(8))}
    assert sequential_verdicts(tests, 0.95).pairs[0].better == "A"
    assert sequential_verdicts(tests, 0.99).pairs[0].better is None


def test_a_pair_that_is_given_twice_is_refused():
    tests = {Pair("A", "B"): SequentialTest(), Pair("B", "A"): SequentialTest()}
    with pytest.raises(UsageError, match="given twice"):
        sequential_verdicts(tests)
