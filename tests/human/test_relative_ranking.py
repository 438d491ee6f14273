"""Relative rankings: closed forms, a peer, and cases by hand."""

import math
import warnings

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tertium.core.errors import DataError, ParameterError
from tertium.core.executor import Executor, use
from tertium.core.records import from_plain, to_plain
from tertium.human.comparisons import Comparisons
from tertium.human.ratings import Ratings
from tertium.human.relative_ranking import (
    Match,
    RelativeRanking,
    bradley_terry,
    clipped_ranges,
    expected_wins,
    relative_rank,
    trueskill,
)
from tertium.human.settings import RelativeRankSettings as Settings

with warnings.catch_warnings():
    # Its comments have backslashes that Python complains of when it first compiles them.
    warnings.simplefilter("ignore")
    import trueskill as peer


def made(results):
    """Comparisons from lines like "A > B" or "A = B"."""
    pairs = [line.split() for line in results]
    return Comparisons.of(
        Ratings.of(
            {
                "batch": [str(number) for number in range(len(pairs)) for _ in range(2)],
                "system": [name for one, _, other in pairs for name in (one, other)],
                "task": ["preference"] * 2 * len(pairs),
                "value": [rank for pair in pairs for rank in (1, 1 + (pair[1] == ">"))],
            }
        )
    )


def test_expected_wins_by_hand():
    """C was never compared with B, which adds nothing but counts."""
    found = relative_rank(made(["A > B", "A > B", "B > A", "A = B", "C > A"]), Settings(trials=5))
    assert {one.system: one.score for one in found.systems} == pytest.approx(
        {"A": (2 / 3 + 0) / 2, "B": (1 / 3) / 2, "C": 1 / 2}
    )
    assert {one.system: (one.wins, one.ties, one.losses) for one in found.systems} == {
        "A": (2, 1, 2),
        "B": (1, 1, 2),
        "C": (1, 0, 0),
    }
    half = relative_rank(made(["A > B", "A = B"]), Settings(trials=5, ties="half"))
    assert [one.score for one in half.systems] == [0.75, 0.25]


SKILLS = st.tuples(st.floats(-3, 3), st.floats(0.05, 2))


@given(SKILLS, SKILLS, st.sampled_from([1, 0, -1]), st.floats(0.3, 5), st.floats(0.05, 0.6))
def test_a_match_as_the_package_trueskill_has_it(one, other, outcome, beta, draws):
    # Its own distribution function is good to seven digits only.
    env = peer.TrueSkill(mu=0, sigma=1, beta=beta, tau=0, draw_probability=draws, backend="scipy")
    ratings = [env.create_rating(*one), env.create_rating(*other)]
    if outcome < 0:
        ratings.reverse()
    rated = list(peer.rate_1vs1(*ratings, drawn=outcome == 0, env=env))
    if outcome < 0:
        rated.reverse()
    means, variances = Match(beta, draws).played(
        np.array([[one[0]], [other[0]]]),
        np.array([[one[1] ** 2], [other[1] ** 2]]),
        np.array([outcome]),
    )
    for place in (0, 1):
        assert means[place, 0] == pytest.approx(rated[place].mu, abs=1e-9)
        assert math.sqrt(variances[place, 0]) == pytest.approx(rated[place].sigma, abs=1e-9)


def test_who_always_wins_ranks_first_by_every_method():
    results = ["A > B"] * 40 + ["B > C"] * 40 + ["A > C"] * 40 + ["A = B", "B = C", "C > A"]
    for method in ("expected-wins", "bradley-terry", "trueskill"):
        found = relative_rank(made(results), Settings(method=method, trials=40, ties="half"))
        assert [one.system for one in found.systems] == ["A", "B", "C"]
        assert [(one.best, one.worst, one.cluster) for one in found.systems] == [
            (1, 1, 1),
            (2, 2, 2),
            (3, 3, 3),
        ]


def test_a_system_that_a_resample_leaves_out_does_not_play():
    wins = np.array([[[0.0, 9, 0], [1, 0, 0], [0, 0, 0]]])
    found = trueskill(wins, np.zeros_like(wins), np.random.default_rng(1))
    assert found[0, 0] > 0 > found[0, 1]
    assert found[0, 2] == 0


@given(st.lists(st.lists(st.integers(1, 20), min_size=4, max_size=4), min_size=4, max_size=4))
def test_strengths_expect_as_many_wins_as_there_are(wins):
    """The equations of likelihood of Bradley and Terry 1952."""
    table = np.array(wins, dtype=float)
    np.fill_diagonal(table, 0)
    (found,) = bradley_terry(table[None])
    probability = 1 / (1 + np.exp(found[None, :] - found[:, None]))
    expected = ((table + table.T) * probability).sum(axis=1)
    assert expected == pytest.approx(table.sum(axis=1), rel=1e-6)
    assert found.mean() == pytest.approx(0, abs=1e-9)


def test_strengths_of_two_by_hand():
    (found,) = bradley_terry(np.array([[[0.0, 3], [1, 0]]]))
    assert found[0] - found[1] == pytest.approx(math.log(3))


def test_strengths_that_nothing_bounds():
    with pytest.raises(DataError) as error:
        relative_rank(made(["A > B", "B > A", "A > C"]), Settings(method="bradley-terry"))
    assert str(error.value) == (
        "The Bradley-Terry model has no solution: no chain of wins leads from C to all others and"
        " back. Use Expected Wins instead."
    )
    (never_won,) = bradley_terry(np.array([[[0.0, 5, 5], [5, 0, 5], [0, 0, 0]]]))
    assert np.isfinite(never_won).all()
    assert never_won.argmin() == 2


def test_ranges_are_clipped():
    """Of 40 runs one is clipped at each end; of 41, two."""
    usual, upset = [3.0, 2.0, 1.0], [1.0, 2.0, 3.0]
    assert clipped_ranges(np.array([usual] * 39 + [upset]), 0.95) == [(1, 1), (2, 2), (3, 3)]
    assert clipped_ranges(np.array([usual] * 38 + [upset] * 2), 0.95) == [(1, 3), (2, 2), (1, 3)]
    assert clipped_ranges(np.array([usual] * 39 + [upset] * 2), 0.95) == [(1, 1), (2, 2), (3, 3)]
    assert clipped_ranges(np.array([usual]), 0.95) == [(1, 1), (2, 2), (3, 3)]


def test_a_cluster_ends_where_all_that_follow_rank_lower():
    results = ["A > B", "B > A", "A > C", "B > C", "C > D", "A > D", "B > D"] * 9
    found = relative_rank(made(results), Settings(trials=50))
    assert [one.cluster for one in found.systems] == [1, 1, 2, 3]
    for at, one in enumerate(found.systems[:-1]):
        boundary = all(one.worst < later.best for later in found.systems[at + 1 :])
        assert found.systems[at + 1].cluster - one.cluster == boundary


@pytest.mark.parametrize("method", ["expected-wins", "trueskill"])
def test_the_number_of_threads_changes_no_bit(method):
    compared = made(["A > B", "B > C", "C > A", "A = B"] * 5)
    settings = Settings(method=method, trials=600)
    with use(Executor(1)):
        one = relative_rank(compared, settings)
    with use(Executor(3)):
        assert relative_rank(compared, settings) == one


def test_expected_wins_of_one_system():
    assert expected_wins(np.zeros((1, 1, 1))).tolist() == [[0]]


def test_a_ranking_as_json():
    found = relative_rank(made(["A > B", "B > A"]), Settings(trials=5, method="trueskill"))
    assert from_plain(RelativeRanking, to_plain(found)) == found
    assert found.signature == "relative_rank(method=trueskill,trials=5)|task:preference"


def test_a_level_is_between_0_and_1():
    with pytest.raises(ParameterError) as error:
        Settings(confidence_level=0.0)
    assert str(error.value) == ("confidence_level must be between 0 and 1. Got 0.0 instead.")
