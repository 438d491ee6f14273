"""Standard streams that are full, closed, or in an encoding of few characters."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tertium.core.formatting import FORMATS
from tertium.examples import folder

PROGRAM = "from tertium.cli.main import main; main()"


@pytest.fixture(autouse=True)
def files(tmp_path, monkeypatch):
    news = folder()
    shutil.copy(news / "reference.A.en.txt", tmp_path / "ref.txt")
    shutil.copy(news / "systems/large.txt", tmp_path / "größe–猫.txt")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def shell(redirected: str, **environment: str) -> subprocess.CompletedProcess[bytes]:
    """Run tertium with the streams that a shell gives it."""
    return subprocess.run(
        ["sh", "-c", f'"$PYTHON" -c "{PROGRAM}" {redirected}'],
        env={**os.environ, "PYTHON": sys.executable, **environment},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        check=False,
    )


SCORE = "score -r ref.txt gr*.txt"
FULL = b"error: Standard output cannot be written: No space left on device.\n"
CLOSED = b"error: Standard output cannot be written: Bad file descriptor.\n"


@pytest.mark.parametrize(
    ("command", "environment"),
    [
        (SCORE, {}),
        # More than fits a buffer, and no buffer at all.
        (f"{SCORE} -sl -f json", {}),
        (SCORE, {"PYTHONUNBUFFERED": "1"}),
        ("--help", {}),
    ],
)
def test_a_full_device_is_reported_in_one_line(command, environment):
    done = shell(f"{command} > /dev/full", **environment)
    assert (done.returncode, done.stdout, done.stderr) == (1, b"", FULL)


def test_a_conversion_to_a_full_device_is_reported():
    done = shell("convert ref.txt -f jsonl -o - > /dev/full")
    assert done.returncode == 1
    assert done.stderr == b"error: -: Cannot be written: No space left on device.\n" + FULL


@pytest.mark.parametrize(
    ("redirected", "code", "error"),
    [
        (f"{SCORE} >&-", 1, CLOSED),
        ("convert ref.txt -f jsonl -o - >&-", 1, b"error: -: Cannot be written: Bad file"),
        ("score -r ref.txt - <&-", 1, b"error: -: There is no standard input.\n"),
        (f"{SCORE} 2>&-", 0, b""),
        (f"{SCORE} none.txt 2>&-", 1, b""),
        (f"{SCORE} none.txt 2> /dev/full", 1, b""),
        (f"{SCORE} >&- 2>&- <&-", 1, b""),
    ],
)
def test_closed_streams(redirected, code, error):
    done = shell(redirected)
    assert done.returncode == code
    assert b"Traceback" not in done.stderr
    assert done.stderr.startswith(error)


def test_a_file_is_not_taken_for_a_closed_standard_output(files):
    """The first file that is opened would become descriptor 1."""
    before = (files / "ref.txt").read_bytes()
    shell(f"{SCORE} --segment-scores seg.tsv >&-")
    assert (files / "ref.txt").read_bytes() == before
    assert (files / "seg.tsv").read_text().startswith("system\tsegment\tbleu\n")


@pytest.mark.parametrize("encoding", ["latin-1", "ascii"])
def test_every_format_in_every_encoding(encoding):
    called = "; ".join(f"{_call(name)}; print('\\f', end='')" for name in FORMATS)
    done = subprocess.run(
        [sys.executable, "-c", f"from tertium.cli.main import main\n{_WITHOUT_EXIT}\n{called}"],
        env={**os.environ, "PYTHONIOENCODING": encoding},
        capture_output=True,
        check=True,
    )
    assert done.stderr == b""
    texts = dict(zip(FORMATS, done.stdout.decode(encoding).split("\f"), strict=False))
    assert json.loads(texts["json"])["scores"][0]["system"] == "größe–猫"
    size = "gr\\u00f6\\u00dfe" if encoding == "ascii" else "größe"
    for name in set(FORMATS) - {"json", "latex"}:
        assert f"{size}\\u2013\\u732b" in texts[name], name


_WITHOUT_EXIT = """
def call(*arguments):
    try:
        main(list(arguments))
    except SystemExit as ended:
        assert ended.code == 0
"""


def _call(name: str) -> str:
    return f"call('score', '-r', 'ref.txt', 'größe–猫.txt', '-f', '{name}')"


@pytest.mark.slow
def test_files_written_to_standard_output_are_utf_8_and_in_order():
    command = "compare -r ref.txt gr*.txt b=b.txt --trials 10 --output /dev/stdout -f tsv"
    shutil.copy(folder() / "systems/pivot.txt", "b.txt")
    done = shell(f"{command} > out", PYTHONIOENCODING="ascii")
    assert (done.returncode, done.stderr) == (0, b"")
    text = Path("out").read_text(encoding="utf-8")
    result, end = json.JSONDecoder().raw_decode(text)
    assert {one["system"] for one in result["metrics"][0]["systems"]} == {"größe–猫", "b"}
    assert text[end:].startswith("\nmetric\t")
    piped = shell(command, PYTHONIOENCODING="ascii")
    assert piped.stdout.decode("utf-8") == text
    converted = shell("convert gr*.txt -f tsv -o /dev/stdout", PYTHONIOENCODING="ascii")
    assert converted.stdout.decode("utf-8").startswith("segment\tsystem:größe–猫\n1\t")
