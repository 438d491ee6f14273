"""Texts of different length; where they part is tested in tests/core/test_alignment.py."""

import pytest
from tests.checks._found import ENGLISH, GERMAN, OUTPUT, write
from tests.command import run

import tertium
from tertium.core.errors import AlignmentError, DataWarning

MESSAGE = "ref.txt has 6 segments, but out.txt has 5."
WHERE = (
    "The files seem to diverge at line 3: line 3 of ref.txt has no counterpart in out.txt, whose"
    " line 3 corresponds to line 4."
)


@pytest.fixture(autouse=True)
def files(tmp_path, monkeypatch):
    write(tmp_path, {"ref.txt": ENGLISH, "out.txt": OUTPUT[:2] + OUTPUT[3:], "src.txt": GERMAN})
    monkeypatch.chdir(tmp_path)


def test_reading_stops():
    with pytest.raises(AlignmentError) as caught:
        tertium.read("out.txt", references="ref.txt")
    assert str(caught.value) == f"{MESSAGE} {WHERE}"


def test_score_stops_and_tells_how_to_go_on():
    assert run("score", "-r", "ref.txt", "out.txt") == (
        1,
        "",
        f"error: {MESSAGE}\n{WHERE}\nTo continue anyway: --allow different-lengths. All texts"
        " are cut to the length of the shortest.\n",
    )


def test_check_lists_it_and_goes_on():
    assert run("check", "-r", "ref.txt", "out.txt", "-s", "src.txt") == (
        1,
        f"error: {MESSAGE} {WHERE} [different-lengths]\n\n1 error. Ignore a check with --allow"
        " CHECK.\n",
        "",
    )


def test_allowed_all_texts_are_cut():
    with pytest.warns(DataWarning) as caught:
        testset = tertium.read(
            "out.txt", references="ref.txt", source="src.txt", allow=["different-lengths"]
        )
    assert [str(one.message) for one in caught] == [
        "Only the first 5 segments are used, the length of the shortest text."
    ]
    assert [len(stream) for _, stream in testset.streams()] == [5, 5, 5]
    assert len(testset.segment_ids) == 5


def test_an_empty_file_is_reported_as_such(tmp_path):
    (tmp_path / "out.txt").write_bytes(b"")
    assert run("score", "-r", "ref.txt", "out.txt") == (
        1,
        "",
        "error: out.txt: Empty: 0 segments.\n",
    )


def test_the_last_line_needs_no_line_feed(tmp_path):
    (tmp_path / "out.txt").write_bytes("\n".join(OUTPUT).encode())
    assert len(tertium.read("out.txt", references="ref.txt")) == 6


def test_an_empty_line_at_the_end_is_reported(tmp_path):
    write(tmp_path, {"out.txt": [*OUTPUT, ""]})
    assert run("score", "-r", "ref.txt", "out.txt").stderr.splitlines()[:2] == [
        "error: out.txt has 7 segments, but ref.txt has 6.",
        "The last line of out.txt is empty.",
    ]
