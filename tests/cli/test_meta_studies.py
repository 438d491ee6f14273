"""`tertium meta supersample` and `tertium meta accuracy`."""

import json

import pytest
from tests.command import run

from tertium.examples import folder

NEWS = folder()
OUTPUTS = [
    f"baseline={NEWS}/systems/baseline.1.txt",
    *(f"{NEWS}/systems/{name}.txt" for name in ("distilled", "finetuned", "large", "pivot")),
]
FILES = ["-r", f"{NEWS}/reference.A.en.txt", *OUTPUTS]
JUDGED = ["--ratings", f"{NEWS}/ratings.csv", "--task", "adequacy"]
FEW = ["--hybrids", "100", "--trials", "2"]
QUICK = ["--trials", "50", "--confidence-levels", "0.95", "--test", "bootstrap"]


def supersample(*arguments):
    return run("meta", "supersample", *FILES, *JUDGED, *FEW, *arguments)


def accuracy(*arguments):
    return run("meta", "accuracy", *FILES, *arguments)


def test_hybrids_as_a_table():
    result = supersample("-m", "bleu,ter")
    assert result.code == 0, result.stderr
    assert "correlates best with human scores over 100 hybrids" in result.stdout
    assert "r (100)" in result.stdout
    assert "apply to mixtures of these 5 systems" in " ".join(result.stdout.split())


@pytest.mark.slow
@pytest.mark.parametrize("name", ["json", "csv", "tsv", "markdown", "latex"])
def test_hybrids_in_every_format(name):
    result = supersample("--format", name)
    assert result.code == 0, result.stderr
    if name == "json":
        assert json.loads(result.stdout)["result"] == "meta supersample"
    if name == "csv":
        assert result.stdout.startswith("metric,scores,flipped,original_systems")
        assert len(result.stdout.splitlines()) == 3


@pytest.mark.slow
def test_hybrids_are_shown_again(tmp_path):
    first = supersample("--output", str(tmp_path / "r.json"), "--report", str(tmp_path / "p.html"))
    again = run("meta", "supersample", str(tmp_path / "r.json"))
    assert first.code == again.code == 0
    assert again.stdout == first.stdout
    assert "Metrics on hybrid systems" in (tmp_path / "p.html").read_text()


def test_hybrids_has_two_names():
    one = run("meta", "supersample", *FILES, *JUDGED, "--hybrids", "100", "--trials", "2")
    assert one.stdout == supersample().stdout


def test_verdicts_as_a_table():
    result = accuracy(*JUDGED, *QUICK, "-m", "bleu,ter")
    assert result.code == 0, result.stderr
    assert result.stdout.startswith("At 95 % confidence, human judgments separate 9 of 10 pairs;")
    assert "10/10" in result.stdout
    assert "accuracy, %" in accuracy(*JUDGED, *QUICK, "-m", "bleu,ter", "--explain").stdout


@pytest.mark.parametrize("name", ["json", "csv", "tsv", "markdown", "latex"])
def test_verdicts_in_every_format(name):
    result = accuracy(*JUDGED, *QUICK, "--format", name)
    assert result.code == 0, result.stderr
    if name == "csv":
        assert result.stdout.startswith(
            "metric,test,confidence_level,pairs,correct,accuracy,low,high,p,"
        )


@pytest.mark.slow
def test_verdicts_are_shown_again(tmp_path):
    written = ["--output", str(tmp_path / "r.json"), "--report", str(tmp_path / "p.html")]
    first = accuracy(*JUDGED, *QUICK, *written)
    again = run("meta", "accuracy", str(tmp_path / "r.json"))
    assert again.stdout == first.stdout
    assert "Verdicts by metric and test" in (tmp_path / "p.html").read_text()


def test_human_verdicts_from_files(tmp_path):
    stored = tmp_path / "gold.json"
    both = [f"{NEWS}/ratings.csv"] * 2
    run("human", "gold", "--adequacy", both[0], "--fluency", both[1], "--output", str(stored))
    result = accuracy("--gold-verdicts", str(stored), *QUICK)
    assert result.code == 0, result.stderr
    matrix = tmp_path / "p.tsv"
    matrix.write_text("p\tlarge\tpivot\nlarge\t\t0.01\npivot\t0.99\t\n")
    result = accuracy("--gold-verdicts", str(matrix), *QUICK)
    assert "1/1" in result.stdout
    assert "without human verdicts, left out: baseline, distilled, finetuned." in result.stdout


def test_a_confidence_level_that_trials_cannot_reach_is_warned_of():
    result = accuracy(
        *JUDGED, "--trials", "50", "--confidence-levels", "0.95,0.999", "--test", "bootstrap"
    )
    said = " ".join(result.stdout.split())
    assert "At 99.9 % confidence no metric can separate systems: 50 trials are too few" in said
    assert "Use at least --trials 999." in said


def test_the_confidence_level_of_human_verdicts_or_its_alpha():
    one = accuracy(*JUDGED, *QUICK, "--gold-confidence-level", "0.999")
    two = accuracy(*JUDGED, *QUICK, "--gold-alpha", "0.001")
    assert one.stdout == two.stdout
    assert "(at 99.9 % confidence)" in " ".join(one.stdout.split())


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["supersample", *FILES], "There are no human judgments.\nGive them with --ratings FILE."),
        (["supersample", *FILES, *JUDGED[:2]], "several tasks: adequacy, fluency"),
        (
            ["supersample", *FILES, *JUDGED, "--rename", "x"],
            "--rename must be JUDGED=OUTPUT. Got 'x' instead.",
        ),
        (["supersample", *FILES, *JUDGED, "--rename", "larg=large"], "Did you mean 'large'?"),
        (["supersample", *FILES[:3], *JUDGED], "Only one of the systems was judged"),
        (["supersample", *FILES, *JUDGED, "--hybrids", "many"], "many"),
        (["accuracy", *FILES], "There are neither human judgments nor human verdicts."),
        (["accuracy", *FILES, *JUDGED, "--confidence-levels", "95"], "between 0 and 1. Got '95'"),
        (
            ["accuracy", *FILES, *JUDGED, "--gold-confidence-level", ".9", "--gold-alpha", ".1"],
            "set the same",
        ),
        (["accuracy", *FILES, "--gold-verdicts", "none.csv"], "none.csv"),
    ],
)
def test_bad_requests_are_refused(arguments, said):
    result = run("meta", *arguments)
    assert result.code in (1, 2)
    assert said in result.stderr
    assert result.stdout == ""
