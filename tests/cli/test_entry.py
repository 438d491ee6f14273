"""The entry point of the installed command."""

import subprocess
import sys

import pytest


def run(before: str) -> subprocess.CompletedProcess[str]:
    """Run `tertium --version` after some statements."""
    script = (
        f"import sys\n{before}\nfrom tertium.cli.entry import main\n"
        "sys.argv = ['tertium', '--version']\nmain()\n"
    )
    command = [sys.executable, "-c", script]
    return subprocess.run(command, capture_output=True, text=True, check=True)


def test_a_command_ends_without_taking_the_interpreter_down():
    kept = "class Kept:\n    def __del__(self):\n        print('freed')\nkept = Kept()"
    assert "freed" not in run(kept).stdout


@pytest.mark.parametrize(
    "before",
    [
        "import atexit; atexit.register(print, 'last')",
        "import threading\nmain_thread = threading.main_thread()\n"
        "threading.Thread(target=lambda: (main_thread.join(), print('last'))).start()",
    ],
    ids=["exit function", "thread"],
)
def test_what_remains_at_exit_is_done(before):
    assert run(before).stdout.endswith("last\n")


def test_a_profiler_shows_its_results():
    command = [sys.executable, "-m", "cProfile", "-m", "tertium", "--version"]
    shown = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    assert "function calls" in shown
