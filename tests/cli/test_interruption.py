"""A signal ends the command at once, with its exit code, and leaves no files behind."""

import fcntl
import os
import signal
import subprocess
import sys
import termios
from pathlib import Path

import pytest
from tests.tools import tool

ROOT = Path(__file__).parent.parent.parent

# Where tests run in the background, signals may be ignored, and commands leave them so.
HEARS = """
import signal
for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
    signal.signal(number, signal.SIG_DFL)
"""
# What a command does while it writes a file; the command itself would be too quick.
WRITES = """
import sys, time
from pathlib import Path
from tertium.cli import _interruption, main

def write():
    from tertium.core.files import writing
    with writing("result.json") as stream:
        stream.write("{")
        stream.flush()
        print("ready", flush=True)
        HANG

main.main = write
from tertium.cli.entry import main
main()
"""
SLEEPS = "time.sleep(600)"
# As a library does that catches everything, or does not return.
IS_DEAF = """
        while True:
            try:
                time.sleep(600)
            except KeyboardInterrupt:
                pass
"""
# A command that is interrupted while a database takes long.
MAKES_A_CAMPAIGN = """
import sys, time
from tertium.cli.entry import main
from tertium.storage import campaigns

def create(*arguments):
    print("ready", flush=True)
    while True:
        try:
            time.sleep(600)
        except KeyboardInterrupt:
            pass

campaigns.create = create
sys.argv = ["tertium", *"campaign new news24 -s NEWS/source.de.txt NEWS/systems/large.txt".split()]
main()
"""


@pytest.mark.slow
def test_runs_interrupted_at_random_moments_end_and_leave_nothing_behind():
    command = [sys.executable, str(ROOT / "tools/interrupt.py"), "--runs", "9", "--longest", "0.8"]
    ended = subprocess.run(command, capture_output=True, text=True)
    assert ended.returncode == 0, ended.stdout + ended.stderr


@pytest.mark.slow
def test_control_c_on_a_terminal_clears_the_bar(tmp_path):
    terminal, process_end = os.openpty()
    process = subprocess.Popen(
        [sys.executable, "-m", "tertium", *tool("interrupt").COMPARISON],
        cwd=tmp_path,
        stdin=process_end,
        stdout=process_end,
        stderr=process_end,
        env={**os.environ, "TERM": "xterm", "COLUMNS": "80"},
        start_new_session=True,
        preexec_fn=lambda: fcntl.ioctl(0, termios.TIOCSCTTY, 0),
    )
    os.close(process_end)
    shown = b""
    while b"Comparing" not in shown:
        shown += os.read(terminal, 1024)
    os.write(terminal, b"\x03")
    try:
        while part := os.read(terminal, 1024):
            shown += part
    except OSError:  # Linux says so at the end
        pass
    os.close(terminal)
    assert process.wait(60) == 130
    assert b"Traceback" not in shown
    assert shown.rindex(b"\x1b[?25h") > shown.rindex(b"\x1b[?25l")
    assert shown.rindex(b"interrupted") > shown.rindex(b"\x1b[2K") > shown.rindex(b"Comparing")


@pytest.mark.slow
def test_no_worker_stays_even_if_the_command_is_killed(tmp_path):
    interrupt = tool("interrupt")
    wait = interrupt.wait_until_workers_compute
    *_, faults = interrupt.interrupted(tmp_path, "processes", signal.SIGKILL, wait)
    assert not faults


@pytest.mark.slow
@pytest.mark.parametrize("hang", [SLEEPS, IS_DEAF])
@pytest.mark.parametrize("sent", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_an_unfinished_file_is_removed(tmp_path, hang, sent):
    process = start(WRITES.replace("HANG", hang), tmp_path, ready=True)
    assert len(list(tmp_path.iterdir())) == 1
    process.send_signal(sent)
    _, stderr = process.communicate(timeout=60)
    assert (process.returncode, stderr) == (128 + sent, "interrupted\n")
    assert not list(tmp_path.iterdir())


def test_a_second_signal_ends_at_once(tmp_path):
    process = start(WRITES.replace("HANG", IS_DEAF), tmp_path, ready=True)
    process.send_signal(signal.SIGTERM)
    process.send_signal(signal.SIGINT)
    _, stderr = process.communicate(timeout=60)
    assert process.returncode in (128 + signal.SIGTERM, 128 + signal.SIGINT)
    assert stderr == "interrupted\n"
    assert not list(tmp_path.iterdir())


def test_a_campaign_that_is_interrupted_leaves_no_folder_behind(tmp_path):
    news = tool("interrupt").NEWS
    process = start(MAKES_A_CAMPAIGN.replace("NEWS", str(news)), tmp_path, ready=True)
    assert list(tmp_path.iterdir())
    process.send_signal(signal.SIGINT)
    process.communicate(timeout=60)
    assert process.returncode == 130
    assert not list(tmp_path.iterdir())


def test_a_signal_that_was_ignored_stays_so(tmp_path):
    ignoring = "import signal; signal.signal(signal.SIGINT, signal.SIG_IGN)\n"
    process = start(ignoring + WRITES.replace("HANG", "sys.stdin.read()"), tmp_path, ready=True)
    process.send_signal(signal.SIGINT)
    process.communicate("", timeout=60)
    assert process.returncode == 0
    assert (tmp_path / "result.json").read_text() == "{"


def test_a_signal_while_modules_are_loaded_shows_no_traceback(tmp_path):
    # Raised within the import of click, which is what takes longest.
    (tmp_path / "click.py").write_text("import signal; signal.raise_signal(signal.SIGINT)\n")
    process = start("from tertium.cli.entry import main; main()", tmp_path)
    _, stderr = process.communicate(timeout=60)
    assert (process.returncode, stderr) == (130, "interrupted\n")


def start(script: str, folder: Path, *, ready: bool = False) -> "subprocess.Popen[str]":
    process = subprocess.Popen(
        [sys.executable, "-c", HEARS + script],
        cwd=folder,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    assert not ready or process.stdout.readline() == "ready\n"
    return process
