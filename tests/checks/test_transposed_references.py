"""References given segment by segment."""

import pytest
from tests.checks._found import ENGLISH, OUTPUT, found

from tertium.checks import enforce
from tertium.core.errors import DataError
from tertium.core.testset import TestSet

NAME = "transposed-references"


def square(size: int, *, transposed: bool) -> TestSet:
    """As many references as segments: variants of the same sentences."""
    references = [[f"{line} Variant {r}." for line in ENGLISH[:size]] for r in range(size)]
    if transposed:
        references = [list(one) for one in zip(*references, strict=True)]
    return TestSet.of(references=references, systems={"out": OUTPUT[:size]})


@pytest.mark.parametrize("size", [2, 3, 6])
def test_a_square_turned_round(size):
    assert found(NAME, square(size, transposed=True)) == [
        f"error: references: There are as many references as segments ({size}), and out matches"
        " them much better if they are transposed: they seem to be given as one list per segment."
        " Give one list per reference: [list(column) for column in zip(*references)]."
    ]


def test_it_stops():
    with pytest.raises(DataError) as caught:
        enforce(square(2, transposed=True))
    assert str(caught.value) == (
        "references: There are as many references as segments (2), and out matches them much"
        " better if they are transposed: they seem to be given as one list per segment. Give one"
        " list per reference: [list(column) for column in zip(*references)]."
    )


@pytest.mark.parametrize("size", [2, 3, 6])
def test_a_square_as_it_should_be(size):
    assert found(NAME, square(size, transposed=False)) == []


def test_one_reference_of_one_segment():
    assert found(NAME, TestSet.of(references=[["a"]], systems={"out": ["b"]})) == []
