"""Rank-sum tests of few values: against Fisher's exact test, and against all choices counted."""

from itertools import combinations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from tertium.inference.mid_p import rank_sum_mid_p
from tertium.inference.rank_tests import ALTERNATIVES, rank_sum

TWO = st.lists(st.sampled_from([0.0, 1.0]), min_size=1, max_size=30)
THREE = st.lists(st.sampled_from([0.0, 0.5, 1.0]), min_size=1, max_size=6)


@given(TWO, TWO)
def test_two_values_have_the_distribution_of_fishers_exact_test(x, y):
    table = [[sum(x), len(x) - sum(x)], [sum(y), len(y) - sum(y)]]
    yes = sum(x) + sum(y)
    if 0 < yes < len(x) + len(y):
        exact = stats.fisher_exact(table, "greater")[1]
        observed = stats.hypergeom.pmf(sum(x), len(x) + len(y), yes, len(x))
        assert rank_sum_mid_p(x, y, "greater") == pytest.approx(exact - observed / 2, abs=1e-12)


@given(THREE, THREE)
def test_three_values_count_all_choices(x, y):
    ranks = stats.rankdata([*x, *y])
    if len({*x, *y}) < 2:
        return
    sums = np.array([ranks[list(some)].sum() for some in combinations(range(len(ranks)), len(x))])
    found = ranks[: len(x)].sum()
    observed = np.isclose(sums, found).mean() / 2
    greater = (sums > found + 1e-9).mean() + observed
    less = (sums < found - 1e-9).mean() + observed
    assert rank_sum_mid_p(x, y, "greater") == pytest.approx(greater)
    assert rank_sum_mid_p(x, y, "less") == pytest.approx(less)
    assert rank_sum_mid_p(x, y) == pytest.approx(min(1, 2 * min(less, greater)))


@pytest.mark.parametrize("alternative", ALTERNATIVES)
@pytest.mark.parametrize(
    ("x", "y"), [([1, 1], [1, 1, 1]), ([0, 1, 2, 3], [1, 1, 2]), ([], [0, 1]), ([0, 1], [])]
)
def test_other_samples_have_the_p_value_of_the_rank_sum_test(x, y, alternative):
    expected = rank_sum(x, y, alternative).p
    assert rank_sum_mid_p(x, y, alternative) == pytest.approx(expected, nan_ok=True)


def test_large_samples_have_nearly_the_p_value_of_the_rank_sum_test():
    x, y = np.repeat([0, 0.5, 1], [300, 150, 1050]), np.repeat([0, 0.5, 1], [350, 150, 1000])
    expected = rank_sum(x, y, "greater").p
    assert rank_sum_mid_p(x, y, "greater") == pytest.approx(expected, abs=5e-4)
    x, y = np.repeat(x, 10), np.repeat(y, 10)  # more choices than fit into memory
    assert rank_sum_mid_p(x, y, "greater") == rank_sum(x, y, "greater").p


@pytest.mark.parametrize("sizes", [(30, 30), (50, 50), (100, 50), (100, 100)])
@pytest.mark.parametrize("share", [0.02, 0.1, 0.3, 0.5, 0.8, 0.95, 0.98])
def test_the_type_i_error_rate_on_answers_of_equal_systems(sizes, share):
    """The exact rate: the sum of the probabilities of all samples that are rejected."""
    one, other = sizes

    def rate(p_value):
        """Probability that a one-sided 5 % test rejects."""
        return sum(
            stats.binom.pmf(i, one, share) * stats.binom.pmf(j, other, share)
            for i in range(one + 1)
            for j in likely
            if stats.binom.pmf(i, one, share) > 1e-7
            and p_value([1] * i + [0] * (one - i), [1] * j + [0] * (other - j)) <= 0.05
        )

    likely = [j for j in range(other + 1) if stats.binom.pmf(j, other, share) > 1e-7]
    assert rate(lambda x, y: rank_sum_mid_p(x, y, "greater")) < 0.053
    if sizes == (100, 50) and share == 0.98:
        assert rate(lambda x, y: rank_sum(x, y, "greater").p) > 0.06
