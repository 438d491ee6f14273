"""The same file in two roles."""

import os

import pytest
from tests.checks._found import ENGLISH, GERMAN, OUTPUT, write
from tests.command import run

import tertium
from tertium.api.check import check
from tertium.core.errors import DataError

MESSAGE = (
    "a.txt: Given twice, as reference a and as system a. Comparing a file with itself is"
    " meaningless."
)


@pytest.fixture(autouse=True)
def files(tmp_path, monkeypatch):
    write(tmp_path, {"ref.txt": ENGLISH, "a.txt": OUTPUT, "src.txt": GERMAN})
    monkeypatch.chdir(tmp_path)


def found(*arguments: str) -> list[str]:
    lines = run("check", *arguments).stdout.splitlines()
    return [line for line in lines if line.endswith("[same-file-twice]")]


def test_reading_stops():
    with pytest.raises(DataError) as caught:
        tertium.read("a.txt", references="a.txt", allow=["output-is-reference"])
    assert str(caught.value) == MESSAGE


def test_score_stops_and_tells_how_to_go_on():
    assert run("score", "-r", "a.txt", "a.txt", "--allow", "output-is-reference") == (
        1,
        "",
        f"error: {MESSAGE}\nTo continue anyway: --allow same-file-twice.\n",
    )
    allowed = ("--allow", "same-file-twice,output-is-reference")
    assert run("score", "-r", "a.txt", "a.txt", "-b", *allowed).stdout == "100.0\n"


@pytest.mark.parametrize(
    ("arguments", "roles"),
    [
        (("-r", "a.txt", "a.txt"), "as reference a and as system a"),
        (("-r", "ref.txt", "a.txt", "b=a.txt"), "as system a and as system b"),
        (("-r", "ref.txt", "x=a.txt,a.txt"), "as system x, run 1 and as system x, run 2"),
        (("-r", "ref.txt", "-s", "a.txt", "a.txt"), "as the source and as system a"),
        (("-r", "a.txt", "-r", "a.txt", "b=ref.txt"), "as reference a and as reference a#2"),
    ],
)
def test_every_pair_of_roles(arguments, roles):
    assert found(*arguments) == [
        f"error: a.txt: Given twice, {roles}. Comparing a file with itself is meaningless."
        " [same-file-twice]"
    ]


def test_links_are_the_same_file(tmp_path):
    (tmp_path / "link.txt").symlink_to("a.txt")
    os.link("a.txt", "hard.txt")
    assert len(found("-r", "ref.txt", "a.txt", "link.txt", "hard.txt")) == 2


def test_a_copy_is_another_file(tmp_path):
    write(tmp_path, {"b.txt": OUTPUT})
    assert found("-r", "ref.txt", "a.txt", "b.txt") == []


def test_parts_of_one_file_are_no_files(tmp_path):
    write(tmp_path, {"all.tsv": ["ref\tsystem:x\tsystem:y", "It rains.\tRain.\tIt's raining."]})
    assert found("all.tsv") == []
    assert not [f for f in check(tertium.read("all.tsv")) if f.level == "error"]
