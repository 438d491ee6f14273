"""A process that a test leaves behind is seen, even if its own parent has ended."""

import os
import signal
import subprocess

from tests.processes import children, still_running


def test_a_child_of_a_child_is_seen_and_then_waited_for():
    before = children()
    # The shell ends at once; what it started stays, and has nothing to write to.
    command = "sleep 600 >/dev/null 2>&1 & echo $!"
    started = subprocess.run(["sh", "-c", command], capture_output=True, text=True, check=True)
    left = children() - before
    assert {one.number for one in left} == {int(started.stdout)}
    os.kill(int(started.stdout), signal.SIGKILL)
    assert not still_running(lambda: children() - before)
