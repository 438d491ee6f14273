"""`tertium score`, as a user calls it."""

import csv
import io
import json
import os
import shutil
import subprocess
import sys

import pytest
from tests.command import run

from tertium.examples import folder
from tertium.metrics import metric_names


@pytest.fixture(autouse=True)
def files(tmp_path, monkeypatch):
    news = folder()
    for name, origin in {
        "ref.txt": "reference.A.en.txt",
        "ref.B.txt": "reference.B.en.txt",
        "src.txt": "source.de.txt",
        "a.txt": "systems/large.txt",
        "base.1.txt": "systems/baseline.1.txt",
        "base.2.txt": "systems/baseline.2.txt",
        "base.3.txt": "systems/baseline.3.txt",
    }.items():
        shutil.copy(news / origin, tmp_path / name)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_one_system():
    result = run("score", "-r", "ref.txt", "a.txt")
    assert result == (
        0,
        "system  BLEU\n"
        "------  ----\n"
        "a       42.1\n"
        "\n"
        "BLEU  71.8/49.8/35.4/24.8 (BP = 1.000 ratio = 1.031 hyp_len = 4150 ref_len = 4025)\n"
        "BLEU  nrefs:1|case:mixed|eff:no|tok:13a|smooth:exp|version:2.6.0\n",
        "",
    )


def test_two_references_names_and_metrics():
    result = run(
        *("score", "-r", "ref.txt", "-r", "ref.B.txt", "a.txt", "b=base.1.txt"),
        *("-m", "bleu,chrf,ter", "-m", "bleu(tok=intl,lc=true)"),
    )
    # Values of sacreBLEU 2.6.0: sacrebleu ref.txt ref.B.txt -i a.txt -m bleu chrf ter -w 1, and
    # with -tok intl -lc.
    assert result.stdout.splitlines()[:4] == [
        "system  bleu  chrF2   TER  bleu(lc=true,tok=intl)",
        "------  ----  -----  ----  ----------------------",
        "a       47.9   66.9  42.0                    49.2",
        "b       41.0   62.0  46.2                    42.2",
    ]
    assert "bleu(lc=true,tok=intl)  nrefs:2|case:lc|eff:no|tok:intl" in result.stdout


def test_standard_input():
    text = (folder() / "systems" / "large.txt").read_text(encoding="utf-8")
    assert run("score", "-r", "ref.txt", "-", stdin=text).stdout.splitlines()[2] == "stdin   42.1"


def test_runs_of_one_system():
    lines = run("score", "-r", "ref.txt", "base=base.*.txt", "a.txt").stdout.splitlines()
    assert lines[2:7] == [
        "base (run 1)        35.9",
        "base (run 2)        36.2",
        "base (run 3)        36.5",
        "base (mean)   36.2 ± 0.3",
        "a                   42.1",
    ]
    assert lines[-1] == "Mean: over runs, ± standard deviation."


def test_numbers_only():
    result = run("score", "-r", "ref.txt", "a.txt", "base.1.txt", "-m", "bleu,ter", "-b", "-w", "3")
    assert result.stdout == "42.070\t44.318\n35.920\t48.846\n"


def test_bare_numbers_of_every_output():
    score = ("score", "-r", "ref.txt", "base=base.*.txt", "a.txt", "-m", "bleu,ter")
    found = iter(json.loads(run(*score, "-f", "json").stdout)["scores"])
    lines = [
        f"{one['score']:.1f}\t{other['score']:.1f}\n"
        for one, other in zip(found, found, strict=True)
    ]
    assert len(lines) == 4  # three runs and another system
    assert run(*score, "-b").stdout == "".join(lines)
    assert run(*score, "--score-only", "-f", "table").stdout == "".join(lines)


@pytest.mark.parametrize("option", [("--confidence",), ("-f", "json"), ("-ci", "-f", "tsv")])
def test_bare_numbers_have_neither_intervals_nor_a_format(option):
    assert run("score", "-r", "ref.txt", "a.txt", "-b", *option) == (
        2,
        "",
        "error: -b prints numbers only: it takes neither --confidence nor --format.\nLeave out -b;"
        " --format tsv and --format json have intervals in a readable form.\n",
    )


def test_shared_flags_are_those_of_bleu():
    lower = run("score", "-r", "ref.txt", "a.txt", "-b", "-w", "2", "-lc", "-tok", "none").stdout
    same = run("score", "-r", "ref.txt", "a.txt", "-b", "-w", "2", "-m", "bleu(lc=true,tok=none)")
    assert lower == same.stdout
    result = run("score", "-r", "ref.txt", "a.txt", "-m", "bleu,chrf", "-lc", "-b")
    assert result.stderr == "warning: -lc applies to bleu only. For chrf write chrf(lc=...).\n"
    assert run("score", "-r", "ref.txt", "a.txt", "-m", "bleu,chrf", "-lc", "-q").stderr == ""


def test_a_flag_that_sets_no_metric_is_refused():
    result = run("score", "-r", "ref.txt", "a.txt", "-m", "chrf", "-lc")
    assert result == (
        2,
        "",
        "error: -lc applies to none of the metrics chosen.\nFor chrf write chrf(lc=...).\n",
    )


def test_json_holds_everything():
    result = run("score", "-r", "ref.txt", "a.txt", "base.1.txt", "-f", "json", "--confidence")
    data = json.loads(result.stdout)
    assert data["testset"]["segments"] == 200
    assert len(data["testset"]["digest"]) == 16
    first = data["scores"][0]
    # sacrebleu ref.txt -i a.txt -w 8
    assert first["score"] == pytest.approx(42.07035659, abs=1e-8)
    assert first["metric"] == "bleu"
    assert first["details"]["output_length"] == 4150
    assert first["interval"]["low"] < first["score"] < first["interval"]["high"]
    assert (first["bootstrap"]["samples"], first["bootstrap"]["seed"]) == (1000, 12345)


def test_json_with_segments():
    data = json.loads(run("score", "-r", "ref.txt", "a.txt", "-sl", "-f", "json").stdout)
    assert len(data["segments"]) == len(data["scores"][0]["segments"]["scores"]) == 200
    assert "eff:yes" in data["scores"][0]["segments"]["signature"]


def test_segments_on_the_screen():
    lines = run("score", "-r", "ref.txt", "a.txt", "-sl").stdout.splitlines()
    assert lines[0] == "system  segment   BLEU"
    assert lines[2].split()[:2] == ["a", "1"]
    assert len(run("score", "-r", "ref.txt", "a.txt", "-sl", "-b").stdout.splitlines()) == 200


def test_segments_in_a_file(files):
    result = run("score", "-r", "ref.txt", "a.txt", "-m", "bleu,ter", "--segment-scores", "seg.tsv")
    assert result.code == 0
    rows = list(csv.DictReader(io.StringIO((files / "seg.tsv").read_text()), delimiter="\t"))
    assert len(rows) == 200
    assert list(rows[0]) == ["system", "segment", "bleu", "ter"]


@pytest.mark.parametrize(
    ("name", "first"),
    [
        ("tsv", "system\tBLEU"),
        ("csv", "system,BLEU"),
        ("markdown", "| system | BLEU |"),
        ("latex", r"% needs \usepackage{booktabs}"),
    ],
)
def test_other_formats(name, first):
    assert run("score", "-r", "ref.txt", "a.txt", "-f", name).stdout.splitlines()[0] == first


def test_intervals_as_in_algorithm_4():
    given = ("score", "-r", "ref.txt", "a.txt", "--confidence", "--subsample", "0.5")
    (score,) = json.loads(run(*given, "--interval", "element", "-f", "json").stdout)["scores"]
    assert (score["bootstrap"]["method"], score["bootstrap"]["subsample"]) == ("element", 0.5)
    text = " ".join(run(*given).stdout.split())
    assert "percentile bootstrap, 1,000 resamples of 50 % of the segments" in text
    assert "about 1.41 times as wide" in text
    assert "With fewer than 300 segments" in text
    bca = run("score", "-r", "ref.txt", "a.txt", "--confidence", "--interval", "bca")
    assert "95 % CI: BCa bootstrap" in bca.stdout


def test_intervals_depend_on_the_seed_alone():
    arguments = ("score", "-r", "ref.txt", "a.txt", "base.1.txt", "-ci", "-w", "6")
    first = run(*arguments).stdout
    assert run(*arguments, "-j", "1").stdout == run(*arguments, "-j", "3").stdout == first
    swapped = run("score", "-r", "ref.txt", "base.1.txt", "a.txt", "-ci", "-w", "6").stdout
    assert sorted(swapped.splitlines()) == sorted(first.splitlines())
    assert run(*arguments, "--seed", "0").stdout != first


@pytest.mark.slow
def test_a_page_is_written(files):
    assert run("score", "-r", "ref.txt", "a.txt", "--report", "page.html").code == 0
    text = (files / "page.html").read_text(encoding="utf-8")
    assert text.startswith("<!doctype html>")
    assert "42.07 [" in text


def test_warnings_go_to_stderr_and_can_be_silenced(files):
    (files / "b.txt").write_text((files / "a.txt").read_text(encoding="utf-8"), encoding="utf-8")
    result = run("score", "-r", "ref.txt", "a.txt", "b.txt", "-b")
    assert result.stderr == (
        "warning: b.txt: The output of b is identical to that of a in every segment. Their scores"
        " are equal, and no test can separate them. [identical-systems]\n"
    )
    assert result.stdout == "42.1\n42.1\n"
    assert run("score", "-r", "ref.txt", "a.txt", "b.txt", "-b", "-q").stderr == ""
    allowed = run("score", "-r", "ref.txt", "a.txt", "b.txt", "--allow", "identical-systems", "-b")
    assert allowed.stderr == ""


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        (["a.txt"], 2, "error: bleu needs references.\nGive them with --reference FILE.\n"),
        (
            ["-r", "ref.txt"],
            2,
            "error: There is no system to score.\nName at least one output file.\n",
        ),
        (["-r", "ref.txt", "no.txt"], 1, "error: no.txt: No such file.\n"),
        (["-r", "ref.txt", "."], 1, "error: .: The directory is in no known testset format.\n"),
        (
            ["-r", "ref.txt", "a.txt", "-m", "blue"],
            2,
            "error: No metric named 'blue'. Did you mean 'bleu'?\nKnown:"
            f" {', '.join(metric_names())}.\n",
        ),
        (
            ["-r", "ref.txt", "a.txt", "-m", "bleu(order=0)"],
            2,
            "error: The 'order' parameter of bleu must be at least 1. Got 0 instead.\n",
        ),
        (
            ["-r", "ref.txt", "a.txt", "-m", "bleu(order=4"],
            2,
            "error: The parentheses in 'bleu(order=4' do not match.\n",
        ),
        (
            ["-r", "ref.txt", "a.txt", "--layer", "trees"],
            2,
            "error: --layer must be NAME=[SYSTEM=]FILE. Got 'trees' instead.\n",
        ),
        (
            ["-r", "ref.txt", "a.txt", "-w", "-1"],
            2,
            "error: --width must be at least 0. Got -1 instead.\n",
        ),
        (
            ["-r", "ref.txt", "a.txt", "-ci", "--confidence-level", "1"],
            2,
            "error: --confidence-level must be between 0 and 1. Got 1.0 instead.\n",
        ),
        (
            ["-r", "ref.txt", "a.txt", "-j", "0"],
            2,
            "error: --jobs must be at least 1. Got 0 instead.\n",
        ),
    ],
)
def test_errors_are_one_line_and_a_hint(arguments, code, message):
    assert run("score", *arguments) == (code, "", message)


def installed(*arguments, **settings):
    """The command as a process of its own."""
    command = [sys.executable, "-m", "tertium", *arguments]
    return subprocess.run(command, capture_output=True, text=True, **settings)


def test_as_a_process():
    result = installed("score", "-r", "ref.txt", "a.txt", "-b")
    assert (result.returncode, result.stdout, result.stderr) == (0, "42.1\n", "")


def test_a_closed_pipe_is_no_error():
    arguments = "score -r ref.txt a.txt -sl"
    line = f"{sys.executable} -m tertium {arguments} | head -1; exit ${{PIPESTATUS[0]}}"
    result = subprocess.run(["bash", "-c", line], capture_output=True, text=True)
    assert result.stdout == "system  segment   BLEU\n"
    assert result.stderr == ""


def test_output_is_utf8_whatever_the_locale():
    result = installed(
        *("score", "-r", "ref.txt", "größe=base.1.txt", "-b"),
        env={**os.environ, "LC_ALL": "C", "PYTHONUTF8": "0"},
    )
    assert result.returncode == 0
