"""Damaged files of every format end in a result or in an error of the error tree, and soon."""

import os
import re
import subprocess
import sys

import pytest

from tests.cli_commands import options_of
from tests.command import run
from tests.conftest import REFERENCE_DATA, ROOT
from tests.fuzz.case import arguments
from tests.fuzz.corpus import cases


@pytest.mark.slow
def test_no_damaged_file_ends_in_a_traceback_or_takes_long():
    # A process of its own: it limits its memory and sets an alarm.
    found = subprocess.run(
        [sys.executable, "-m", "tests.fuzz", "--runs", "1500", "--seed", "12"],
        cwd=ROOT,
        env=os.environ | {"TERTIUM_REFERENCE_DATA": str(REFERENCE_DATA)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert found.returncode == 0, found.stdout[-10_000:] + found.stderr[-10_000:]
    assert "1,500 runs with the seed 12" in found.stdout


@pytest.fixture(scope="module")
def corpus():
    return cases()


@pytest.mark.slow
def test_files_that_are_not_damaged_are_read(corpus, tmp_path, monkeypatch):
    """A reader that refuses every file would pass the test above."""
    for number, case in enumerate(corpus):
        folder = tmp_path / str(number)
        for name, data in case.files.items():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            (folder / name).write_bytes(data)
        monkeypatch.chdir(folder)
        # A study may lack data in a part of a file; one of the commands does not.
        results = (run(*arguments(command)) for command in case.commands)
        messages = []
        for result in results:
            if result.code == 0:
                break
            messages.append(result.stderr)
        else:
            pytest.fail(f"{case.name}: {messages}")


@pytest.mark.slow
def test_commands_have_the_options_that_they_are_given(corpus):
    """A command with an option that is gone would read no file at all."""
    for command in {command for case in corpus for command in case.commands}:
        words = arguments(command)
        given = {word for word in words if re.match(r"--?[a-z]", word)}
        assert given <= options_of(words), command
