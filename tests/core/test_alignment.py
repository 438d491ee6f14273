"""Where two texts of different length fell out of step."""

import random

import pytest

from tertium.core.alignment import Break, breaks, explain, likeness, places
from tertium.examples import folder

NAMES = ("ref.txt", "out.txt")


def lines(name: str) -> list[str]:
    return (folder() / name).read_text(encoding="utf-8").split("\n")[:-1]


REFERENCE = lines("reference.A.en.txt")
OUTPUT = lines("systems/baseline.1.txt")
SOURCE = lines("source.de.txt")


@pytest.mark.parametrize("count", [1, 3, 50])
@pytest.mark.parametrize("at", [0, 5, 100, 140])
def test_missing_lines_are_found_in_the_same_language(at, count):
    assert breaks(REFERENCE, OUTPUT[:at] + OUTPUT[at + count :]) == [Break(at, count)]


@pytest.mark.parametrize("count", [1, 3, 50])
@pytest.mark.parametrize("at", [0, 100])
def test_superfluous_lines_are_found(at, count):
    added = [f"Nothing of the kind, number {n}." for n in range(count)]
    assert breaks(OUTPUT[:at] + added + OUTPUT[at:], REFERENCE) == [Break(at, count)]


@pytest.mark.parametrize("at", [0, 30, 100, 199])
def test_missing_lines_are_found_across_languages(at):
    (found,) = breaks(SOURCE, REFERENCE[:at] + REFERENCE[at + 1 :])
    assert found.size == 1
    assert abs(found.at - at) <= 2


def test_two_separate_breaks_are_found():
    assert breaks(REFERENCE, OUTPUT[:50] + OUTPUT[51:120] + OUTPUT[122:]) == [
        Break(50, 1),
        Break(120, 2),
    ]


def test_a_line_missing_here_and_one_too_many_there_are_found():
    shorter = OUTPUT[:50] + OUTPUT[52:120] + ["Nothing of the kind."] + OUTPUT[120:]
    assert breaks(REFERENCE, shorter) == [Break(50, 2), Break(118, 1, in_longer=False)]


def test_texts_that_have_nothing_to_do_with_each_other_tell_nothing():
    other = OUTPUT[1:]
    random.Random(1).shuffle(other)
    assert breaks(REFERENCE, other) == []


def test_a_few_lines_are_enough_where_they_are_alike():
    longer = ["The cat sat.", "A dog barked at night.", "Rain fell on Monday."]
    assert breaks(longer, [longer[0], longer[2]]) == [Break(1, 1)]


@pytest.mark.slow
def test_long_texts_are_looked_at_in_steps():
    longer = [f"Line {n} of a very long text about {n * 7919 % 10007}." for n in range(60_000)]
    (found,) = breaks(longer, longer[:43_210] + longer[43_217:])
    assert found == Break(43_210, 7)


def test_lines_of_ten_megabytes_take_no_time():
    longer = ["a b c " * 2_000_000, "short one", "another"]
    assert breaks(longer, [longer[0], longer[2]]) == [Break(1, 1)]


@pytest.mark.parametrize(
    ("longer", "shorter", "message"),
    [
        (
            REFERENCE,
            OUTPUT[:76] + OUTPUT[77:],
            "The files seem to diverge at line 77: line 77 of ref.txt has no counterpart in"
            " out.txt, whose line 77 corresponds to line 78.",
        ),
        (
            REFERENCE,
            OUTPUT[:76] + OUTPUT[79:],
            "The files seem to diverge at line 77: lines 77 to 79 of ref.txt have no counterpart in"
            " out.txt, whose line 77 corresponds to line 80.",
        ),
        (
            REFERENCE,
            OUTPUT[:-20],
            "out.txt seems to end early: its lines correspond up to the last, line 180.",
        ),
        (
            REFERENCE,
            OUTPUT[:50] + OUTPUT[51:120] + OUTPUT[122:],
            "The files seem to diverge at 2 places: line 51 of ref.txt and lines 121 to 122 of"
            " ref.txt have no counterpart.",
        ),
        (["a", "b", ""], ["a", "b"], "The last line of ref.txt is empty."),
        (["a", "b", " ", ""], ["a", "b"], "The last 2 lines of ref.txt are empty."),
        (["a", "b"], [], "The place where the files diverge could not be located."),
        (["x y", "z", "w"], ["1", "2"], "The place where the files diverge could not be located."),
        (
            ["one", "two", "three"],
            ["one\u2028two", "three"],
            "Line 1 of out.txt contains a line separator (U+2028), which other programs treat as"
            " the end of a line.",
        ),
        (
            ["one", "two", "three", "four"],
            ["one", "two\x0bthree\x0bfour"],
            "out.txt contains 2 vertical tabs, the first in line 2, which other programs treat as"
            " ends of lines.",
        ),
        (
            ["one", "two", "three", "four"],
            ["one\rtwo\rthree\rfour\r"],
            "out.txt contains 3 carriage returns, the first in line 1, which other programs treat"
            " as ends of lines.",
        ),
    ],
)
def test_what_is_said(longer, shorter, message):
    assert explain(longer, shorter, NAMES) == message


def test_places_are_listed_up_to_four():
    found = [Break(n, 1) for n in range(6)]
    assert places(found[:1], NAMES) == "line 1 of ref.txt"
    assert places(found, NAMES) == (
        "line 1 of ref.txt, line 2 of ref.txt, line 3 of ref.txt and 3 more"
    )


def test_likeness_is_greatest_for_equal_lines():
    assert likeness("The cat.", "The cat.") == pytest.approx(1.5)
    assert likeness("", "") == pytest.approx(1.5)
    assert likeness("The cat.", "Ein Hund!") < likeness("The cat.", "the cats.")
