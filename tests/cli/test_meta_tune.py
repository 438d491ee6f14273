"""`tertium meta tune`."""

import json

import pytest
from tests.command import run
from tests.meta._tuning import METEOR, TRUTH, example, scored

from tertium import formats
from tertium.examples import folder

QUICK = ("--folds", "2", "--starts", "0", "--trials", "20")


@pytest.fixture
def files(tmp_path, monkeypatch):
    testset = example(60)
    formats.write("scores", scored(testset), str(tmp_path / "scores.tsv"))
    (reference,) = testset.references.values()
    for name, stream in {"ref": reference, **{n: o[0] for n, o in testset.outputs.items()}}.items():
        (tmp_path / f"{name}.txt").write_text("\n".join(stream.lines) + "\n")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_from_scores_to_parameters_to_scores(files):
    outputs = ("distilled.txt", "large.txt", "pivot.txt")
    made = run(
        *("meta", "tune", METEOR, "-r", "ref.txt", *outputs, "--human", "scores.tsv"),
        *("--gold", "human", "--write-parameters", "found.json", "--output", "result.json"),
        *("--report", "page.html", *QUICK),
    )
    assert (made.code, made.stderr) == (0, "")
    assert "Tuning increases" in made.stdout
    assert json.loads((files / "found.json").read_text())["metric"] == "meteor"
    assert "METEOR tuned to human scores" in (files / "page.html").read_text()
    by_file, by_values = (
        run("score", "-r", "ref.txt", *outputs, "-m", spec)
        for spec in ("meteor(params=found.json)", TRUTH)
    )
    assert by_file == by_values
    assert by_file.code == 0
    assert "found.json" not in by_file.stdout


def test_a_result_file_is_shown_again(files):
    made = run(
        *("meta", "tune", METEOR, "-r", "ref.txt", "large.txt", "pivot.txt"),
        *("--human", "scores.tsv", "--output", "result.json", *QUICK),
    )
    assert run("meta", "tune", "result.json", "--write-parameters", "found.json") == made
    assert (files / "found.json").exists()
    rows = run("meta", "tune", "result.json", "--format", "csv").stdout.splitlines()
    assert rows[0].startswith("metric,parameter,default,tuned,")
    assert len(rows) == 6
    assert json.loads(run("meta", "tune", "result.json", "--format", "json").stdout)


def test_ratings(files):
    made = run(
        *("meta", "tune", METEOR, "-r", "ref.txt", "a=large.txt", "pivot.txt", *QUICK),
        *("--ratings", str(folder() / "ratings.csv"), "--task", "fluency", "--rename", "large=a"),
    )
    assert made.code == 0
    assert "|fluency:" in made.stdout


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ((), "Tuning needs human scores from one source."),
        (
            ("--human", "scores.tsv", "--ratings", "r.csv"),
            "Tuning needs human scores from one source",
        ),
        (("--gold", "human", "--ratings", "r.csv"), "--gold applies to --human only"),
        (("--human", "nowhere.tsv"), "nowhere.tsv: No such file."),
        (("--human", "scores.tsv", "--gold", "humans"), "Did you mean 'human'?"),
        (("--human", "scores.tsv", "--folds", "none"), "--folds must be a whole number"),
        (
            ("--human", "scores.tsv", "--fold-level", "document"),
            "--fold-level document needs the document",
        ),
    ],
)
def test_bad_requests_are_refused(files, options, message):
    result = run("meta", "tune", METEOR, "-r", "ref.txt", "large.txt", *options)
    assert result.code in (1, 2)
    assert message in result.stderr
    assert result.stdout == ""
