"""Scores from marked errors."""

import math

import pytest

from tertium.core.errors import DataError
from tertium.human.errors import ErrorRate, Weights, error_profile, error_scores
from tertium.human.ranking import rank
from tertium.human.ratings import Ratings
from tertium.human.settings import RankSettings

ROWS = [
    # annotator, system, segment, category, severity, value
    ("x", "A", "1", "Accuracy/Mistranslation", "Major", math.nan),
    ("x", "A", "1", "Fluency/Punctuation", "Minor", math.nan),
    ("y", "A", "1", "Fluency/Grammar", "minor", math.nan),
    ("x", "A", "2", "", "", math.nan),
    ("x", "B", "1", "Non-translation!", "Major", math.nan),
    ("x", "B", "2", "Fluency/Punctuation", "Major", math.nan),
    ("x", "B", "2", "Style/Awkward", "Neutral", math.nan),
    ("x", "B", "2", "No-error", "No-error", math.nan),
]


def made(rows=ROWS, task="mqm", **more):
    names = ("annotator", "system", "segment", "category", "severity", "value")
    columns = dict(zip(names, map(list, zip(*rows, strict=True)), strict=True))
    return Ratings.of(columns | {"task": [task] * len(rows)} | more)


def scores(ratings, weights=None):
    found = error_scores(ratings, weights)
    keys = zip(
        found.annotator.to_list(), found.system.to_list(), found.segment.to_list(), strict=True
    )
    return dict(zip(keys, found.value.tolist(), strict=True))


def test_the_standard_weights():
    assert scores(made()) == pytest.approx(
        {("x", "A", "1"): -5.1, ("y", "A", "1"): -1, ("x", "A", "2"): 0, ("x", "B", "1"): -25}
        | {("x", "B", "2"): -5}
    )
    assert str(scores(made())["x", "A", "2"]) == "0.0"


def test_other_weights():
    weights = Weights(major=10.0, minor_punctuation=1.0)
    assert scores(made(), weights)["x", "A", "1"] == -11
    assert error_scores(made(), weights).filters == (
        "error_weights(major=10.0,minor_punctuation=1.0)",
    )


def test_systems_are_means_over_segments_of_means_over_annotators():
    ranking = rank(error_scores(made()), RankSettings(trials=0))
    first, second = ranking.systems
    assert (first.system, first.segments, first.judgments) == ("A", 2, 3)
    assert first.score == pytest.approx((-(5.1 + 1) / 2 + 0) / 2)
    assert (second.system, second.segments, second.judgments) == ("B", 2, 2)
    assert second.score == pytest.approx(-15)
    assert ranking.filters == ("error_weights",)


def test_error_spans_beside_scores():
    rows = [
        ("x", "A", "1", "", "major", math.nan),
        ("x", "A", "1", "", "", 70),
        ("x", "A", "2", "", "", 90),
    ]
    ratings = made(rows, "esa")
    assert scores(ratings) == {("x", "A", "1"): -5, ("x", "A", "2"): 0}
    (one,) = rank(ratings, RankSettings(trials=0)).systems
    assert one.score == 80


def test_the_profile():
    assert error_profile(made()) == (
        ErrorRate("A", "Accuracy/Mistranslation", "Major", 1, 1 / 3, 5 / 3),
        ErrorRate("A", "Fluency/Grammar", "minor", 1, 1 / 3, 1 / 3),
        ErrorRate("A", "Fluency/Punctuation", "Minor", 1, 1 / 3, 0.1 / 3),
        ErrorRate("B", "Non-translation!", "Major", 1, 0.5, 12.5),
        ErrorRate("B", "Fluency/Punctuation", "Major", 1, 0.5, 2.5),
        ErrorRate("B", "Style/Awkward", "Neutral", 1, 0.5, 0),
    )


def test_severities_without_a_weight():
    rows = [("x", "A", "1", "Accuracy", "Critical", math.nan)]
    with pytest.raises(DataError) as error:
        error_scores(made(rows))
    assert str(error.value) == (
        "No weight is defined for errors of severity 'Critical'."
        " Known severities: major, minor, neutral and, if it has a weight, critical."
    )
    assert scores(made(rows), Weights(critical=10.0)) == {("x", "A", "1"): -10}


def test_no_errors_marked_at_all():
    with pytest.raises(DataError) as error:
        error_scores(made(task="adequacy"))
    assert str(error.value) == "There are no judgments that mark errors."


def test_control_items_have_scores_but_are_no_outputs():
    """Quality control compares the scores of degraded outputs."""
    ratings = made(kind=["system"] * 3 + ["bad_reference"] * 5)
    assert {system for _, system, _ in scores(ratings)} == {"A", "B"}
    assert {one.system for one in error_profile(ratings)} == {"A"}
    (ranked,) = rank(error_scores(ratings), RankSettings(trials=0)).systems
    assert ranked.system == "A"


def test_scores_without_errors_are_scores():
    """They were taken for outputs without errors, all of score 0."""
    rows = [("x", "A", "1", "", "", -5.0), ("x", "B", "1", "", "", 0.0)]
    assert scores(made(rows)) == {("x", "A", "1"): -5, ("x", "B", "1"): 0}
    with pytest.raises(DataError, match="No errors are marked, but values are as high as 5"):
        error_scores(made([(*row[:5], -row[5]) for row in rows]))


def test_severities_of_esa_need_no_weight():
    """Systems are ranked by scores; "undecided" is in real files."""
    rows = [
        ("x", "A", "1", "", "undecided", math.nan),
        ("x", "A", "1", "", "grave", math.nan),
        ("x", "A", "1", "", "", 70),
    ]
    undecided, grave = error_profile(made(rows, "esa"))[::-1]
    assert (undecided.severity, undecided.penalty) == ("undecided", 0)
    assert (grave.severity, grave.errors) == ("grave", 1)
    assert math.isnan(grave.penalty)
