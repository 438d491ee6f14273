"""`tertium compare` and `tertium verify`, as a user calls them."""

import csv
import io
import json
import re
import shutil

import pytest
from tests.command import run

from tertium.examples import folder


@pytest.fixture(autouse=True)
def files(tmp_path, monkeypatch):
    news = folder()
    for name, origin in {
        "ref.txt": "reference.A.en.txt",
        "src.txt": "source.de.txt",
        "documents.tsv": "documents.tsv",
        "large.txt": "systems/large.txt",
        "distilled.txt": "systems/distilled.txt",
        "pivot.txt": "systems/pivot.txt",
        "base.opt1.txt": "systems/baseline.1.txt",
        "base.opt2.txt": "systems/baseline.2.txt",
        "base.opt3.txt": "systems/baseline.3.txt",
    }.items():
        shutil.copy(news / origin, tmp_path / name)
    monkeypatch.chdir(tmp_path)
    return tmp_path


SYSTEMS = ("compare", "-r", "ref.txt", "pivot.txt", "large.txt", "distilled.txt")
FEW = ("--trials", "200")


def as_json(*arguments):
    result = run(*arguments, "-f", "json")
    assert result.code == 0, result.stderr
    return json.loads(result.stdout)


def test_the_answer_first_then_one_table():
    result = run(*SYSTEMS, "-m", "bleu,ter")
    assert result.code == 0
    assert result.stderr == ""
    lines = result.stdout.splitlines()
    assert " ".join(lines[:2]) == (
        "large and distilled are significantly better than pivot under BLEU and TER. "
    )
    assert [line.split()[0] for line in lines[4:7]] == ["pivot", "large", "distilled"]
    assert "TER: lower is better." in lines
    assert sum("large" in line for line in lines) == 2


def test_explained_there_is_a_table_per_metric_with_verdicts():
    result = run(*SYSTEMS, "-m", "bleu,ter", "--explain")
    lines = result.stdout.splitlines()
    assert lines[2].split() == [
        *("system", "BLEU", "[95", "%", "CI]", "diff.", "[95", "%", "CI]"),
        *("p", "corrected", "effect", "size"),
    ]
    assert lines[4].split()[0] == "pivot"  # the baseline comes first, then the best
    assert lines[5].split()[0] == "large"
    text = " ".join(result.stdout.split())
    assert "large is better than pivot by 12.3 BLEU" in text
    assert (
        "(approximate randomization, p < 0.0002, Holm-corrected for 2 comparisons: none of 10,000"
        " random relabellings gave a difference this large)"
    ) in text
    assert "large is better than pivot by 8.5 TER" in text
    assert "TER: lower is better." in lines


def test_it_fits_in_eighty_columns():
    text = run(*SYSTEMS, *FEW, "-m", "bleu,chrf,ter", "--all-pairs").stdout
    sentences = [line for line in text.splitlines() if "|" not in line]
    assert max(map(len, sentences)) <= 80


def test_a_verdict_that_is_not_significant_says_what_is_excluded():
    shown = run(*SYSTEMS, "--baseline", "large", "-m", "chrf", "--explain").stdout
    text = " ".join(shown.split())
    (verdict,) = re.findall(r"distilled does not differ significantly from large .*? %\.", text)
    assert "; differences larger than" in verdict
    assert "are excluded at 95 %." in verdict
    assert "equal" not in verdict
    assert "no difference" not in verdict


def test_json_holds_everything():
    data = as_json(*SYSTEMS, *FEW, "-m", "bleu", "--seed", "0")
    assert data["settings"]["seed"] == 0
    assert data["settings"]["baseline"] == "pivot"
    assert [one["system"] for one in data["metrics"][0]["systems"]] == [
        *("distilled", "large", "pivot")
    ]
    assert data["metrics"][0]["pairs"][0]["tests"][0]["name"] == "approximate-randomization"


def test_csv_has_a_row_for_each_pair_and_test():
    text = run(
        *SYSTEMS, *FEW, "-m", "bleu,ter", "-t", "bootstrap,paired-bootstrap", "-f", "csv"
    ).stdout
    rows = list(csv.DictReader(io.StringIO(text)))
    assert len(rows) == 2 * 2 * 2
    assert {row["test"] for row in rows} == {"bootstrap", "paired-bootstrap"}


@pytest.mark.parametrize("output_format", ["markdown", "latex", "tsv"])
def test_other_formats(output_format):
    result = run(*SYSTEMS, *FEW, "-m", "bleu", "--all-pairs", "-f", output_format)
    assert result.code == 0
    assert "distilled" in result.stdout


def test_several_runs():
    data = as_json("compare", "-r", "ref.txt", "base=base.opt*.txt", "large.txt", *FEW)
    base = next(one for one in data["metrics"][0]["systems"] if one["system"] == "base")
    assert len(base["runs"]) == 3
    assert base["score"] == pytest.approx(sum(base["runs"]) / 3)
    (pair,) = data["metrics"][0]["pairs"]
    assert [one["question"] for one in pair["tests"]] == [
        *("these outputs", "the training procedure")
    ]


def test_scores_made_elsewhere_need_no_texts(tmp_path):
    (tmp_path / "comet.tsv").write_text(
        "system\tsegment\tCOMET\n"
        + "".join(
            f"{s}\t{i}\t{0.5 + (s == 'new') * 0.1 * (i % 3)}\n"
            for s in ("old", "new")
            for i in range(30)
        )
    )
    (tmp_path / "seconds.jsonl").write_text(
        "".join(
            json.dumps({"system": s, "segment": str(i), "scores": {"seconds": 10 + i % 5}}) + "\n"
            for s in ("old", "new")
            for i in range(30)
        )
    )
    data = as_json("compare", "--scores", "comet.tsv", "--scores", "seconds.jsonl", *FEW)
    assert [one["title"] for one in data["metrics"]] == ["COMET", "seconds"]
    assert data["settings"]["baseline"] == "old"
    assert data["metrics"][0]["pairs"][0]["tests"][0]["significant"]
    assert data["metrics"][1]["pairs"][0]["tests"][0]["p"] == 1


def test_documents_are_resampled_whole():
    options = (*SYSTEMS, *FEW, "--documents", "documents.tsv")
    assert as_json(*options, "--level", "document")["data"]["units"] < 200
    segments = run(*options).stdout
    assert "Resample whole documents: `tertium compare --level document`." in " ".join(
        segments.split()
    )


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (("--require", "large"), 0),
        (("--require", "large", "--baseline", "distilled", "-m", "chrf"), 3),
        (("--require", "pivot", "--baseline", "large"), 3),
        (("--require", "large", "--all-pairs", "--baseline", "pivot"), 0),
    ],
)
def test_a_release_pipeline_can_require_a_system_to_be_better(arguments, code):
    result = run(*SYSTEMS, "--trials", "1000", *arguments)
    assert result.code == code
    assert ("is not significantly better than" in result.stderr) == (code == 3)


@pytest.mark.parametrize(("scope", "code"), [("outputs", 0), ("training", 3)])
def test_a_release_pipeline_can_require_it_of_the_training_procedure(scope, code):
    runs = ("compare", "-r", "ref.txt", "base=base.opt*.txt", "large.txt", *FEW)
    result = run(*runs, "--require", "large", "--require-scope", scope)
    assert result.code == code
    if code:
        assert result.stderr.endswith("under BLEU for the training procedure.\n")


def test_scores_too_large_to_add_up_are_refused_with_their_line(tmp_path):
    rows = ["system\tsegment\tjudge", "a\t1\t1", "a\t2\t2", "b\t1\t1e308", "b\t2\t2"]
    (tmp_path / "scores.tsv").write_text("\n".join(rows) + "\n")
    result = run("compare", "--scores", "scores.tsv")
    assert result.code == 1
    assert "scores.tsv:4" in result.stderr
    assert "'1e308' in column judge: scores beyond 1e+100 cannot be added up." in result.stderr
    assert "RuntimeWarning" not in result.stderr


def test_wins_ties_and_losses_are_shown_where_the_paired_bootstrap_is_asked_for():
    given = (*SYSTEMS, *FEW, "-t", "approximate-randomization,paired-bootstrap")
    text = run(*given).stdout
    assert "% won/tied/lost" in text
    assert "100/0/0" in text
    assert "% won/tied/lost" not in run(*SYSTEMS, *FEW).stdout
    pairs = run(*given, "--all-pairs", "--explain").stdout
    assert "large – pivot" in pairs
    assert "% won/tied/lost by BLEU" in pairs
    rows = list(csv.DictReader(io.StringIO(run(*given, "-f", "csv").stdout)))
    data = as_json(*given)["metrics"][0]["pairs"]
    for row in rows:
        (pair,) = (one for one in data if one["system"] == row["system"])
        shares = [pair["wins"], pair["ties"], pair["losses"]]
        assert [float(row[name]) for name in ("wins", "ties", "losses")] == shares
        assert sum(shares) == pytest.approx(1)


def test_a_scope_needs_a_system_to_require():
    result = run(*SYSTEMS, "--require-scope", "training")
    assert result.code == 2
    assert "--require-scope needs --require SYSTEM." in result.stderr


def test_a_result_file_is_shown_again_in_any_format_and_verified(tmp_path):
    shown = run(*SYSTEMS, *FEW, "--output", "result.json").stdout
    assert run("compare", "result.json").stdout == shown
    assert run("compare", "result.json", "-f", "latex").stdout.count(r"\begin{tabular}") == 1
    told = run("compare", "result.json", "--all-pairs", "-m", "ter", "-w", "2", "-q")
    assert told.code == 2
    assert "options do not apply: --metrics, --all-pairs." in told.stderr
    verified = run("verify", "result.json")
    assert verified.code == 0
    assert re.fullmatch(r"Verified: all \d+ values are the same\.\n", verified.stdout)
    shutil.copy("base.opt1.txt", "large.txt")
    changed = run("verify", "result.json", "-f", "json")
    assert changed.code == 1
    assert "data.digests.system large" in [
        change["where"] for change in json.loads(changed.stdout)["changes"]
    ]
    (tmp_path / "elsewhere").mkdir()
    shutil.move("pivot.txt", "elsewhere/pivot.txt")
    assert "pivot.txt: There is no such file here." in run("verify", "result.json").stderr


def test_verify_takes_files_and_folders(tmp_path):
    run(*SYSTEMS, *FEW, "--output", "out/../result.json")
    (tmp_path / "data").mkdir()
    for name in ("ref", "pivot", "large", "distilled"):
        shutil.move(f"{name}.txt", f"data/{name}.txt")
    assert run("verify", "result.json", "--folder", "data").code == 0
    named = [f"data/{name}.txt" for name in ("large", "pivot", "distilled")]
    assert run("verify", "result.json", "-r", "data/ref.txt", *named).code == 0


def test_results_of_other_data_are_refused():
    run(*SYSTEMS, *FEW, "--output", "one.json")
    run(*SYSTEMS, *FEW, "-lc", "--output", "other.json")
    result = run("verify", "one.json", "--against", "other.json")
    assert result.code == 1
    assert "These results cannot be compared: they differ in metric signatures (" in result.stderr


def test_order_and_jobs_change_no_byte(tmp_path):
    options = ("--trials", "500", "--baseline", "pivot", "-m", "bleu,chrf", "-t", "bootstrap")
    orders = [
        ("pivot.txt", "large.txt", "distilled.txt"),
        ("large.txt", "distilled.txt", "pivot.txt"),
    ]
    written = set()
    for number, (systems, jobs) in enumerate(zip(orders, ("1", "3"), strict=True)):
        assert (
            run(
                "compare",
                "-r",
                "ref.txt",
                *systems,
                *options,
                "-j",
                jobs,
                "--output",
                f"{number}.json",
            ).code
            == 0
        )
        written.add((tmp_path / f"{number}.json").read_bytes())
    assert len(written) == 1


@pytest.mark.slow
def test_pictures_and_pages(tmp_path):
    result = run(*SYSTEMS, *FEW, "--plot", "nulls.svg", "--report", "report.html")
    assert result.code == 0
    assert (tmp_path / "nulls.svg").read_text().startswith("<svg")
    page = (tmp_path / "report.html").read_text()
    assert "large is better than pivot" in page
    assert "https://" not in re.sub(r"<script.*?</script>", "", page, flags=re.DOTALL)


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        (("pivot.txt",), 2, "A comparison needs two systems, but there is only one."),
        ((), 2, "There is no system to compare."),
        (
            ("pivot.txt", "large.txt", "--baseline", "lagre"),
            2,
            "'lagre' is not among the systems. Did you mean 'large'?",
        ),
        (
            ("pivot.txt", "large.txt", "--trials", "0"),
            2,
            "--trials must be at least 1. Got 0 instead.",
        ),
        (
            ("pivot.txt", "large.txt", "--trials", "-5"),
            2,
            "--trials must be at least 1. Got -5 instead.",
        ),
        (
            ("pivot.txt", "large.txt", "--trials", "many"),
            2,
            "--trials must be a whole number. Got 'many' instead.",
        ),
        (
            ("pivot.txt", "large.txt", "--confidence-level", "95"),
            2,
            "--confidence-level must be between 0 and 1. Got 95.0 instead.",
        ),
        (("pivot.txt", "large.txt", "-t", "t-test"), 2, "No significance test named 't-test'."),
        (
            ("pivot.txt", "large.txt", "--level", "document"),
            2,
            "--level document needs the document of each segment.",
        ),
        (("a=pivot.txt", "a=large.txt"), 2, "Two systems are named 'a'."),
        (("pivot.txt", "nowhere.txt"), 1, "nowhere.txt"),
        (
            ("pivot.txt", "large.txt", "--engine", "abacus"),
            2,
            "--engine must be one of threads, processes",
        ),
    ],
)
def test_wrong_options_are_refused(arguments, code, message):
    result = run("compare", "-r", "ref.txt", *arguments)
    assert (result.code, message in result.stderr) == (code, True), result.stderr
    assert result.stdout == ""


def test_segments_that_are_missing_in_a_score_file_are_named(tmp_path):
    (tmp_path / "s.tsv").write_text("system\tsegment\tx\nold\t1\t1\nold\t2\t2\nnew\t1\t3\n")
    result = run("compare", "--scores", "s.tsv")
    assert result.code == 1
    assert (
        "s.tsv: 1 of the 2 segments of new have no score of x, the first of them 2."
        in result.stderr
    )
    (tmp_path / "n.tsv").write_text("system\tsegment\tx\nold\t1\t1\nnew\t1\tinf\n")
    assert "n.tsv:3: 'inf' in column x is not finite." in run("compare", "--scores", "n.tsv").stderr


def test_human_judgments(tmp_path, monkeypatch):
    """They were not in any known format of scores."""
    ratings = str(folder() / "ratings.csv")
    monkeypatch.chdir(tmp_path)
    adequacy = ("compare", "--ratings", ratings, "--task", "adequacy", "--trials", "50")
    result = run(*adequacy, "--baseline", "pivot", "--output", "result.json")
    assert (result.code, result.stderr) == (0, "")
    assert "large 0.531 +1.252 [" in " ".join(result.stdout.split())
    assert "1,836 of 3,600 judgments used" in result.stdout
    assert run("compare", "result.json").stdout == result.stdout
    everybody = run(*adequacy, "--no-quality", "--scale", "raw", "-f", "json")
    judgments = json.loads(everybody.stdout)["data"]["judgments"]
    assert "by annotators who did not pass quality control" not in judgments["left_out"]
    assert run(*adequacy, "a.txt").code == 2
    assert "cannot be combined with outputs." in run(*adequacy, "a.txt").stderr
    scores = run("compare", "--scores", ratings)
    assert "The file holds ratings (format csv) instead of scores." in scores.stderr


def test_a_requirement_of_human_judgments():
    adequacy = ("compare", "--ratings", str(folder() / "ratings.csv"), "--task", "adequacy")
    required = (*adequacy, "--trials", "200", "-q", "--quality-alpha", "0.04", "--require")
    assert run(*required, "large").code == 0
    assert "large is not significantly better than distilled" in (
        run(*required, "large", "--baseline", "distilled").stderr
    )
    assert "'lage' is not among the systems. Did you mean 'large'?" in run(*required, "lage").stderr
