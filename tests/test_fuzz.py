"""Damaged files of every format end in a result or in an error of the error tree, and soon."""

import os
import subprocess
import sys

import pytest

from tests.conftest import REFERENCE_DATA, ROOT


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
