"""Names in files and of files: none of them steers a terminal, whatever command shows it."""

import io
import json
import re
import shutil
from pathlib import Path

import pytest
from tests.command import run

import tertium
from tertium.core.formatting import FORMATS, visible
from tertium.examples import folder
from tertium.report.table import Table
from tertium.report.terminal import show

# Sets the title of a window, clears the screen (with a C1 control), turns text around, goes back
# to the begin of the line.
NASTY = "\x1b]0;owned\x07\x9b2J\u202e\r"
SHOWN = r"\x1b]0;owned\x07\x9b2J\u202e\r"
STEERING = re.compile(r"[^\n\t\x20-\x7e\xa0-\u2027\u202f-\u2065\u206a-\ud7ff\ue000-\U0010ffff]")


def harmless(found):
    assert not STEERING.search(found.stdout + found.stderr)
    return found


@pytest.fixture(autouse=True)
def files(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for name in ("large", "distilled"):
        shutil.copy(folder() / "systems" / f"{name}.txt", tmp_path / f"{name}.txt")
    shutil.copy(folder() / "reference.A.en.txt", tmp_path / "ref.txt")
    texts = f"a{NASTY}", f"b{NASTY}", f"c{NASTY}"
    with Path("scores.jsonl").open("w") as file:
        for number, system in enumerate(texts * 4):
            scores = {"human": number * 7 % 5, f"m{NASTY}": number, f"n{NASTY}": -number * 3 % 7}
            row = {"system": system, "segment": f"{number // 3}", "scores": scores}
            file.write(json.dumps(row) + "\n")
    with Path("ratings.jsonl").open("w") as file:
        for number, system in enumerate(texts * 8):
            judgment = {
                "annotator": f"ann{number % 2}{NASTY}",
                "system": system,
                "segment": str(number // 6),
                "value": number * 13 % 50,
            }
            file.write(json.dumps(judgment) + "\n")


COMMANDS = {
    "score": ["score", "-r", "ref.txt", f"x{NASTY}=large.txt"],
    "score of segments": ["score", "-r", "ref.txt", f"x{NASTY}=large.txt", "-sl"],
    "check": ["check", "-r", "ref.txt", f"x{NASTY}=ref.txt", f"y{NASTY}=ref.txt"],
    "compare": [
        *("compare", "-r", "ref.txt", f"x{NASTY}=large.txt", f"y{NASTY}=distilled.txt"),
        *("--trials", "20", "--output", "result.json"),
    ],
    "compare scores": ["compare", "--scores", "scores.jsonl", "--trials", "20", "--all-pairs"],
    "meta correlate": ["meta", "correlate", "scores.jsonl", "--level", "segment", "--trials", "20"],
    "meta compare": ["meta", "compare", "scores.jsonl", "--level", "segment", "--trials", "20"],
    "human rank": ["human", "rank", "ratings.jsonl", "--trials", "20"],
    "human quality": ["human", "quality", "ratings.jsonl"],
    "human agreement": ["human", "agreement", "ratings.jsonl"],
}


@pytest.mark.parametrize("output_format", FORMATS)
@pytest.mark.parametrize("command", COMMANDS)
def test_names_are_shown_as_escapes(command, output_format):
    found = harmless(run(*COMMANDS[command], "--format", output_format))
    assert found.code in (0, 1)
    assert "error: " not in found.stderr
    if output_format == "json":
        assert NASTY in texts_of(json.loads(found.stdout))


def texts_of(data):
    """All strings of some JSON, one after the other."""
    if isinstance(data, dict):
        return "".join(f"{key}{texts_of(value)}" for key, value in data.items())
    if isinstance(data, list):
        return "".join(map(texts_of, data))
    return data if isinstance(data, str) else ""


@pytest.mark.parametrize(
    "arguments",
    [
        ["score", "-r", "ref.txt", f"no{NASTY}.txt"],
        ["score", "-r", "ref.txt", "large.txt", "-m", f"bleu{NASTY}"],
        ["compare", f"no{NASTY}.json"],
        ["score", f"--no{NASTY}"],
        [f"no{NASTY}"],
        ["human", "rank", f"no{NASTY}.csv"],
        ["verify", f"no{NASTY}.json"],
        ["cite", f"no{NASTY}"],
        ["metrics", f"no{NASTY}"],
    ],
)
def test_errors_are_harmless_too(arguments):
    found = harmless(run(*arguments))
    assert found.code > 0
    assert "owned" in found.stderr


def test_warnings_and_changes_are_harmless_too():
    lines = Path("ref.txt").read_text().count("\n")
    Path(f"empty{NASTY}.txt").write_text("\n" * lines)
    found = harmless(run("score", "-r", "ref.txt", f"empty{NASTY}.txt", "large.txt"))
    assert found.code == 0
    assert "warning: " in found.stderr
    run(*COMMANDS["compare"])
    data = json.loads(Path("result.json").read_text())
    data["metrics"][0]["pairs"][0]["verdict"] = f"better{NASTY}"
    Path("other.json").write_text(json.dumps(data))
    changed = harmless(run("verify", "result.json", "--against", "other.json"))
    assert changed.code == 1
    assert f"better{SHOWN}" in changed.stdout


def test_a_terminal_gets_no_escapes_but_those_of_the_table():
    class Terminal(io.StringIO):
        def isatty(self):
            return True

    stream = Terminal()
    show(Table(["system"], [[NASTY], ["a\nb"]], [NASTY], [f"note {NASTY}"]), dict, "table", stream)
    text = stream.getvalue()
    assert "\x07" not in text
    assert "\x1b]" not in text
    assert SHOWN in text
    assert r"a\nb" in text


def test_what_is_harmless_stays():
    assert visible("größe 中文 e\u0301 \u200f") == "größe 中文 e\u0301 \u200f"
    assert visible("a\nb\tc\x00", keep="\n") == "a\nb\\tc\\x00"
    assert visible("\udcff") == r"\udcff"


def test_commands_print_in_one_place():
    sources = Path(tertium.__file__).parent.glob("cli/**/*.py")
    printing = {file.name for file in sources if "click.echo(" in file.read_text()}
    assert printing == {"_streams.py", "completion.py"}
