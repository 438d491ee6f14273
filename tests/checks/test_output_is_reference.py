"""An output that is the reference."""

from dataclasses import replace

import pytest
from tests.checks._found import ENGLISH, OUTPUT, found, texts, write
from tests.command import run

import tertium
from tertium.core.errors import DataError
from tertium.core.streams import Stream

NAME = "output-is-reference"
MESSAGE = (
    "out.txt: Identical to ref.txt in every segment. The score would be perfect and meaningless."
)


@pytest.fixture
def files(tmp_path, monkeypatch):
    write(tmp_path, {"ref.txt": ENGLISH, "out.txt": ENGLISH})
    monkeypatch.chdir(tmp_path)


def test_every_segment():
    assert found(NAME, texts(ENGLISH)) == [f"error: {MESSAGE}"]


@pytest.mark.usefixtures("files")
def test_reading_stops():
    with pytest.raises(DataError) as caught:
        tertium.read("out.txt", references="ref.txt")
    assert str(caught.value) == MESSAGE


@pytest.mark.usefixtures("files")
def test_score_stops_and_tells_how_to_go_on():
    assert run("score", "-r", "ref.txt", "out.txt") == (
        1,
        "",
        f"error: {MESSAGE}\nTo continue anyway: --allow output-is-reference.\n",
    )
    assert run("score", "-r", "ref.txt", "out.txt", "-b", "--allow", NAME).stdout == "100.0\n"


@pytest.mark.usefixtures("files")
def test_check_lists_it():
    assert run("check", "-r", "ref.txt", "out.txt") == (
        1,
        f"error: {MESSAGE} [output-is-reference]\n\n1 error. Ignore a check with --allow CHECK.\n",
        "",
    )


def test_missing_segments_do_not_count():
    partial = Stream(["", *ENGLISH[1:]], "ref.txt", missing=frozenset({0}))
    other = Stream([f"{line} Yes." for line in ENGLISH], "b.txt")
    given = replace(texts(["Else.", *ENGLISH[1:]]), references={"ref": partial, "b": other})
    assert found(NAME, given) == [f"error: {MESSAGE}"]


def test_most_long_segments():
    many = [f"{line} That was on day {day}." for day in range(4) for line in ENGLISH]
    mixed = [*many[:16], *(f"{line} Else." for line in many[16:])]
    assert found(NAME, texts(mixed, many)) == [
        "warning: out.txt: Identical to ref.txt in 16 of 24 segments of 10 words or more. If the"
        " system has seen the reference, the score is meaningless."
    ]


def test_long_segments_of_a_script_without_spaces():
    many = [f"第{n}天市长为新桥揭幕，约两百人冒雨前来。" for n in range(30)]
    mixed = [*many[:20], *(f"今天{line}" for line in many[20:])]
    assert found(NAME, texts(mixed, many)) == [
        "warning: out.txt: Identical to ref.txt in 20 of 30 segments of 10 words or more. If the"
        " system has seen the reference, the score is meaningless."
    ]


def test_short_segments_may_well_be_the_same():
    short = ["Yes.", "No.", "Thank you.", "Good morning."] * 10
    assert found(NAME, texts([*short[:36], *OUTPUT[:4]], [*short[:36], *ENGLISH[:4]])) == []


def test_a_good_system_is_fine():
    assert found(NAME, texts([*ENGLISH[:5], OUTPUT[5]])) == []
