"""What a check finds, in words."""

import pytest

from tertium.checks._findings import Finding, numbers


@pytest.mark.parametrize(
    ("indices", "words"),
    [
        ([2], "line 3"),
        ([2, 7], "lines 3 and 8"),
        ([2, 7, 20], "lines 3, 8 and 21"),
        ([2, 7, 20, 21], "lines 3, 8, 21 and 1 more"),
        (range(2000), "lines 1, 2, 3 and 1,997 more"),
        ([1999], "line 2,000"),
    ],
)
def test_lines_are_named_up_to_three(indices, words):
    assert numbers(indices) == words


def test_segments_are_no_lines():
    assert numbers([0, 1], "segment") == "segments 1 and 2"


def test_a_finding_is_a_sentence_with_its_place():
    assert str(Finding("warning", "a.txt", "It is.", "So what.")) == "a.txt: It is. So what."
    assert str(Finding("warning", "", "It is.")) == "It is."
    assert str(Finding("error", "a.txt", "a.txt has it.")) == "a.txt has it."
