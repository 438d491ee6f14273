"""`tertium calibrate`, as a user calls it."""

import json
import shutil

import pytest
from tests.command import run
from tests.members import names_of_output_tests

from tertium.examples import folder


@pytest.fixture(autouse=True)
def files(tmp_path, monkeypatch):
    news = folder()
    for name, origin in {
        "ref.txt": "reference.A.en.txt",
        "a.txt": "systems/large.txt",
        "b.txt": "systems/baseline.1.txt",
    }.items():
        shutil.copy(news / origin, tmp_path / name)
    monkeypatch.chdir(tmp_path)


FEW = ("--replicates", "20", "--trials", "100", "--size", "20")
GIVEN = ("calibrate", "-r", "ref.txt", "a=a.txt", "b=b.txt", *FEW)


def test_a_table_of_rejections_with_sentences_and_small_print():
    result = run(*GIVEN, "-m", "bleu,chrf")
    assert (result.code, result.stderr) == (0, "")
    lines = result.stdout.splitlines()
    assert lines[0].startswith("The type I error rate of approximate-randomization, bootstrap")
    summary = " ".join(lines[: lines.index("")])
    assert "matches the nominal rate under BLEU and chrF2." in summary
    assert "The 95 % CI of the difference contains the true difference, 0, in " in summary
    begin = lines.index("") + 1
    assert "rejects at 5 %" in lines[begin]
    tests = names_of_output_tests()
    assert [line.split()[:2] for line in lines[begin + 2 : begin + 2 + 2 * len(tests)]] == [
        [title, test] for title in ("BLEU", "chrF2") for test in tests
    ]
    assert lines[-4:-2] == [
        "20 null pairs of 20 segments: outputs of a and b, swapped at random.",
        "Intervals: exact 99 % CI. 100 trials, seed 12345.",
    ]
    assert max(map(len, lines)) <= 80
    explained = run(*GIVEN, "-m", "bleu,chrf", "--explain").stdout
    assert "- BLEU: The type I error rate of bootstrap matches the nominal rate." in explained


def test_the_coverage_of_one_system_can_be_measured():
    given = ("calibrate", "-r", "ref.txt", "a.txt", *FEW, "--coverage")
    result = run(*given)
    assert (result.code, result.stderr) == (0, "")
    lines = result.stdout.splitlines()
    assert lines[0].startswith("On 20 segments, ")
    assert ["BLEU", "a", "42.1"] in [line.split()[:3] for line in lines]
    assert (
        "20 test sets of 20 segments, drawn with replacement from the 200 of the whole test set,"
        " whose score is the true score."
    ) in " ".join(result.stdout.split())
    assert max(map(len, lines)) <= 80
    data = json.loads(run(*given, "-f", "json").stdout)
    assert data["scores"][0]["intervals"]["bca"]["nominal"] == 0.95
    assert len(run(*given, "-f", "csv").stdout.splitlines()) == 3
    refused = run(*given, "-t", "bootstrap")
    assert refused.code == 2
    assert "--coverage measures intervals, not tests" in refused.stderr


def test_tests_can_be_chosen():
    lines = run(*GIVEN, "-t", "bootstrap,paired-bootstrap").stdout.splitlines()
    rows = [line.split() for line in lines if line.startswith("BLEU  ")]
    assert [row[1] for row in rows[:2]] == ["bootstrap", "paired-bootstrap"]
    result = run(*GIVEN, "-t", "bootstrp")
    assert result.code == 2
    assert "Did you mean 'bootstrap'?" in result.stderr


def test_other_formats():
    found = json.loads(run(*GIVEN, "-f", "json").stdout)
    assert found["settings"]["size"] == 20
    assert len(found["metrics"][0]["tests"]) == len(names_of_output_tests())
    rows = run(*GIVEN, "-f", "csv").stdout.splitlines()
    assert rows[0] == "metric,test,nominal,rejected,low,high,pairs"
    assert len(rows) == 1 + len(names_of_output_tests()) * 2
    assert r"% needs \usepackage{booktabs}" in run(*GIVEN, "-f", "latex").stdout
    assert "| metric | test |" in run(*GIVEN, "-f", "markdown").stdout


def test_scores_made_elsewhere_need_no_texts(tmp_path):
    rows = [f"{name}\t{n}\t{(n * 7 + shift) % 11}" for n in range(30) for name, shift in SHIFTS]
    (tmp_path / "scores.tsv").write_text("\n".join(["system\tsegment\tpoints", *rows]) + "\n")
    result = run("calibrate", "--scores", "scores.tsv", *FEW)
    assert (result.code, result.stderr) == (0, "")
    assert "points  bootstrap" in result.stdout


SHIFTS = (("a", 0), ("b", 3))


def test_errors_name_what_is_wrong():
    result = run("calibrate", "-r", "ref.txt", "a=a.txt")
    assert result.code == 2
    assert result.stderr == (
        "error: There is only one system; null pairs are made from two.\nAdd another system, or"
        " measure the coverage of the intervals of one score: `tertium calibrate --coverage`.\n"
    )
    result = run(*GIVEN, "--size", "500")
    assert result.code == 2
    assert result.stderr == (
        "error: --size must be at most 200, the number of segments. Got 500 instead.\n"
    )
    result = run(*GIVEN, "--replicates", "many")
    assert result.code == 2
    assert result.stderr == ("error: --replicates must be a whole number. Got 'many' instead.\n")
