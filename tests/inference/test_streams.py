"""Streams of differences: scales, weights, documents, and late segments."""

import math

import pytest

from tertium.core.errors import DataError
from tertium.inference.sequential import SequentialTest
from tertium.inference.streams import before_first_missing, pair_stream

MISSING = math.nan


@pytest.mark.parametrize(
    ("drawn", "used"),
    [
        ([0.5, MISSING, 1.0], [0.5]),
        ([MISSING, 1.0], []),
        ([0.5, -0.5], [0.5, -0.5]),
        ([0.5, -0.5, MISSING], [0.5, -0.5]),
        ([], []),
    ],
)
def test_a_late_segment_holds_up_those_behind_it(drawn, used):
    assert before_first_missing(drawn).tolist() == used


def test_differences_are_shares_of_the_scale():
    stream = pair_stream([5, 1, 3], [1, 5, 2], scale=(1, 5))
    assert stream.differences.tolist() == [1, -1, 0.25]
    assert stream.weights.tolist() == [1, 1, 1]


def test_a_score_of_either_system_may_be_late():
    first, second = [70, 80, MISSING, 90], [60, 90, 50, 80]
    assert pair_stream(first, second, scale=(0, 100)).differences.tolist() == [0.1, -0.1]
    assert pair_stream(second, first, scale=(0, 100)).differences.tolist() == [-0.1, 0.1]


def test_weights_are_divided_by_the_largest_of_all_segments_drawn():
    # The weight of the late segment is known before its judgments, and the bets must not change
    # when they arrive.
    stream = pair_stream([70, 80, MISSING], [60, 90, 50], scale=(0, 100), weights=[2, 4, 8])
    assert stream.weights.tolist() == [0.25, 0.5]
    test = SequentialTest.of(*stream)
    assert test.total == pytest.approx(0.25 * 0.1 - 0.5 * 0.1)  # w d / max w
    assert test.mean == pytest.approx((2 * 0.1 - 4 * 0.1) / (2 + 4))


def test_a_document_is_one_difference():
    documents = ["a", "b", "a", "b", "c"]
    stream = pair_stream(
        [100, 50, 60, 50, 0], [0, 50, 40, 0, 100], scale=(0, 100), documents=documents
    )
    assert stream.differences == pytest.approx([(1 + 0.2) / 2, (0 + 0.5) / 2, -1])
    assert stream.weights.tolist() == [1, 1, 1]


def test_a_document_is_missing_if_one_of_its_segments_is():
    documents = ["a", "a", "b", "b", "c"]
    stream = pair_stream([1, 1, 1, MISSING, 1], [0, 0, 0, 0, 0], scale=(0, 1), documents=documents)
    assert stream.differences.tolist() == [1]


def test_weights_of_a_document():
    # Weighted differences 1/2 * 1 and 1 * 0.5 of the document a: their mean is 1/2.
    stream = pair_stream(
        [1, 0.5, 1], [0, 0, 0], scale=(0, 1), weights=[1, 2, 2], documents=["a", "a", "b"]
    )
    assert (stream.weights * stream.differences).tolist() == [0.5, 1]
    assert stream.weights.tolist() == [0.75, 1]


@pytest.mark.parametrize("scores", [([101], [0]), ([0], [-1])])
def test_a_score_outside_the_scale_is_refused(scores):
    with pytest.raises(DataError, match=r"is outside the scale from 0 to 100\."):
        pair_stream(*scores, scale=(0, 100))
