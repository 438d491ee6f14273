"""Public names of `tertium`: signatures for type checkers, docstrings and their examples."""

import doctest
import inspect
import runpy
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest

import tertium

ROOT = Path(__file__).parent.parent
FUNCTIONS = [name for name in dir(tertium) if inspect.isfunction(getattr(tertium, name))]


def test_the_stub_is_current():
    written = runpy.run_path(str(ROOT / "tools/write_stub.py"))
    assert written["STUB"].read_text(encoding="utf-8") == written["stub"](), "Run: make stub"


def test_functions_are_found():
    assert {"bleu", "compare", "plot", "point_at", "show_progress", "testset"} <= {*FUNCTIONS}


@pytest.mark.slow
@pytest.mark.parametrize("name", FUNCTIONS)
def test_the_example_of_a_docstring_runs_beside_the_example_files(name, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    tertium.example(".")
    function = getattr(tertium, name)
    found = doctest.DocTestFinder(recurse=False).find(
        function, name, module=False, globs={"tertium": tertium}
    )
    assert [example for test in found for example in test.examples], f"{name} has no example."
    report: list[str] = []
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE)
    for test in found:
        runner.run(test, out=report.append)
    assert not report, "".join(report)


@pytest.mark.slow
def test_mistyped_names_and_keywords_are_type_errors(tmp_path):
    """A script as a user would write it; three lines have a typo."""
    script = tmp_path / "script.py"
    script.write_text(
        textwrap.dedent("""\
        import pandas as pd

        import tertium

        frame = pd.DataFrame({"a": ["A cat."], "b": ["The cat."], "ref": ["A cat sat."]})
        news = tertium.testset(frame, references="ref", systems=["a", "b"], language_pair="de-en")
        score = tertium.bleu(frame["a"], [frame["ref"]], tok="intl", lc=True)
        print(score.value + float(tertium.chrf(["A cat."], ["A cat sat."], word_order=2)))
        print(tertium.blue(["A cat."], ["A cat sat."]))
        print(tertium.bleu(["A cat."], ["A cat sat."], smoth="floor"))
        result = tertium.compare(news, "bleu,chrf", trails=5)
        tertium.read(references="ref.txt")
        for row in result.to_rows():
            print(row["system"])
        """),
        encoding="utf-8",
    )
    command = [sys.executable, "-m", "mypy", "--strict", "--no-color-output", "--no-error-summary"]
    command += ["--hide-error-context", "--cache-dir", str(tmp_path / "cache"), "script.py"]
    shown = subprocess.run(command, capture_output=True, text=True, check=False, cwd=tmp_path)
    errors = [line for line in shown.stdout.splitlines() if ": error: " in line]
    assert [line.split(": ")[0] for line in errors] == [
        "script.py:9",
        "script.py:10",
        "script.py:11",
    ]
    assert 'has no attribute "blue"' in errors[0]
    assert 'Unexpected keyword argument "smoth"' in errors[1]
    assert 'Unexpected keyword argument "trails"' in errors[2]
