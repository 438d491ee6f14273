"""Looking for what is wrong, as a list."""

import json
import os
import subprocess
import sys

import pytest
from tests.command import run

import tertium
from tertium.api.check import check_files
from tertium.checks import Findings, enforce
from tertium.core.errors import DataError, DataWarning
from tertium.core.testset import TestSet


@pytest.fixture(autouse=True)
def files(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "ref.txt").write_text("It rains.\nThe sun shines.\nWind blows.\n")
    (tmp_path / "a.txt").write_text("Rain falls.\nThe sun is shining.\nA wind.\n")
    (tmp_path / "bad.txt").write_text("It rains.\n\nWind &amp; blows.\n")
    return tmp_path


def test_nothing_found():
    assert run("check", "-r", "ref.txt", "a.txt") == (
        0,
        "No problems found.\n",
        "",
    )
    assert str(tertium.check(tertium.read("a.txt", references="ref.txt"))) == "No problems found."


def test_warnings_do_not_stop_and_tell_what_they_change():
    assert run("check", "-r", "ref.txt", "bad.txt") == (
        0,
        "warning: bad.txt: 1 of 3 segments is empty (line 2). An empty output gets the worst"
        " possible score. [empty-lines]\nwarning: bad.txt: HTML entities such as &amp; in line 3."
        " They match only if both the output and the reference have them. Fixing it would not"
        " change BLEU. [html-entities]\n\n2 warnings. Ignore a check with --allow CHECK.\n",
        "",
    )


def test_errors_come_first_and_end_with_one():
    result = run("check", "-r", "ref.txt", "-r", "ref.txt", "bad.txt")
    assert result.code == 1
    assert [line.split(":")[0] for line in result.stdout.splitlines()[:3]] == [
        "error",
        "warning",
        "warning",
    ]
    assert result.stdout.splitlines()[-1] == (
        "1 error and 2 warnings. Ignore a check with --allow CHECK."
    )


def test_several_can_be_allowed_at_once():
    arguments = ("check", "-r", "ref.txt", "bad.txt")
    expected = "No problems found.\n"
    assert run(*arguments, "--allow", "empty-lines,html-entities").stdout == expected
    assert run(*arguments, "--allow", "empty-lines", "--allow", "html-entities").stdout == expected


def test_as_json():
    result = run("check", "-r", "ref.txt", "bad.txt", "-f", "json")
    findings = json.loads(result.stdout)["findings"]
    assert [finding["check"] for finding in findings] == ["empty-lines", "html-entities"]
    assert findings[0] == {
        "level": "warning",
        "check": "empty-lines",
        "where": "bad.txt",
        "message": "1 of 3 segments is empty (line 2).",
        "effect": "An empty output gets the worst possible score.",
    }


def test_findings_are_rows():
    findings = check_files(systems="bad.txt", references="ref.txt")
    assert isinstance(findings, Findings)
    assert len(findings) == 2
    assert [row["level"] for row in findings.to_rows()] == ["warning", "warning"]
    assert findings.errors == []
    assert str(findings).splitlines()[0].endswith("[empty-lines]")


def test_an_error_that_cannot_be_passed_over_stops():
    assert run("check", "-r", "ref.txt", "nosuch.txt") == (
        1,
        "",
        "error: nosuch.txt: No such file.\n",
    )


def test_enforcing_warns_of_everything_else():
    testset = TestSet.of(references=[["It rains."]], systems={"a": [""], "b": ["Rain."]})
    with pytest.warns(DataWarning) as caught:
        enforce(testset)
    assert [str(one.message) for one in caught] == [
        "system a: 1 of 1 segment is empty (segment 1). An empty output gets the worst possible"
        " score. [empty-lines]"
    ]


def test_enforcing_stops_at_an_error():
    testset = TestSet.of(references=[["It rains."]], systems={"a": ["It rains."]})
    with pytest.raises(DataError) as caught:
        enforce(testset)
    assert str(caught.value) == (
        "system a: Identical to reference 1 in every segment. The score would be perfect"
        " and meaningless."
    )
    assert caught.value.check == "output-is-reference"
    enforce(testset, allow=["output-is-reference"])


def test_names_of_files_that_are_not_utf8_are_printed_all_the_same(files):
    name = os.fsdecode(b"b\xe4r.txt")
    (files / name).write_text("\nThe sun is shining.\nA wind.\n")
    command = [sys.executable, "-m", "tertium", "check", "-r", "ref.txt", name]
    environment = os.environ | {"PYTHONIOENCODING": "utf-8:strict"}
    result = subprocess.run(command, capture_output=True, env=environment, check=False)
    assert result.returncode == 0, result.stderr
    assert result.stdout.decode("utf-8").startswith(
        "warning: b\ufffdr.txt: 1 of 3 segments is empty"
    )


def test_the_effect_is_that_on_the_output_concerned(files):
    (files / "b.txt").write_text("It &#114;ains.\nThe sun is shining.\nWinds.\n")
    (files / "c.txt").write_text("&#73;t rains.\nThe sun &#115;hines.\nWind.\n")
    findings = {
        finding.where: finding.effect.rpartition("have them. ")[2]
        for finding in check_files(systems=["b.txt", "c.txt"], references="ref.txt")
    }
    assert findings["b.txt"].startswith("If fixed, BLEU of b would be ")
    assert findings["c.txt"].startswith("If fixed, BLEU of c would be ")
