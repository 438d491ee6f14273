"""Degraded outputs among outputs that are compared: they test annotators, and rank no systems."""

import math

import pytest

import tertium
from tertium.core.errors import DataError, UsageError
from tertium.human.comparisons import Comparisons
from tertium.human.control_items import compared_controls
from tertium.human.notices import DegradedNotLower, EqualDifferences, NoDegradedOutputs
from tertium.human.quality_control import quality_control
from tertium.human.ratings import Ratings


def rankings(*screens, annotator="ann", task="ranking"):
    """Screens as lists of (kind, system, rank)."""
    rows = [
        (annotator, kind, system, str(number % 7), f"1:{number}", task, rank)
        for number, screen in enumerate(screens)
        for kind, system, rank in screen
    ]
    names = ("annotator", "kind", "system", "segment", "batch", "task", "value")
    return Ratings.of(dict(zip(names, map(list, zip(*rows, strict=True)), strict=True)))


def plain(first, second):
    return [("system", "a", first), ("system", "b", second)]


def control(degraded, repeat):
    return [("bad_reference", "a", degraded), ("repeat", "b", repeat)]


def test_a_degraded_output_is_compared_with_all_others():
    five = [
        *[("repeat", "a", 1), ("bad_reference", "b", 3), ("repeat", "c", 2)],
        *[("repeat", "d", 3), ("repeat", "e", 4)],
    ]
    found = compared_controls(rankings(plain(1, 2), five, control(2, 1)))
    # Two are better, one is tied, one is worse; one of one is better.
    assert found.difference.tolist() == [-0.25, -1.0]
    assert found.rows.tolist() == [3, 7]


def test_a_screen_of_degraded_outputs_only_says_nothing():
    both = [("bad_reference", "a", 1), ("bad_reference", "b", 2)]
    assert len(compared_controls(rankings(both)).rows) == 0


def test_screens_of_other_annotators_are_apart():
    mine, other = rankings(control(2, 1)), rankings(control(1, 2), annotator="bob")
    found = compared_controls(Ratings.concatenated([mine, other]))
    assert found.difference.tolist() == [-1.0, 1.0]


def verdict(*screens, **given):
    (one,) = quality_control(rankings(*screens, **given)).annotators
    return one


def test_who_always_ranks_the_degraded_output_last_passes():
    one = verdict(*[control(2, 1)] * 8)
    # With one of the eight tied: mean -0.875, standard error 0.125, t = -7.
    assert (one.passed, one.pairs, one.compared, one.difference) == (True, 8, 8, -1.0)
    assert one.statistic == pytest.approx(-7)


def test_who_prefers_the_degraded_output_fails():
    one = verdict(*[control(1, 2)] * 6, *[control(2, 1)] * 4, task="preference")
    assert one.verdict == "failed"
    assert one.reasons == (DegradedNotLower(one.p, 10, 10),)
    assert "not ranked significantly below the outputs beside them" in str(one.reasons[0])
    assert one.difference == pytest.approx(0.2)


def test_who_ties_everything_fails():
    one = verdict(*[control(1, 1)] * 10)
    assert [type(reason) for reason in one.reasons] == [EqualDifferences]


def test_without_degraded_outputs_nobody_is_tested():
    one = verdict(plain(1, 2), plain(2, 1))
    assert one.verdict == "not tested"
    assert [type(reason) for reason in one.reasons] == [NoDegradedOutputs]


def test_ranks_are_no_scores_of_outputs():
    one = verdict(plain(1, 2), *[control(2, 1)] * 4)
    assert math.isnan(one.bad_reference_mean)
    assert math.isnan(one.system_mean)
    assert one.cautions == ()


def test_the_time_of_a_single_ranking_is_no_caution():
    ratings = rankings(plain(1, 2), *[control(2, 1)] * 4)
    ratings.start[:], ratings.end[:] = 1000, 1009
    (one,) = quality_control(ratings).annotators
    assert one.cautions == ()
    assert math.isnan(one.mean_time)


def test_control_items_rank_no_systems():
    screens = [plain(1, 2), plain(2, 1), plain(1, 2), *[control(2, 1)] * 6]
    ranking = tertium.rank(rankings(*screens))
    assert [(one.system, one.wins, one.losses) for one in ranking.systems] == [
        ("a", 2, 1),
        ("b", 1, 2),
    ]
    assert ranking.data.left_out == {"of control items": 12}
    assert ranking.quality is not None
    assert ranking.quality.passed == ("ann",)


def test_judgments_of_annotators_who_fail_are_left_out():
    good = rankings(plain(1, 2), plain(1, 1), *[control(2, 1)] * 6)
    bad = rankings(plain(2, 1), *[control(1, 2)] * 6, annotator="eve")
    both = Ratings.concatenated([good, bad])
    assert tertium.rank(both).systems[0].losses == 0
    assert tertium.rank(both, quality=False).systems[0].losses == 1
    with pytest.raises(DataError, match="does not pass quality control"):
        tertium.rank(bad)


def test_repeated_outputs_show_how_consistent_annotators_are():
    again = [
        *[("repeat", "a", 1), ("repeat", "b", 2)],
        ("bad_reference", "c", 3),
    ]
    ratings = rankings(plain(1, 2), *[plain(1, 2)] * 6, again)
    assert len(Comparisons.of(ratings)) == 7
    assert len(Comparisons.of(ratings, repeats=True)) == 8
    pairwise = tertium.agreement(ratings).pairwise
    assert pairwise is not None
    intra = pairwise.intra
    assert (intra.agree, intra.comparable) == (1, 1)


def test_unequal_weights_are_refused():
    ratings = rankings(plain(1, 2), plain(2, 1))
    ratings.weight[:2] = 3
    with pytest.raises(UsageError, match="unequal weights"):
        tertium.rank(ratings)
