"""Segments of a campaign: expected numbers, weights, lists, and what is refused."""

import re

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.campaign._testsets import made

from tertium.campaign.selection import (
    disagreement,
    drawing_probabilities,
    read_segments,
    select_segments,
)
from tertium.core.errors import DataError, UsageError
from tertium.core.notices import sentences
from tertium.core.testset import TestSet
from tertium.metrics import metric

DEVIATIONS = st.lists(st.floats(0, 50), min_size=1, max_size=40).map(np.array)


def select(testset, metric=None, selection="random", **settings):
    return select_segments(testset, selection, metric=metric, **settings)


def differing(segments=300, seed=1):
    """Two systems whose outputs share between none and all of their ten words."""
    random = np.random.default_rng(seed)
    texts: dict[str, list[str]] = {"a": [], "b": []}
    for n in range(segments):
        words = [f"w{n}x{k}" for k in range(10)]
        kept = random.integers(0, 11)
        texts["a"].append(" ".join(words))
        texts["b"].append(" ".join(words[:kept] + ["other"] * (10 - kept)))
    return TestSet.of(systems=texts, references=[texts["a"]])


# --- Random selection ---------------------------------------------------------------------------


def test_random_segments_are_different_and_have_no_weights():
    found = select(made(40), segments=15)
    assert len(set(found.segments)) == 15
    assert set(found.segments) <= set(range(40))
    assert found.weights == (1,) * 15
    assert found.notices == ()


def test_all_segments_come_in_random_order():
    found = select(made(40))
    assert sorted(found.segments) == list(range(40))
    assert list(found.segments) != list(range(40))


def test_every_segment_is_drawn_equally_often():
    counts = np.bincount(
        [n for seed in range(2000) for n in select(made(10), segments=3, seed=seed).segments]
    )
    # Each is drawn with probability 0.3: a standard deviation of 20.5 around 600.
    assert np.abs(counts - 600).max() < 4 * 20.5


def test_the_first_segments_are_those_of_a_smaller_sample():
    """More segments can be drawn later."""
    few, many = (select(made(40), segments=number).segments for number in (10, 20))
    assert many[:10] == few


@pytest.mark.parametrize("selection", ["random", "disagreement"])
def test_the_seed_decides(selection):
    chosen = {"selection": selection, "segments": 100}
    chrf = metric("chrf") if selection == "disagreement" else None
    one, same, other = (select(differing(), chrf, **chosen, seed=seed) for seed in (1, 1, 2))
    assert one == same
    assert one != other


# --- Selection by disagreement ------------------------------------------------------------------


def test_disagreement_is_the_deviation_of_segment_scores():
    # Under exact match, a scores 100 and b 0 or 100: deviations of 50 and 0.
    testset = TestSet.of(systems={"a": ["x", "y"], "b": ["x", "z"]}, references=[["x", "y"]])
    assert disagreement(testset, metric("exact-match")).tolist() == [0, 50]


def test_probabilities_by_hand():
    # The mean of 0, 0, 10, 30 is 10: sizes 10, 10, 20, 40, of which 2 / 80 each.
    found = drawing_probabilities(np.array([0.0, 0.0, 10.0, 30.0]), 2)
    assert found == pytest.approx([0.25, 0.25, 0.5, 1])


def test_a_probability_above_one_is_shared_by_the_others():
    # Sizes 10, 10, 20, 40 times 3 / 80 are 0.375, 0.375, 0.75, 1.5. The last is certain, and the
    # others share 2: 2 / 40 of 10, 10, 20.
    found = drawing_probabilities(np.array([0.0, 0.0, 10.0, 30.0]), 3)
    assert found == pytest.approx([0.5, 0.5, 1, 1])


@given(DEVIATIONS, st.data())
def test_the_expected_number_is_the_wanted_number(deviations, data):
    wanted = data.draw(st.integers(1, len(deviations)))
    found = drawing_probabilities(deviations, wanted)
    assert found.sum() == pytest.approx(wanted)
    assert (found <= 1).all()
    # No probability is below half of the average rate, and more disagreement is no rarer.
    assert found.min() >= wanted / len(deviations) / 2 * (1 - 1e-9)
    assert (np.diff(found[np.argsort(deviations, kind="stable")]) >= -1e-12).all()


def test_segments_are_drawn_with_their_probabilities():
    testset, chrf = differing(60), metric("chrf")
    probabilities = drawing_probabilities(disagreement(testset, chrf), 20)
    drawn = [
        select(testset, chrf, selection="disagreement", segments=20, seed=seed)
        for seed in range(500)
    ]
    shares = np.bincount([n for one in drawn for n in one.segments], minlength=60) / 500
    errors = (shares - probabilities) / np.sqrt(probabilities * (1 - probabilities) / 500)
    assert np.abs(errors[probabilities < 1]).max() < 4.5
    # Independent draws: the variance of their number is the sum of p (1 - p).
    sizes = [len(one.segments) for one in drawn]
    expected = (probabilities * (1 - probabilities)).sum()
    assert np.mean(sizes) == pytest.approx(20, abs=4 * np.sqrt(expected / 500))
    assert np.var(sizes) == pytest.approx(expected, rel=0.3)
    for one in drawn[:20]:
        assert one.weights == tuple(1 / probabilities[list(one.segments)])


def test_segments_come_in_an_order_that_does_not_depend_on_their_weights():
    found = select(differing(), metric("chrf"), selection="disagreement", segments=150)
    half = len(found.weights) // 2
    assert abs(np.mean(found.weights[:half]) - np.mean(found.weights[half:])) < 0.4
    assert list(found.segments) != sorted(found.segments)


@pytest.mark.parametrize("systems", [2, 3, 7])
def test_identical_systems_have_equal_probabilities(systems):
    testset = made(40, systems, shared=range(40))
    assert not disagreement(testset, metric("chrf")).any()
    found = select(testset, metric("chrf"), selection="disagreement", segments=10)
    assert set(found.weights) == {4}


def test_all_segments_are_certain():
    found = select(differing(30), metric("chrf"), selection="disagreement")
    assert sorted(found.segments) == list(range(30))
    assert set(found.weights) == {1}


# --- Lists --------------------------------------------------------------------------------------

IDS = ("s1", "s2", "s3", "s4")


def listed(tmp_path, text, ids=IDS):
    path = tmp_path / "segments.txt"
    path.write_bytes(text.encode())
    return read_segments(path, ids)


@pytest.mark.parametrize(
    "text",
    [
        "s3\ns1\n",
        "s3\r\ns1",
        "\ufeffs3\n\ns1\n\n",
        "s3\thard\ns1\teasy\n",
        "segment\tcomment\ns3\thard\ns1\t\n",
        "Segment_ID\n s3 \ns1\n",
    ],
)
def test_ids_are_read(tmp_path, text):
    assert listed(tmp_path, text) == [2, 0]


def test_an_id_may_be_named_like_a_heading(tmp_path):
    assert listed(tmp_path, "id\ns1\n", ("s1", "id")) == [1, 0]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            "s1\ns33\n",
            ":2: The test set has no segment 's33'. Did you mean 's3'? Its first segment is 's1'.",
        ),
        (
            "s2\ns1\ns2\n",
            ":3: The segment 's2' is listed twice, first in line 1. Remove one of the lines.",
        ),
        ("segment\n", ": No segments are listed."),
        ("", ": No segments are listed."),
    ],
)
def test_what_is_wrong_is_named_with_its_line(tmp_path, text, message):
    with pytest.raises(DataError, match=rf"segments\.txt{re.escape(message)}$"):
        listed(tmp_path, text)


def test_an_id_of_several_segments_is_ambiguous(tmp_path):
    with pytest.raises(DataError, match=r"segments\.txt:1: The test set has several segments 's1'"):
        listed(tmp_path, "s1\n", ("s1", "s2", "s1"))


def test_results_on_a_list_apply_to_its_segments(tmp_path):
    path = tmp_path / "segments.txt"
    path.write_text("7\n3\n12\n30\n")
    found = select(made(40), selection=str(path))
    assert sorted(found.segments) == [2, 6, 11, 29]
    assert found.weights == (1,) * 4
    assert sentences(found.notices) == [
        "The list names 4 of 40 segments: results apply to the listed segments only, not to the"
        " test set."
    ]


# --- What is refused ----------------------------------------------------------------------------


def test_more_segments_than_there_are():
    assert len(select(made(40), segments=41).segments) == 40


def test_disagreement_is_measured_by_a_metric():
    with pytest.raises(UsageError, match="needs a metric"):
        select(made(40), selection="disagreement")


def test_one_system_cannot_disagree():
    with pytest.raises(UsageError, match="needs the outputs of two systems or more"):
        select(made(40, systems=1), metric("chrf"), selection="disagreement")


def draw_until_empty():
    # Each sample is empty with a probability of about exp(-1).
    for seed in range(50):
        select(made(40), metric("chrf"), selection="disagreement", segments=1, seed=seed)


def test_an_empty_sample_is_refused():
    with pytest.raises(UsageError, match="No segment was drawn; 1 of 40 were expected"):
        draw_until_empty()
