"""`tertium demo`, `cite`, `completion` and `--version`."""

import re

import pytest
from tests.command import run

from tertium.core.citations import citations


@pytest.mark.slow
def test_demo_answers_first_and_writes_a_report(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    result = run("demo")
    assert result.code == 0
    assert (
        "large, distilled and finetuned are significantly better than baseline under BLEU,"
        " chrF2 and TER. pivot is significantly worse"
    ) in " ".join(result.stdout.split())
    assert len(result.stdout.splitlines()) <= 30
    assert "large is better than baseline by" in (tmp_path / "report.html").read_text()


@pytest.mark.slow
def test_demo_fits_in_eighty_columns(tmp_path):
    text = run("demo", "--report", str(tmp_path / "page.html")).stdout
    longest = max((line for line in text.splitlines()[:-1] if "|" not in line), key=len)
    assert len(longest) <= 80, longest


def test_version_tells_kernels_and_libraries():
    lines = run("--version").stdout.splitlines()
    assert re.fullmatch(r"tertium \d+\.\d+\.\d+", lines[0])
    assert re.fullmatch(r"kernels: (gcc|clang|msvc) [\d.]+, stable ABI of Python 3\.11", lines[1])
    assert lines[2].startswith("Python 3.")
    assert re.fullmatch(r"numpy .+, scipy .+, click .+, rich .+", lines[3])


def test_cite_gives_bibtex():
    everything = run("cite").stdout
    assert everything.count("@") == len(citations())
    only = run("cite", "ter").stdout
    assert "snover-2006" in only
    assert "papineni" not in only
    assert run("cite", "blue").code == 2


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_completion_scripts(shell):
    result = run("completion", shell)
    assert result.code == 0
    assert "_TERTIUM_COMPLETE" in result.stdout
