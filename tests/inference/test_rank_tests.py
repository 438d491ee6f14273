"""Rank tests: against R, against all orders counted by hand, against SciPy on large samples."""

import csv
import math
from itertools import combinations, product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from tertium.core.errors import UnknownMember
from tertium.inference.rank_tests import (
    ALTERNATIVES,
    rank_sum,
    rank_sums,
    rounded,
    signed_rank,
    stouffer,
)

# Few different values make ties; many make exact tests.
SAMPLES = st.lists(st.integers(-4, 4) | st.integers(-1000, 1000), min_size=1, max_size=6)


def test_every_row_of_r(reference_data):
    """R 4.2.2, wilcox.test(x, y, alternative, exact, correct), as data/stats/README.md says."""
    with (reference_data / "stats/misc/wilcoxon_R.csv").open() as file:
        rows = list(csv.DictReader(file))
    assert rows
    for row in rows:
        x, y = ([float(number) for number in row[name].split()] for name in "xy")
        arguments = row["alternative"].replace(".", "-"), row["exact_requested"] == "TRUE"
        how = {"exact": arguments[1], "continuity": row["continuity"] == "TRUE"}
        if row["test"] == "rank-sum":
            found = rank_sum(x, y, arguments[0], **how)
        else:
            found = signed_rank(np.subtract(x, y) if y else x, arguments[0], **how)
        p = math.nan if row["p"] == "NA" else float(row["p"])
        assert found.statistic == float(row["statistic"])
        assert found.p == pytest.approx(p, rel=1e-12, nan_ok=True)
        assert found.exact == ("exact" in row["method"])


def test_signed_ranks_of_r(reference_data):
    """R 4.2.2, wilcox.test(bad, system, paired = TRUE, alternative = "less")."""
    folder = reference_data / "stats/da-amt/expected"
    with (folder / "quality_pairs.csv").open() as file:
        pairs = [row for row in csv.DictReader(file) if row["rep_type"] == "sys_cal"]
    with (folder / "worker_qc.csv").open() as file:
        workers = list(csv.DictReader(file))
    assert workers
    for worker in workers:
        differences = [
            float(row["score_b"]) - float(row["score_a"])
            for row in pairs
            if row["wid"] == worker["worker"]
        ]
        found = signed_rank(differences, "less")
        assert found.statistic == float(worker["V_wilcoxon"])
        assert found.p == pytest.approx(float(worker["p_wilcoxon_signed_less"]), rel=1e-12)


def by_alternative(at_most, at_least, alternative):
    tails = {"less": at_most, "greater": at_least, "two-sided": min(1, 2 * min(at_most, at_least))}
    return tails[alternative]


@given(
    st.lists(st.integers(-99, 99), min_size=2, max_size=9, unique=True),
    st.integers(1, 8),
    st.sampled_from(ALTERNATIVES),
)
def test_the_exact_rank_sum_counts_all_choices(values, size, alternative):
    size = min(size, len(values) - 1)
    x, y = values[:size], values[size:]

    def larger(chosen):
        rest = [value for value in values if value not in chosen]
        return sum(a > b for a in chosen for b in rest)

    everything = [larger(chosen) for chosen in combinations(values, size)]
    found = rank_sum(x, y, alternative)
    at_most = np.mean([count <= larger(x) for count in everything])
    at_least = np.mean([count >= larger(x) for count in everything])
    assert found.exact
    assert found.p == pytest.approx(by_alternative(at_most, at_least, alternative))


@given(
    st.lists(st.integers(-99, 99).filter(bool), min_size=1, max_size=9, unique_by=abs),
    st.sampled_from(ALTERNATIVES),
)
def test_the_exact_signed_rank_counts_all_signs(differences, alternative):
    ranks = stats.rankdata(np.abs(differences))
    everything = [float(ranks @ signs) for signs in product([0, 1], repeat=len(ranks))]
    found = signed_rank(differences, alternative)
    at_most = np.mean([total <= found.statistic for total in everything])
    at_least = np.mean([total >= found.statistic for total in everything])
    assert found.exact
    assert found.p == pytest.approx(by_alternative(at_most, at_least, alternative))


@given(st.lists(SAMPLES, min_size=2, max_size=4), st.sampled_from(ALTERNATIVES))
def test_all_pairs_at_once_are_the_pairs_one_by_one(samples, alternative):
    found = rank_sums(samples, alternative)
    for i, x in enumerate(samples):
        for j, y in enumerate(samples):
            if i == j:
                assert math.isnan(found.p[i, j])
                continue
            one = rank_sum(x, y, alternative)
            assert found.statistic[i, j] == one.statistic
            assert found.p[i, j] == pytest.approx(one.p, nan_ok=True)
            ties = sum(np.sign(a - b) / 2 + 0.5 for a in x for b in y)
            assert one.statistic == ties


@pytest.mark.parametrize("alternative", ALTERNATIVES)
def test_large_samples_as_scipy_has_them(alternative):
    random = np.random.default_rng(1)
    x, y = random.integers(0, 60, 300), random.integers(5, 65, 200)
    theirs = stats.mannwhitneyu(x, y, alternative=alternative, method="asymptotic")
    assert rank_sum(x, y, alternative).p == pytest.approx(theirs.pvalue, rel=1e-10)
    differences = x[:200] - y
    paired = stats.wilcoxon(
        differences, alternative=alternative, correction=True, method="asymptotic"
    )
    assert signed_rank(differences, alternative).p == pytest.approx(paired.pvalue, rel=1e-10)


def test_fifty_values_are_no_longer_enumerated():
    few, many = np.arange(49.0), np.arange(50.0)
    assert rank_sum(few, few + 0.5).exact
    assert not rank_sum(few, many + 0.5).exact
    assert signed_rank(few + 1).exact
    assert not signed_rank(many + 1).exact
    assert not signed_rank(few).exact  # a difference is 0


def test_nothing_to_rank():
    assert math.isnan(rank_sum([3, 3], [3, 3, 3]).p)
    assert [rank_sum([3, 3], [3], side).p for side in ("greater", "less")] == [1, 1]
    assert math.isnan(signed_rank([0, 0]).p)
    assert [signed_rank([0, 0], side).p for side in ("greater", "less")] == [1, 1]
    assert math.isnan(rank_sum([], [1.0], "greater").p)


def test_means_that_differ_in_the_last_bit_tie():
    assert rank_sum([0.1 + 0.2, 7.0], [0.3, 7.0]).statistic == 2
    assert signed_rank([0.1 + 0.2 - 0.3, 1.0, 2.0]).statistic == 3
    assert rounded([]).tolist() == []


def test_p_values_combined():
    assert stouffer([0.03]) == pytest.approx(0.03)
    assert stouffer([0.1, 0.2, math.nan, 0.9]) == pytest.approx(
        stats.combine_pvalues([0.1, 0.2, 0.9], "stouffer").pvalue
    )
    assert math.isnan(stouffer([math.nan]))
    assert math.isnan(stouffer([]))


def test_there_is_no_other_alternative():
    with pytest.raises(UnknownMember) as error:
        rank_sum([1.0], [2.0], "better")
    assert str(error.value) == (
        "No alternative named 'better'. Did you mean 'greater'? Known: greater, less, two-sided."
    )
