"""Processes that tests start, as Linux lists them in /proc; empty on other systems."""

import ctypes
import os
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

_PR_SET_CHILD_SUBREAPER = 36
# A process that is about to end is waited for; one that has not ended by then never will.
_LIMIT = 60.0
_OF_THE_SESSION = ("resource_tracker", "tertium-postgres-")


class Process(NamedTuple):
    """A process that runs."""

    number: int
    command: str


def adopt_orphans() -> None:
    """Become the parent of processes whose own parent ends, so that they can be seen."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(_PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)


def children() -> set[Process]:
    """Processes that this one has started and that run.

    Python's own resource tracker and the database server of the session (`databases.py`) end later.
    """
    found = set()
    for entry in Path("/proc").glob("[0-9]*"):
        try:
            state, parent = (entry / "stat").read_text().rpartition(")")[2].split()[:2]
            command = (entry / "cmdline").read_text(errors="replace").replace("\0", " ")
        except OSError:  # it has just ended
            continue
        ours = int(parent) == os.getpid() and state != "Z"
        if ours and not any(name in command for name in _OF_THE_SESSION):
            found.add(Process(int(entry.name), command))
    return found


def still_running(find: Callable[[], set[Process]]) -> set[Process]:
    """Processes that a function finds again and again, until none is left or a minute is over."""
    until = time.monotonic() + _LIMIT
    while (found := find()) and time.monotonic() < until:
        time.sleep(0.01)
    return found
