"""Matching segments by id."""

import pytest

from tertium.core.errors import AlignmentError, DataWarning
from tertium.core.segments import positions


def test_ids_decide_whatever_the_order():
    assert positions(("b", "a", "c"), ("a", "b", "c"), "It") == [1, 0, 2]
    assert positions(("2", "3", "1"), ("1", "2", "3"), "It") == [2, 0, 1]


def test_what_is_not_there_has_no_position():
    assert positions(("c", "a"), ("a", "b", "c"), "It") == [1, None, 0]


@pytest.mark.parametrize("first", [0, 1])
def test_numbers_stand_for_the_order_where_they_are_as_many(first):
    with pytest.warns(DataWarning) as caught:
        found = positions((str(first + 1), str(first)), ("a", "b"), "The layer x")
    assert found == [1, 0]
    assert str(caught[0].message) == (
        f"The layer x numbers its segments from {first}; the ids of the test set differ, so"
        " segments are matched by order."
    )


def test_numbers_from_zero_are_not_taken_for_numbers_from_one():
    with pytest.warns(DataWarning, match="numbers its segments from 0"):
        assert positions(("0", "1", "2"), ("1", "2", "3"), "It") == [0, 1, 2]


@pytest.mark.parametrize(
    ("found", "wanted", "message"),
    [
        (
            ("1", "2"),
            ("a", "b", "c"),
            "The layer x has 2 of its 2 segments that are not in the test set, the first of them"
            " '1'. The test set has 3, the first of them 'a'.",
        ),
        (
            ("1", "2", "3"),
            ("1", "2"),
            "The layer x has 1 of its 3 segments that are not in the test set, the first of them"
            " '3'. The test set has 2, the first of them '1'.",
        ),
        (
            ("1", "3"),
            ("a", "b"),
            "The layer x has 2 of its 2 segments that are not in the test set, the first of them"
            " '1'. The test set has 2, the first of them 'a'.",
        ),
    ],
)
def test_segments_that_are_not_in_the_test_set(found, wanted, message):
    with pytest.raises(AlignmentError) as caught:
        positions(found, wanted, "The layer x")
    assert str(caught.value) == message
