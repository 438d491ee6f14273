"""Clusters, on the cases where rules for them differ."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tertium.inference.clusters import clusters


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
        # The first beats the last, but the one between is told from neither.
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


def test_the_strict_clusters_of_wmt(reference_data):
    """One-sided Mann-Whitney at 5 %, clusters by the all-pairs rule (data/stats/README.md)."""
    campaigns = json.loads((reference_data / "stats/da-wmt/expected_rankings.json").read_text())
    for campaign in campaigns.values():
        p_greater = campaign["p_greater"]
        found = clusters([[p is not None and p < 0.05 for p in row] for row in p_greater])
        cuts = [place for place in range(1, len(found)) if found[place] != found[place - 1]]
        assert cuts == campaign["strict_cuts"]
    assert campaigns
