"""Unused parts of files are reported."""

import pytest
from tests.checks._found import write
from tests.command import run

import tertium
from tertium.core.errors import DataWarning

WARNING = "all.tsv: 1 of 3 segments have no reference and are excluded."


@pytest.fixture(autouse=True)
def files(tmp_path, monkeypatch):
    write(
        tmp_path,
        {"all.tsv": ["ref\tsystem:x", "It rains.\tRain.", "\tSun.", "Wind blows.\tA wind."]},
    )
    monkeypatch.chdir(tmp_path)


def test_reading_warns():
    with pytest.warns(DataWarning) as caught:
        assert len(tertium.read("all.tsv")) == 2
    assert [str(one.message) for one in caught] == [f"{WARNING} [left-out]"]


def test_score_tells_it_on_stderr():
    result = run("score", "all.tsv", "-b")
    assert result.code == 0
    assert result.stderr == f"warning: {WARNING} [left-out]\n"


def test_check_lists_it():
    assert run("check", "all.tsv") == (
        0,
        f"warning: {WARNING} [left-out]\n\n1 warning. Ignore a check with --allow CHECK.\n",
        "",
    )


def test_allowed_nothing_is_said():
    assert run("check", "all.tsv", "--allow", "left-out") == (
        0,
        "No problems found.\n",
        "",
    )
    assert len(tertium.read("all.tsv", allow=["left-out"])) == 2
