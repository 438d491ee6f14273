"""`tertium human`, as a user calls it."""

import csv
import io
import json
import shutil

import pytest
from tests.command import run

from tertium.core.formatting import FORMATS
from tertium.examples import folder

COMMANDS = {
    "rank": ("rank", "ratings.csv", "--task", "adequacy", "--trials", "20"),
    "quality": ("quality", "ratings.csv"),
    "agreement": ("agreement", "ratings.csv", "--task", "adequacy"),
    "gold": (
        *("gold", "--adequacy", "ratings.csv", "--fluency", "ratings.csv"),
        *("--trials", "0", "--confidence-levels", "0.95,0.999"),
    ),
    "compare-conditions": (
        *("compare-conditions", "conditions.csv", "--task", "adequacy", "--trials", "20"),
    ),
}


@pytest.fixture(autouse=True)
def files(tmp_path, monkeypatch):
    shutil.copy(folder() / "ratings.csv", tmp_path)
    monkeypatch.chdir(tmp_path)
    header, *rows = (folder() / "ratings.csv").read_text().splitlines()
    names = ("reference", "no-reference")
    varied = [f"{header},condition", *(f"{row},{names[n % 2]}" for n, row in enumerate(rows))]
    (tmp_path / "conditions.csv").write_text("\n".join(varied) + "\n")
    return tmp_path


def human(*arguments):
    result = run("human", *arguments)
    assert (result.code, result.stderr) == (0, "")
    return result.stdout


def failed(*arguments):
    result = run("human", *arguments)
    assert result.stdout == ""
    return result.code, result.stderr


@pytest.mark.slow
@pytest.mark.parametrize("name", COMMANDS)
@pytest.mark.parametrize("output_format", FORMATS)
def test_every_format(name, output_format):
    text = human(*COMMANDS[name], "-f", output_format)
    if output_format == "json":
        assert json.loads(text)["tertium"]
    elif output_format in ("csv", "tsv"):
        delimiter = "," if output_format == "csv" else "\t"
        header, *rows = csv.reader(io.StringIO(text), delimiter=delimiter)
        expected = {"rank": 5, "quality": 12, "agreement": 12, "gold": 20}
        expected["compare-conditions"] = 6
        assert len(rows) == expected[name]
        assert {len(row) for row in rows} == {len(header)}
    else:
        wanted = {"table": "---", "markdown": "| --- |", "latex": "\\toprule"}
        assert wanted[output_format] in text


@pytest.mark.slow
@pytest.mark.parametrize("name", COMMANDS)
def test_a_page_of_everything(name, files):
    human(*COMMANDS[name], "--report", "page.html")
    text = (files / "page.html").read_text(encoding="utf-8")
    assert text.startswith("<!doctype html>")
    assert "large" in text or "a05" in text


def test_options_of_the_ranking():
    plain = human(*COMMANDS["rank"])
    assert "10 of 12 annotators passed quality control; a05 and a11 failed." in plain
    everybody = human(*COMMANDS["rank"], "--no-quality", "--level", "judgment", "--scale", "raw")
    assert "passed quality control" not in everybody
    assert "on single judgments" in everybody
    assert "mean [95 % CI]" in everybody
    marked = human(*COMMANDS["rank"], "--reference-system", "large")
    assert "large R" in marked


@pytest.mark.slow
@pytest.mark.parametrize("name", COMMANDS)
def test_a_result_file_is_shown_again(name, files):
    shown = human(*COMMANDS[name], "--output", "result.json", "--report", "page.html")
    (files / "ratings.csv").unlink()
    assert human(name, "result.json", "--report", "again.html") == shown
    assert (files / "again.html").read_bytes() == (files / "page.html").read_bytes()
    assert json.loads(human(name, "result.json", "-f", "json")) == json.loads(
        (files / "result.json").read_text(encoding="utf-8")
    )
    verified = run("verify", "result.json", "--against", "result.json")
    assert verified.stdout.startswith("Verified: all ")


def test_options_that_a_result_file_cannot_be_shown_by():
    human(*COMMANDS["rank"], "--output", "result.json")
    code, said = failed(
        "rank", "result.json", "--task", "fluency", "-l", "de-en", "--seed", "12345"
    )
    assert code == 2
    assert (
        "error: result.json is a result file, to which these options do not apply: --task,"
        " --language-pair, --seed." in said
    )
    human(*COMMANDS["gold"], "--output", "gold.json")
    assert "do not apply: --adequacy." in failed("gold", "gold.json", "--adequacy", "x.csv")[1]
    simulated = ("meta", "simulate", "--n", "5", "--trials", "20", "--output", "simulated.json")
    assert run(*simulated).code == 0
    assert run("meta", "simulate", "simulated.json", "-f", "csv").code == 0
    assert "do not apply: --n." in run("meta", "simulate", "simulated.json", "--n", "6").stderr


def test_a_result_file_of_another_command():
    human(*COMMANDS["quality"], "--output", "result.json")
    told = (
        "error: result.json: The file is a result of `tertium human quality`, not of `tertium {}`."
    )
    assert told.format("human rank") in failed("rank", "result.json")[1]
    assert told.format("compare") in run("compare", "result.json").stderr


def test_what_adequacy_and_fluency_are_combined_from():
    combined = ("gold", "--adequacy", "ratings.csv", "--fluency", "ratings.csv", "-f", "csv")
    assert human(*combined, "--level", "judgment") != human(*combined)
    assert "There are no judgments." in failed("gold", "--adequacy", "ratings.csv")[1]
    assert "ratings.csv is not a result file." in failed("gold", "ratings.csv")[1]
    text = human("gold", "--help")
    assert "--clusters" not in text
    assert "--alternative" not in text


DOCUMENTS = """annotator,system,document,segment,value
ann,a,d,1,70
ann,b,d,1,60
ann,a,d,2,80
ann,b,d,2,60
ann,a,e,1,30
ann,b,e,1,20
"""


def test_domains_of_documents(files):
    (files / "documents.csv").write_text(DOCUMENTS)
    (files / "domains.tsv").write_text("document\tdomain\nd\tnews\ne\tspeech\n")
    by_domain = ("rank", "documents.csv", "--scale", "raw", "--trials", "0", "--average", "domains")
    said = human(*by_domain, "--test", "signed-rank", "--domains", "domains.tsv")
    assert "52.50" in said
    assert "in each domain (news, speech)" in " ".join(said.split())
    assert "Averaging over domains needs the domain of each document." in failed(*by_domain)[1]
    (files / "domains.csv").write_text("d,news\n")
    assert (
        "The domain of the document 'e' is unknown."
        in failed(*by_domain, "--domains", "domains.csv")[1]
    )


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("d,news,x\n", "domains.csv:1: Expected a document and its domain, found 3 cells."),
        ("d,a\nd,b\n", "domains.csv:2: The document 'd' has two domains: a, b."),
        ("document,domain\n", "domains.csv: No documents."),
    ],
)
def test_domains_that_cannot_be_read(text, message, files):
    (files / "domains.csv").write_text(text)
    code, said = failed(*COMMANDS["rank"], "--domains", "domains.csv")
    assert code == 1
    assert f"error: {message}" in said


def test_rules_of_quality_are_options_of_the_ranking():
    strict = human(*COMMANDS["rank"], "--quality-alpha", "0.005", "--quality-test", "signed-rank")
    assert "filters:quality_control(alpha=0.005,test=signed-rank)+standardized" in strict
    everybody = failed(*COMMANDS["rank"], "--no-quality", "--quality-alpha", "0.01")[1]
    assert "Rules of quality control are given, but quality control is turned off." in everybody


def test_rules_of_quality_are_options():
    assert "quality_control(alpha=1e-06,test=signed-rank)" in human(
        "quality", "ratings.csv", "--alpha", "1e-06", "--test", "signed-rank"
    )


RANKINGS = """annotator,batch,segment,system,task,value
ann,1,1,a,ranking,1
ann,1,1,b,ranking,2
ann,2,2,a,ranking,1
ann,2,2,b,ranking,1
bob,3,1,a,ranking,1
bob,3,1,b,ranking,2
"""


def test_relative_judgments(files):
    (files / "relative.csv").write_text(RANKINGS)
    assert "2 comparisons" not in human("rank", "relative.csv", "--explain")
    half = human("rank", "relative.csv", "--ties", "half", "--explain")
    assert "including 1 tie (counted as half a win each)." in half
    skill = ("--method", "trueskill", "--trials", "5", "--explain")
    assert "TrueSkill" in human("rank", "relative.csv", *skill)
    assert "definition:wmt16" in human("agreement", "relative.csv", "--definition", "wmt16")


def test_experts(files):
    judged = [
        (annotator, segment, 10 * ((segment + shift) % 7))
        for annotator, shift in (("p", 0), ("q", 1), ("x", 0), ("y", 1))
        for segment in range(1, 13)
    ]
    header = "annotator,segment,system,task,value"
    for name, annotators in (("crowd.csv", "pq"), ("experts.csv", "xy")):
        rows = [f"{who},{at},a,adequacy,{value}" for who, at, value in judged if who in annotators]
        (files / name).write_text("\n".join([header, *rows, ""]))
    study = ("agreement", "crowd.csv", "--experts", "experts.csv", "--trials", "20")
    assert "1 non-expert agrees with experts as well as one expert does" in human(*study)
    human(*study, "--output", "experts.json", "--report", "experts.html")
    assert human("agreement", "experts.json") == human(*study)
    assert "Correlation with experts" in (files / "experts.html").read_text()


ERRORS = """annotator,segment,system,task,category,severity,value
ann,1,a,mqm,Style,minor,
ann,2,a,mqm,,no-error,
ann,1,b,mqm,Accuracy,major,
ann,2,b,mqm,,no-error,
"""


def test_weights_of_errors(files):
    (files / "mqm.csv").write_text(ERRORS)
    assert "-2.50" in human("rank", "mqm.csv", "--trials", "0")
    assert "-5.00" in human("rank", "mqm.csv", "--trials", "0", "--weights", "major=10,minor=2")


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        (("rank",), 2, "Missing argument 'RATINGS...'"),
        (("rank", "none.csv"), 1, "error: none.csv: No such file."),
        (("rank", "empty.csv"), 1, "error: empty.csv: The file is empty."),
        (("rank", "header.csv"), 1, "error: header.csv: The file has no judgments."),
        (
            ("rank", "ratings.csv"),
            2,
            "error: There are judgments of several tasks: adequacy, fluency.\n"
            "Choose one with --task.",
        ),
        (("agreement", "ratings.csv", "--task", "sqm"), 2, "There are no judgments of 'sqm'."),
        (
            ("agreement", "ratings.csv", "--task", "adequacy", "--non-experts", "3"),
            2,
            "error: --non-experts does not apply to agreement without experts.",
        ),
        (
            ("agreement", "one.csv", "--experts", "one.csv"),
            1,
            "error: one.csv: All annotators of the file are among the experts, too.\n"
            "If they are different people, give them different names.",
        ),
        (("agreement", "one.csv", "--experts", "none.csv"), 1, "error: none.csv: No such file."),
        (
            ("rank", "one.csv", "--weights", "huge=3"),
            2,
            "error: error_weights has no parameter 'huge'.",
        ),
        (
            ("rank", "one.csv"),
            1,
            "error: one.csv: A ranking needs judgments of two systems.",
        ),
        (
            (
                "gold",
                "--adequacy",
                "ratings.csv",
                "--fluency",
                "ratings.csv",
                "--confidence-levels",
                "95",
            ),
            2,
            "error: --confidence-levels must be numbers between 0 and 1. Got '95' instead.",
        ),
        (
            (
                "gold",
                "--adequacy",
                "ratings.csv",
                "--fluency",
                "ratings.csv",
                "--confidence-levels",
                "high",
            ),
            2,
            "error: --confidence-levels must be numbers between 0 and 1. Got 'high' instead.",
        ),
    ],
)
def test_what_goes_wrong(arguments, code, message, files):
    header = "annotator,segment,system,value\n"
    (files / "empty.csv").write_text("")
    (files / "header.csv").write_text(header)
    (files / "one.csv").write_text(f"{header}ann,1,a,50\nann,2,a,60\n")
    found, said = failed(*arguments)
    assert message in said
    assert found == code


def test_an_unknown_command_is_suggested():
    assert failed("rnak") == (
        2,
        "Usage: tertium human [OPTIONS] COMMAND [ARGS]...\n"
        "Try 'tertium human --help' for help.\n\n"
        "Error: No such command 'rnak'. Did you mean 'rank'?\n",
    )


def test_a_severity_without_weight_is_reported_with_its_line(files):
    (files / "mqm.csv").write_text(ERRORS + "ann,3,b,mqm,Style,awful,\n")
    assert (
        "error: mqm.csv:6: No weight is defined for errors of severity 'awful'."
        in failed("rank", "mqm.csv")[1]
    )


def test_conditions_with_outputs_and_reference():
    files = [str(folder() / "systems" / f"{name}.txt") for name in ("large", "pivot")]
    reference = ("-r", str(folder() / "reference.A.en.txt"))
    options = ("--task", "adequacy", "--trials", "20")
    text = human("compare-conditions", "conditions.csv", *files, *reference, *options)
    assert "correlation of scores with the overlap of outputs and reference (chrF)" in text
    both = human(
        *("compare-conditions", "conditions.csv", "ratings.csv", *files, *reference, *options),
        *("--rename", "large=pivot", "--rename", "pivot=large"),
    )
    assert "under conditions and" in both
    assert "slope" in both


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("ratings.csv", "--task", "adequacy"), "The judgments name no condition"),
        (("conditions.csv", "--task", "adequacy", "--factor", "prefill"), "do not vary the factor"),
        (("conditions.csv",), "judgments of several tasks"),
        (("conditions.csv", "missing.txt", "--task", "adequacy"), "missing.txt"),
        (("missing.csv",), "missing.csv"),
    ],
)
def test_conditions_that_cannot_be_compared(arguments, message):
    code, text = failed("compare-conditions", *arguments)
    assert code in (1, 2)
    assert message in text
