"""Measuring two programs alternately, in CPU time."""

import gc
import resource
import statistics
import subprocess
import time
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass


@dataclass(frozen=True)
class Comparison:
    """CPU times of both programs for one job; the ratio is that of the medians."""

    job: str
    theirs: tuple[float, ...]
    ours: tuple[float, ...]
    goal: float | None = None

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
            f"{1000 * statistics.median(self.theirs):,.1f}",
            f"{1000 * statistics.median(self.ours):,.2f}",
            f"{self.ratio:.1f}",
            f"{low:.1f}-{high:.1f}",
            "" if self.goal is None else f"{self.goal:g}",
            "" if self.goal is None else ("yes" if self.ratio >= self.goal else "NO"),
        ]


HEADER = ["job", "peer ms", "tertium ms", "ratio", "spread", "goal", "met"]


def alternate(
    job: str,
    theirs: Callable[[], object],
    ours: Callable[[], object],
    *,
    repetitions: int,
    goal: float | None = None,
    before: Callable[[], object] = lambda: None,
) -> Comparison:
    """Run both in turn, once each to warm up; `before` runs before every repetition, unmeasured."""
    times: dict[str, list[float]] = {"theirs": [], "ours": []}
    for repetition in range(repetitions + 1):
        for name, run in (("theirs", theirs), ("ours", ours)):
            before()
            gc.collect()
            start = time.process_time()
            run()
            spent = time.process_time() - start
            if repetition:
                times[name].append(spent)
    return Comparison(job, tuple(times["theirs"]), tuple(times["ours"]), goal)


def command_seconds(command: Sequence[str], environment: dict[str, str]) -> float:
    """CPU seconds of a whole command."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(command, check=True, capture_output=True, env=environment)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def alternate_commands(
    job: str,
    theirs: Sequence[str],
    ours: Sequence[str],
    *,
    repetitions: int,
    environment: dict[str, str],
    goal: float | None = None,
) -> Comparison:
    """Run two commands in turn, once each to warm up."""
    times: dict[str, list[float]] = {"theirs": [], "ours": []}
    for repetition in range(repetitions + 1):
        for name, command in (("theirs", theirs), ("ours", ours)):
            spent = command_seconds(command, environment)
            if repetition:
                times[name].append(spent)
    return Comparison(job, tuple(times["theirs"]), tuple(times["ours"]), goal)
