"""Files that commands write: nothing is lost, and what is wrong is found first."""

import os
import shutil
import sys
from pathlib import Path

import click
import pytest
from tests.cli_commands import commands, parameters
from tests.command import run

import tertium
from tertium.cli._outputs import OutputFile
from tertium.examples import folder

FOREIGN = "The file exists, and was not recognized as written by tertium."

# So many that a command which began to compute would not end.
ENDLESS = ("--trials", "999999999")


def is_output(parameter: click.Parameter) -> bool:
    return isinstance(parameter.type, OutputFile)


CALLED = commands()

WRITERS = [
    (called, parameter.opts[-1])
    for called in CALLED
    for parameter in parameters(called)
    if is_output(parameter) and isinstance(parameter, click.Option)
]


@pytest.fixture(scope="module")
def inputs(tmp_path_factory):
    """Inputs of all kinds, which no test may change."""
    news, data = folder(), tmp_path_factory.mktemp("inputs")
    for name, origin in {
        "ref.txt": "reference.A.en.txt",
        "src.txt": "source.de.txt",
        "a.txt": "systems/large.txt",
        "b.txt": "systems/pivot.txt",
        "edits.txt": "post_edits/large.txt",
        "documents.tsv": "documents.tsv",
        "ratings.csv": "ratings.csv",
    }.items():
        shutil.copy(news / origin, data / name)
    (data / "link").symlink_to("a.txt")
    os.link(data / "a.txt", data / "same")
    (data / "p.json").write_text('{"metric": "chrf", "parameters": {"beta": 1.5}}')
    (data / "scores.tsv").write_text("system\thuman\tm\na\t1\t2\nb\t2\t3\nc\t3\t5\n")
    (data / "domains.tsv").write_text("document\tdomain\nd\tnews\n")
    testset = tertium.read(
        [str(data / "a.txt"), str(data / "b.txt")],
        references={"ref": data / "ref.txt"},
        source=data / "src.txt",
        language_pair="de-en",
    )
    tertium.convert(testset, f"{data}/unpacked/")
    tertium.convert(testset, data / "all.tsv")
    tertium.convert(testset, data / "mtme", output_format="mt-metrics-eval")
    tertium.write_result(tertium.compare(testset, trials=10), data / "result.json")
    return data


@pytest.fixture
def data(inputs, monkeypatch):
    monkeypatch.chdir(inputs)
    return inputs


def state(path: Path) -> dict[str, bytes]:
    return {str(file): file.read_bytes() for file in path.rglob("*") if file.is_file()}


# --- Every option that names an output ----------------------------------------------------------


def test_outputs_are_found():
    assert {
        ("compare", "--plot"),
        ("score", "--segment-scores"),
        ("meta tune", "--write-parameters"),
    } <= set(WRITERS)
    assert {("convert", "--output"), ("demo", "--report"), ("human rank", "--output")} <= set(
        WRITERS
    )


@pytest.mark.parametrize("called", CALLED)
def test_every_option_that_writes_is_checked_and_can_be_forced(called):
    options = [one for one in parameters(called) if isinstance(one, click.Option)]
    writing = [one for one in options if (one.help or "").startswith(("Write", "Draw"))]
    assert [one.name for one in writing if not is_output(one)] == []
    flags = {flag for one in options for flag in one.opts}
    assert ("--force" in flags) == any(map(is_output, parameters(called)))


def needed(called: str) -> list[str]:
    """Arguments that a command cannot do without."""
    return [
        "none" for one in parameters(called) if isinstance(one, click.Argument) and one.required
    ]


@pytest.mark.parametrize(("called", "option"), WRITERS)
def test_a_file_of_someone_else_is_refused_before_anything_is_read(called, option, tmp_path):
    mine = tmp_path / "mine.svg.tsv"
    mine.write_text("My only copy.\n")
    result = run(*called.split(), *needed(called), option, str(mine))
    assert (result.code, result.stdout) == (2, "")
    assert result.stderr.startswith(f"error: {mine}: {FOREIGN}\n")
    assert mine.read_text() == "My only copy.\n"


@pytest.mark.parametrize(
    ("called", "option"),
    [writer for writer in WRITERS if writer[0] not in ("convert", "campaign export")],
)
def test_a_wrong_place_is_found_before_anything_is_read(called, option, tmp_path):
    for name, reason in {"none/x": "No such file or directory.", "": "Is a directory."}.items():
        place = tmp_path / name
        result = run(*called.split(), *needed(called), option, str(place))
        assert (result.code, result.stdout) == (1, "")
        assert result.stderr.startswith(f"error: {place}: Cannot be written: {reason}\n")


# --- An output that is an input -----------------------------------------------------------------


COMPARE = ("compare", "-r", "ref.txt", "a.txt", "b.txt", *ENDLESS)


@pytest.mark.parametrize(
    ("arguments", "output"),
    [
        (COMPARE, "--output=a.txt"),
        (COMPARE, "--output=./a.txt"),
        (COMPARE, "--output=ref.txt"),
        (COMPARE, "--output=link"),
        (COMPARE, "--output=same"),
        (COMPARE, "--report=b.txt"),
        (("compare", "-r", "ref.txt", "link", "b.txt", *ENDLESS), "--output=a.txt"),
        (("compare", "-r", "ref.txt", "x=a.*", "b.txt", *ENDLESS), "--output=a.txt"),
        ((*COMPARE, "-s", "src.txt"), "--output=src.txt"),
        ((*COMPARE, "--documents", "documents.tsv"), "--output=documents.tsv"),
        ((*COMPARE, "--layer", "post_edits=a=edits.txt"), "--output=edits.txt"),
        ((*COMPARE, "-m", "chrf(params=p.json)"), "--output=p.json"),
        (("compare", "unpacked", *ENDLESS), "--output=unpacked/system.a.txt"),
        (("compare", "mtme", *ENDLESS), "--report=mtme/system-outputs/de-en/a.txt"),
        (("score", "-r", "ref.txt", "a.txt"), "--report=ref.txt"),
        (("score", "all.tsv"), "--segment-scores=all.tsv"),
        (("human", "rank", "ratings.csv"), "--output=ratings.csv"),
        (("human", "rank", "ratings.csv", "--domains", "domains.tsv"), "--output=domains.tsv"),
        (("meta", "correlate", "scores.tsv"), "--report=scores.tsv"),
        (("meta", "supersample", "unpacked", "--ratings", "ratings.csv"), "-oratings.csv"),
        (("compare", "result.json"), "--output=result.json"),
        (("compare", "result.json"), "--report=result.json"),
        (("convert", "all.tsv"), "--output=all.tsv"),
        (("convert", "-r", "ref.txt", "a.txt", "-f", "jsonl"), "--output=ref.txt"),
        (("convert", "unpacked"), "--output=unpacked/"),
    ],
)
def test_an_input_is_never_overwritten_not_even_by_force(arguments, output, data):
    before = state(data)
    result = run(*arguments, output, "--force")
    assert (result.code, result.stdout) == (2, "")
    assert "This file is an input" in result.stderr
    assert "Choose another name for the output." in result.stderr
    assert state(data) == before


# --- Found before the computation, which would not end -------------------------------------------


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        (
            ("--require", "bb"),
            2,
            "'bb' is not among the systems. Did you mean 'b'?\nSystems: a, b.",
        ),
        (
            ("--require", "a"),
            2,
            "'a' cannot be required to be better: it needs another system as baseline.",
        ),
        (
            ("--require", "b", "--require-scope", "training"),
            2,
            "No test applies to the training procedure.\nAdd one to the tests:"
            " approximate-randomization(trials=999999999),run-permutation.",
        ),
        (
            ("--plot", "chart.gif"),
            2,
            "chart.gif: Charts cannot be written to such a file.\nKnown: .svg, .png, .pdf, .html,"
            " .json.",
        ),
        (
            ("--output", "new.json", "--report", "./new.json"),
            2,
            "./new.json: --output and --report would write the same file.\nGive each output a name"
            " of its own.",
        ),
    ],
)
def test_what_is_wrong_is_found_before_the_computation(arguments, code, message, data):
    before = state(data)
    assert run(*COMPARE, *arguments) == (code, "", f"error: {message}\n")
    assert state(data) == before


def test_a_chart_that_cannot_be_drawn_is_found_before_the_computation(data, monkeypatch):
    monkeypatch.setitem(sys.modules, "altair", None)
    assert run(*COMPARE, "--plot", "chart.svg") == (
        1,
        "",
        "error: A chart needs the package 'altair', which is not installed.\nInstall it with: pip"
        " install 'tertium[charts]'\n",
    )


def test_an_unknown_ending_of_segment_scores_is_found_first(data):
    assert run("score", "-r", "none.txt", "a.txt", "--segment-scores", "x.foo") == (
        2,
        "",
        "error: The file name ending of x.foo does not determine a format.\nKnown endings:"
        " .jsonl, .score,"
        " .seg.score, .tsv.\n",
    )


# --- What cannot be written in the end -----------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize(
    ("arguments", "shown"),
    [
        (("compare", "-r", "ref.txt", "a.txt", "b.txt", "--trials", "10", "--output"), "42.1"),
        (("compare", "result.json", "--report"), "42.1"),
        (("score", "-r", "ref.txt", "a.txt", "--report"), "42.1"),
        (("meta", "simulate", "--trials", "100", "--output"), "0.9"),
    ],
)
def test_a_full_disk_does_not_cost_the_result(arguments, shown, data):
    result = run(*arguments, "/dev/full")
    assert result.code == 1
    assert shown in result.stdout
    assert result.stderr.endswith(
        "error: /dev/full: Cannot be written: No space left on device.\nThe result is on standard"
        " output.\n"
    )


def test_every_file_that_cannot_be_written_is_reported(data):
    result = run("compare", "result.json", "--output", "/dev/full", "--report", "/dev/full")
    assert result.code == 1
    assert result.stderr.count("/dev/full: Cannot be written: No space left on device.") == 2


# --- Twice, and by force -------------------------------------------------------------------------


def test_the_same_command_twice_just_works(data, tmp_path):
    outputs = ["--output", f"{tmp_path}/r.json", "--report", f"{tmp_path}/r.html"]
    first = run("compare", "result.json", *outputs)
    before = state(tmp_path)
    assert run("compare", "result.json", *outputs) == first == (0, first.stdout, "")
    assert state(tmp_path) == before


def test_files_without_a_mark_need_force(data, tmp_path):
    command = ("score", "-r", "ref.txt", "a.txt", "-b", "--segment-scores", f"{tmp_path}/seg.tsv")
    assert run(*command) == (0, "42.1\n", "")
    again = run(*command)
    assert (again.code, again.stdout) == (2, "")
    assert FOREIGN in again.stderr
    assert run(*command, "--force") == (0, "42.1\n", "")
    unpack = ("convert", "a.txt", "-o", f"{tmp_path}/out/")
    assert run(*unpack).code == 0
    assert FOREIGN in run(*unpack).stderr
    assert run(*unpack, "--force") == (0, "", "")
    assert run("convert", "a.txt", "-s", "src.txt", "-o", f"{tmp_path}/all.xml").code == 0
    assert run("convert", "a.txt", "-s", "src.txt", "-o", f"{tmp_path}/all.xml").code == 0


def test_the_forgotten_output_of_a_pattern_is_no_output(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for number in (1, 2):
        (tmp_path / f"Batch_{number}.csv").write_text("annotator,system,value\na,x,70\n")
    before = state(tmp_path)
    result = run("convert", "Batch_1.csv", "Batch_2.csv")
    assert result == (
        2,
        "",
        "error: The output is missing.\nName it with -o, as in: tertium convert INPUT... -o FILE\n",
    )
    assert state(tmp_path) == before


def test_the_demo_keeps_a_report_of_someone_else(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "report.html").write_text("<html>mine</html>")
    result = run("demo")
    assert (result.code, result.stdout) == (2, "")
    assert (tmp_path / "report.html").read_text() == "<html>mine</html>"
