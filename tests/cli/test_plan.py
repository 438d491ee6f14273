"""`tertium plan`, as a user calls it."""

import json
import shutil

import pytest
from tests.command import run

from tertium.examples import folder

pytestmark = pytest.mark.slow


@pytest.fixture(autouse=True)
def files(tmp_path, monkeypatch):
    news = folder()
    for name, origin in {
        "ref.txt": "reference.A.en.txt",
        "a.txt": "systems/large.txt",
        "b.txt": "systems/baseline.1.txt",
        "b.2.txt": "systems/baseline.2.txt",
        "c.1.txt": "systems/distilled.txt",
        "c.2.txt": "systems/finetuned.txt",
    }.items():
        shutil.copy(news / origin, tmp_path / name)
    monkeypatch.chdir(tmp_path)


GIVEN = ("plan", "-r", "ref.txt", "a=a.txt", "b=b.txt", "--replicates", "40", "--trials", "50")


def test_a_table_of_powers_with_the_answer_in_words():
    result = run(*GIVEN, "--difference", "4", "--power", "0.9")
    assert (result.code, result.stderr) == (0, "")
    lines = result.stdout.splitlines()
    text = " ".join(result.stdout.split())
    assert text.startswith("About ")
    assert "are needed to detect a difference of 4.00 BLEU with power 0.9." in text
    assert "Simulated studies have this difference: " in text
    begin = next(place for place, line in enumerate(lines) if line.startswith("segments"))
    assert lines[begin].split() == ["segments", "power"]
    sizes = [int(line.split()[0]) for line in lines[begin + 2 : lines.index("", begin)]]
    assert sizes == sorted(sizes)
    assert lines[-2] == (
        "Intervals: exact 95 % CI. 40 studies of each size, 50 trials, seed 12345."
    )
    assert max(map(len, lines)) <= 80


def test_less_is_better_for_some_metrics():
    found = json.loads(run(*GIVEN, "-m", "ter", "-f", "json").stdout)
    assert found["better"] == "a"
    assert found["observed"] > 0


def test_other_formats():
    rows = run(*GIVEN, "-f", "csv").stdout.splitlines()
    assert rows[0] == "segments,power,low,high,replicates"
    assert all(row.endswith(",40") for row in rows[1:])
    assert run(*GIVEN, "-f", "latex").stdout.count(r"\\") == len(rows)


def test_runs_are_planned_by_theory():
    result = run("plan", "-r", "ref.txt", "b=b.txt,b.2.txt", "c=c.1.txt,c.2.txt", "--vary", "runs")
    assert (result.code, result.stderr) == (0, "")
    lines = result.stdout.splitlines()
    assert ["runs", "power"] in [line.split() for line in lines]
    assert "A permutation of fewer than 4 runs of each system cannot give p <= 0.05." in lines


def test_errors_name_what_is_wrong():
    result = run("plan", "-r", "ref.txt", "a=a.txt")
    assert result.code == 2
    assert result.stderr == (
        "error: A plan needs two systems, not 1.\n"
        "Name the two systems whose difference is to be detected.\n"
    )
    result = run(*GIVEN, "--vary", "runs")
    assert result.code == 2
    assert result.stderr == (
        "error: a has a single run; a plan of runs needs at least two.\n"
        "Give several: NAME=FILE,FILE,FILE.\n"
    )
    result = run(*GIVEN, "--difference", "40")
    assert result.code == 2
    assert result.stderr.startswith(
        "error: A difference of 40 BLEU cannot be made from these outputs.\n"
        "The largest possible difference is "
    )
    assert run(*GIVEN, "--power", "2").stderr == (
        "error: --power must be between 0 and 1. Got 2.0 instead.\n"
    )
