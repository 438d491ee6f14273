"""An output that is the source."""

import pytest
from tests.checks._found import ENGLISH, GERMAN, OUTPUT, found, texts, write
from tests.command import run

import tertium
from tertium.core.errors import DataError

NAME = "output-is-source"
MESSAGE = "out.txt: Identical to the source, src.txt, in every segment. No segment is translated."


@pytest.fixture
def files(tmp_path, monkeypatch):
    write(tmp_path, {"ref.txt": ENGLISH, "out.txt": GERMAN, "src.txt": GERMAN})
    monkeypatch.chdir(tmp_path)


def test_every_segment():
    assert found(NAME, texts(GERMAN, source=GERMAN)) == [f"error: {MESSAGE}"]


@pytest.mark.usefixtures("files")
def test_reading_stops():
    with pytest.raises(DataError) as caught:
        tertium.read("out.txt", references="ref.txt", source="src.txt")
    assert str(caught.value) == MESSAGE


@pytest.mark.usefixtures("files")
def test_score_stops_and_tells_how_to_go_on():
    assert run("score", "-r", "ref.txt", "-s", "src.txt", "out.txt") == (
        1,
        "",
        f"error: {MESSAGE}\nTo continue anyway: --allow output-is-source.\n",
    )


@pytest.mark.usefixtures("files")
def test_check_lists_it():
    assert run("check", "-r", "ref.txt", "-s", "src.txt", "out.txt") == (
        1,
        f"error: {MESSAGE} [output-is-source]\n\n1 error. Ignore a check with --allow CHECK.\n",
        "",
    )


def test_some_sentences():
    assert found(NAME, texts([GERMAN[0], *OUTPUT[1:]], source=GERMAN)) == [
        "warning: out.txt: Untranslated: identical to the source in 1 of 6 sentences (line 1). They"
        " match the reference in names and numbers only."
    ]


def test_sentences_of_a_script_without_spaces():
    chinese = [f"第{n}天市长为新桥揭幕，约两百人冒雨前来。" for n in range(6)]
    assert found(NAME, texts([chinese[0], *OUTPUT[1:]], source=chinese)) == [
        "warning: out.txt: Untranslated: identical to the source in 1 of 6 sentences (line 1). They"
        " match the reference in names and numbers only."
    ]


def test_names_and_numbers_stay_as_they_are():
    same = ["Angela Merkel", "12 : 3", "ARD / ZDF", *GERMAN[3:]]
    assert found(NAME, texts([*same[:3], *OUTPUT[3:]], source=same)) == []


def test_one_sentence_in_a_hundred_is_fine():
    source = [f"{line} Das war Tag {day}." for day in range(20) for line in GERMAN]
    output = [f"{line} That was day {day}." for day in range(20) for line in OUTPUT]
    reference = [f"{line} This was day {day}." for day in range(20) for line in ENGLISH]
    assert found(NAME, texts([source[0], *output[1:]], reference, source)) == []


def test_without_a_source_nothing_is_compared():
    assert found(NAME, texts(GERMAN)) == []
