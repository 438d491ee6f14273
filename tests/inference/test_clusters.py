"""Clusters, on the cases where rules for them differ."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tertium.core.errors import UnknownMember
from tertium.inference.clusters import clusters, rank_ranges


def matrix(size, wins):
    return [[(i, j) in wins for j in range(size)] for i in range(size)]


@pytest.mark.parametrize(
    ("size", "wins", "expected"),
    [
        (0, set(), []),
        (1, set(), [1]),
        (2, set(), [1, 1]),
        (2, {(0, 1)}, [1, 2]),
        (3, {(0, 1), (0, 2), (1, 2)}, [1, 2, 3]),
        (3, {(0, 1), (0, 2)}, [1, 2, 2]),
        (3, {(0, 2), (1, 2)}, [1, 1, 2]),
        # The first beats the last, but the system between is separated from neither.
        (3, {(0, 2)}, [1, 1, 1]),
        # All neighbours differ, but the first does not beat the last.
        (3, {(0, 1), (1, 2)}, [1, 1, 1]),
        # A win of a lower system is no boundary.
        (2, {(1, 0)}, [1, 1]),
        (4, {(0, 2), (0, 3), (1, 2), (1, 3)}, [1, 1, 2, 2]),
    ],
)
def test_by_hand(size, wins, expected):
    assert clusters(matrix(size, wins)) == expected


@given(
    st.integers(1, 7).flatmap(
        lambda n: st.lists(st.lists(st.booleans(), min_size=n, max_size=n), min_size=n, max_size=n)
    )
)
def test_two_systems_share_a_cluster_unless_a_boundary_is_between(beats):
    found = clusters(beats)
    assert found[0] == 1
    for place in range(1, len(beats)):
        apart = all(beats[i][j] for i in range(place) for j in range(place, len(beats)))
        assert found[place] - found[place - 1] == apart


@pytest.mark.parametrize(
    ("size", "wins", "expected"),
    [
        (0, set(), []),
        (1, set(), [1]),
        (2, {(0, 1)}, [1, 2]),
        # The second beats the third, the first does not: all pairs see no boundary.
        (3, {(0, 1), (1, 2)}, [1, 1, 2]),
        # A win over a system above counts like any other.
        (3, {(1, 0)}, [1, 1, 2]),
        # More wins than systems below are no boundary: their number is compared, not who lost.
        (3, {(1, 0), (1, 2)}, [1, 1, 1]),
    ],
)
def test_the_rule_of_wmt_by_hand(size, wins, expected):
    assert clusters(matrix(size, wins), "wmt") == expected


def test_rank_ranges_by_hand():
    beats = matrix(4, {(0, 2), (0, 3), (1, 3), (3, 2)})
    assert rank_ranges(beats) == [(1, 2), (1, 3), (3, 4), (3, 3)]
    assert rank_ranges([]) == []


@given(
    st.integers(1, 7).flatmap(
        lambda n: st.lists(st.lists(st.booleans(), min_size=n, max_size=n), min_size=n, max_size=n)
    )
)
def test_rank_ranges_are_ranks_where_only_one_of_two_can_win(drawn):
    size = len(drawn)
    beats = [[i < j and drawn[i][j] for j in range(size)] for i in range(size)]
    for place, (best, worst) in enumerate(rank_ranges(beats), start=1):
        assert 1 <= best <= place <= worst <= size


def test_there_is_no_other_rule():
    with pytest.raises(UnknownMember) as error:
        clusters([], "strict")
    assert str(error.value) == "No rule for clusters named 'strict'. Known: all-pairs, wmt."


@pytest.mark.parametrize(
    ("rule", "expected"), [("all-pairs", "strict_cuts"), ("wmt", "published_cuts")]
)
def test_the_clusters_of_wmt(reference_data, rule, expected):
    """One-sided Mann-Whitney at 5 %; clusters as published, and by all pairs (its README.md)."""
    campaigns = json.loads((reference_data / "stats/da-wmt/expected_rankings.json").read_text())
    for campaign in campaigns.values():
        beats = [[p is not None and p < 0.05 for p in row] for row in campaign["p_greater"]]
        found = clusters(beats, rule)
        cuts = [place for place in range(1, len(found)) if found[place] != found[place - 1]]
        assert cuts == campaign[expected]
        assert [sum(row) for row in beats] == [one["wins"] for one in campaign["systems"]]
    assert campaigns
