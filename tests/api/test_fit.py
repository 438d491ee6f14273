"""Fitting weights to ratings."""

import random

import numpy as np
import pytest

import tertium
from tertium.api.score import metric, score
from tertium.core.errors import TertiumError
from tertium.core.frames import Filler, Frame, Owner, SegmentFrames
from tertium.core.scores import Scored, SegmentScores
from tertium.core.testset import Layer, TestSet
from tertium.formats import _kinds as formats

TRUTH = "meant(what=2.0,when=0.0,who=4.0)"
ROLES = ("who", "what", "when", "how")
SIZE = 60


def annotated(systems: dict[str, int]) -> TestSet:
    """Frames of one predicate, of which random fillers are wrong."""
    draw = random.Random(1)
    ids = tuple(str(number) for number in range(1, SIZE + 1))
    right = Frame("did", tuple(Filler(role, "right") for role in ROLES))
    values = {Owner("1"): ((right,),) * SIZE}
    for name, runs in systems.items():
        for run in range(1, runs + 1):
            values[Owner(name, run)] = tuple(
                (
                    Frame(
                        "did",
                        tuple(Filler(role, draw.choice(["right", "wrong"])) for role in ROLES),
                    ),
                )
                for _ in range(SIZE)
            )
    return TestSet.of(
        references=[["x"] * SIZE],
        systems={name: [["x"] * SIZE] * runs for name, runs in systems.items()},
        layers={"frames": Layer("frames", {"": (SegmentFrames(values, ids),)})},
    )


def ratings(testset: TestSet, spec: str = TRUTH) -> SegmentScores:
    """Scores under some weights, as ratings."""
    values = {
        Scored("rating", one.system, one.run or 0): np.array(one.segments)
        for one in score(testset, spec)
    }
    return SegmentScores(values, testset.segment_ids)


def test_weights_that_made_the_ratings_are_found():
    testset = annotated({"a": 1, "b": 2})
    found = tertium.fit(testset, "meant", ratings(testset))
    assert found.correlation == pytest.approx(1)
    assert found.before < 0.8
    assert str(found.metric) == TRUTH


def test_a_fit_is_the_same_every_time_and_begins_where_it_is_told():
    testset = annotated({"a": 1})
    rated = ratings(testset)
    assert tertium.fit(testset, "meant", rated) == tertium.fit(testset, "meant", rated)
    there = tertium.fit(testset, metric(TRUTH), rated)
    assert (str(there.metric), there.before) == (TRUTH, there.correlation)


def test_ratings_can_be_a_file(tmp_path):
    testset = annotated({"a": 1})
    rated = ratings(testset)
    formats.write("scores", rated, str(tmp_path / "ratings.tsv"))
    assert tertium.fit(testset, "meant", tmp_path / "ratings.tsv") == tertium.fit(
        testset, "meant", rated
    )


def test_segments_without_a_rating_are_left_out():
    testset = annotated({"a": 1, "b": 1})
    rated = ratings(testset)
    some = rated.values[Scored("rating", "a")].copy()
    some[10:] = np.nan
    known = SegmentScores({Scored("rating", "a"): some}, rated.segment_ids)
    ten = SegmentScores({Scored("rating", "a"): some[:10]}, rated.segment_ids[:10])
    assert tertium.fit(testset, "meant", known) == tertium.fit(testset, "meant", ten)


@pytest.mark.parametrize(
    ("spec", "values", "message"),
    [
        ("bleu", {("r", "a"): 1}, "bleu has no weights that can be fitted."),
        (
            "meant",
            {("r", "a"): 1, ("s", "a"): 1},
            "Expected ratings of one kind, found r, s.",
        ),
        ("meant", {("r", "a", 1): 1, ("r", "a", 2): 1}, "a has 1 outputs, but ratings of 2."),
        ("meant", {("r", "c"): 1}, "No output has a rating."),
    ],
)
def test_what_is_wrong(spec, values, message):
    testset = annotated({"a": 1})
    found = {Scored(*scored): np.full(SIZE, float(value)) for scored, value in values.items()}
    with pytest.raises(TertiumError) as caught:
        tertium.fit(testset, spec, SegmentScores(found, testset.segment_ids))
    assert str(caught.value) == message


def test_ratings_that_do_not_differ_leave_the_weights_as_they_are():
    testset = annotated({"a": 1})
    same = SegmentScores({Scored("r", "a"): np.ones(SIZE)}, testset.segment_ids)
    found = tertium.fit(testset, "meant(who=2.0)", same)
    assert (str(found.metric), found.correlation) == ("meant(who=2.0)", 0)
