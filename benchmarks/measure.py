"""Measuring two programs alternately, in CPU time."""

import gc
import os
import resource
import statistics
import subprocess
import time
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import NamedTuple


@dataclass(frozen=True)
class Comparison:
    """CPU times of both programs for one job; the ratio is that of the medians."""

    job: str
    theirs: tuple[float, ...]
    ours: tuple[float, ...]
    goal: float | None = None
    peer: str = "sacreBLEU"

    @property
    def ratio(self) -> float:
        return statistics.median(self.theirs) / statistics.median(self.ours)

    @property
    def spread(self) -> tuple[float, float]:
        """The least and most favourable pairing of the repetitions."""
        return min(self.theirs) / max(self.ours), max(self.theirs) / min(self.ours)

    def to_dict(self) -> dict[str, object]:
        return asdict(self) | {"ratio": self.ratio, "spread": self.spread}

    def to_row(self) -> list[str]:
        low, high = self.spread
        return [
            self.job,
            self.peer,
            f"{1000 * statistics.median(self.theirs):,.1f}",
            f"{1000 * statistics.median(self.ours):,.2f}",
            f"{self.ratio:.1f}",
            f"{low:.1f}-{high:.1f}",
            "" if self.goal is None else f"{self.goal:g}",
            "" if self.goal is None else ("yes" if self.ratio >= self.goal else "NO"),
        ]


HEADER = ["job", "peer", "peer ms", "tertium ms", "ratio", "spread", "goal", "met"]


def alternate(
    job: str,
    theirs: Callable[[], object],
    ours: Callable[[], object],
    *,
    repetitions: int,
    goal: float | None = None,
    before: Callable[[], object] = lambda: None,
    peer: str = "sacreBLEU",
) -> Comparison:
    """Call both in turn; `before` is called before each, unmeasured."""
    times = in_turn(
        lambda: call_seconds(theirs, before), lambda: call_seconds(ours, before), repetitions
    )
    return Comparison(job, *times, goal, peer)


def alternate_commands(
    job: str,
    theirs: Sequence[str],
    ours: Sequence[str],
    *,
    repetitions: int,
    environment: dict[str, str],
    goal: float | None = None,
) -> Comparison:
    """Run two commands in turn."""
    times = in_turn(
        lambda: command_seconds(theirs, environment),
        lambda: command_seconds(ours, environment),
        repetitions,
    )
    return Comparison(job, *times, goal)


def alternate_with_command(
    job: str,
    theirs: Sequence[str],
    ours: Callable[[], object],
    *,
    repetitions: int,
    folder: Path,
    peer: str,
    goal: float | None = None,
) -> Comparison:
    """Run their command, in a folder, and call ours in turn, ten times where they run once.

    Ours takes milliseconds, of which a single one after another program would be spent on finding
    its code and data again. No result outlives its call, as ten of them would take memory anew.
    """

    def ten_times() -> None:
        for _ in range(10):
            ours()

    times = in_turn(
        lambda: command_seconds(theirs, folder=folder),
        lambda: call_seconds(ten_times) / 10,
        repetitions,
    )
    return Comparison(job, *times, goal, peer)


def call_seconds(run: Callable[[], object], before: Callable[[], object] = lambda: None) -> float:
    """CPU seconds of a call."""
    before()
    gc.collect()
    start = time.process_time()
    run()
    return time.process_time() - start


def command_seconds(
    command: Sequence[str],
    environment: dict[str, str] | None = None,
    folder: Path | None = None,
) -> float:
    """CPU seconds of a whole command."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(command, check=True, capture_output=True, env=environment, cwd=folder)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


class Usage(NamedTuple):
    """CPU seconds and peak memory of a command; a megabyte is a million bytes."""

    seconds: float
    megabytes: float


def command_usage(command: Sequence[str]) -> Usage:
    """Run a command, and see what it has used."""
    process = subprocess.Popen(command)
    _, status, usage = os.wait4(process.pid, 0)
    if status:
        raise subprocess.CalledProcessError(status, command)
    return Usage(usage.ru_utime + usage.ru_stime, usage.ru_maxrss * 1024 / 1e6)


def in_turn(
    theirs: Callable[[], float], ours: Callable[[], float], repetitions: int
) -> tuple[tuple[float, ...], tuple[float, ...]]:
    """Seconds of both; the first round warms up and does not count."""
    rounds = [(theirs(), ours()) for _ in range(repetitions + 1)][1:]
    return tuple(their for their, _ in rounds), tuple(our for _, our in rounds)
