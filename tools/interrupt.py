"""Interrupt comparisons at random moments, and see that each ends and leaves nothing behind.

    python tools/interrupt.py --runs 300

A run fails if it does not end within a minute, if a process of it is left, if its folder holds a
new file, if it prints a traceback, or if its exit code does not tell the signal. Needs Linux.
"""

import argparse
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

NEWS = Path(__file__).parent.parent / "src" / "tertium" / "examples" / "news"
COMPARISON = [
    *("compare", "-r", str(NEWS / "reference.A.en.txt")),
    *(str(NEWS / "systems" / f"{name}.txt") for name in ("pivot", "large", "distilled")),
    *("--trials", "1000000000", "-m", "chrf", "--output", "result.json"),
]
# One line that TERCOM takes minutes for: it is interrupted within a kernel.
LONG_LINE = ["score", "-r", "reference.txt", "output.txt", "-m", "ter(variant=tercom)"]
LIMIT = 60.0

Wait = Callable[["subprocess.Popen[bytes]"], None]


def main() -> int:
    """Interrupt runs, and print how they ended."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--runs", type=int, default=300)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--longest", type=float, default=4.0, help="latest moment, in seconds")
    parser.add_argument("--engines", default="threads,processes,long-line")
    options = parser.parse_args()
    choose = random.Random(options.seed)
    failures = 0
    times: dict[str, list[float]] = {}
    codes: Counter[str] = Counter()
    for run in range(options.runs):
        engine = options.engines.split(",")[run % len(options.engines.split(","))]
        sent = choose.choice([signal.SIGINT, signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
        moment = choose.uniform(0, options.longest)
        twice = choose.random() < 0.25
        with tempfile.TemporaryDirectory() as folder:
            code, seconds, faults = interrupted(
                Path(folder), engine, sent, after(moment), twice=twice
            )
        times.setdefault(engine, []).append(seconds)
        codes[f"{engine}: exit code {code}"] += 1
        if faults:
            failures += 1
            print(f"run {run}: {engine}, {sent.name} after {moment:.3f} s: {'; '.join(faults)}")
    for name, count in sorted(codes.items()):
        print(f"{name}: {count} runs")
    for engine, found in sorted(times.items()):
        found.sort()
        shown = " ".join(
            f"{found[round(q * (len(found) - 1))]:.2f}" for q in (0, 0.5, 0.9, 0.99, 1)
        )
        print(f"{engine}: seconds to exit (0, 50, 90, 99, 100 %): {shown}")
    print(f"{options.runs} runs, {failures} failed")
    return 1 if failures else 0


def interrupted(
    folder: Path, engine: str, sent: signal.Signals, wait: Wait, *, twice: bool = False
) -> tuple[int | None, float, list[str]]:
    """Run a comparison in a folder and interrupt it after a function has waited for the moment.

    Returns:
        The exit code, seconds from the signal to the end, and what went wrong.
    """
    command = [*COMPARISON, "--engine", engine]
    if engine == "long-line":
        command = LONG_LINE
        shuffle = random.Random(1).shuffle
        words = [str(number % 83) for number in range(1500)]
        shuffle(words)
        (folder / "output.txt").write_text(" ".join(words) + "\n")
        shuffle(words)
        (folder / "reference.txt").write_text(" ".join(words) + "\n")
    before = {path.name for path in folder.iterdir()}
    process = subprocess.Popen(
        [sys.executable, "-m", "tertium", *command],
        cwd=folder,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
        preexec_fn=hear_signals,
    )
    wait_until_it_listens(process)
    wait(process)
    begun = time.monotonic()
    # Ctrl-C on a terminal reaches all processes of the command, `kill` only one.
    send = os.killpg if sent == signal.SIGINT else os.kill
    send(process.pid, sent)
    if twice:
        time.sleep(0.01)
        if process.poll() is None:
            send(process.pid, sent)
    faults = []
    try:
        _, stderr = process.communicate(timeout=LIMIT)
    except subprocess.TimeoutExpired:
        faults.append(f"it did not end within {LIMIT:.0f} seconds")
        os.killpg(process.pid, signal.SIGKILL)
        _, stderr = process.communicate()
    seconds = time.monotonic() - begun
    if process.returncode != (-sent if sent == signal.SIGKILL else 128 + sent):
        faults.append(f"its exit code is {process.returncode}")
    if b"Traceback" in stderr or b"rror" in stderr:
        faults.append(f"it printed {stderr.decode()!r}")
    if left := sorted({path.name for path in folder.iterdir()} - before):
        faults.append(f"it left {', '.join(left)}")
    if not nothing_runs(process.pid):
        faults.append("it left a process")
    return process.returncode, seconds, faults


def after(seconds: float) -> Wait:
    """Give the function that waits for so many seconds."""
    return lambda _: time.sleep(seconds)


def hear_signals() -> None:
    """Undo what `nohup` and shells do to jobs in the background: ignored signals stay ignored."""
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, signal.SIG_DFL)


def wait_until_it_listens(process: "subprocess.Popen[bytes]") -> None:
    """Wait until the command has its own handlers: a bit for each in the mask of the process."""
    while process.poll() is None:
        status = Path(f"/proc/{process.pid}/status").read_text()
        caught = int(status.split("SigCgt:")[1].split()[0], 16)
        if caught >> (signal.SIGHUP - 1) & 1:
            return
        time.sleep(0.001)


def wait_until_workers_compute(process: "subprocess.Popen[bytes]") -> None:
    """Wait until a worker process of the command has computed for a second."""
    second = os.sysconf("SC_CLK_TCK")
    while process.poll() is None:
        if any(one.ticks > second for one in running(process.pid) if one.number != process.pid):
            return
        time.sleep(0.01)


def nothing_runs(session: int) -> bool:
    """Whether no process of a session is left; one that is about to end is waited for."""
    until = time.monotonic() + LIMIT
    while time.monotonic() < until:
        if not any(running(session)):
            return True
        time.sleep(0.01)
    return False


class Running(NamedTuple):
    """A process that runs, and the clock ticks that it has computed for."""

    number: int
    ticks: int


def running(session: int) -> Iterator[Running]:
    """Processes of a session that run."""
    for entry in Path("/proc").glob("[0-9]*"):
        try:
            cells = (entry / "stat").read_text().rpartition(")")[2].split()
        except OSError:  # it has just ended
            continue
        if cells[0] != "Z" and int(cells[3]) == session:
            yield Running(int(entry.name), int(cells[11]) + int(cells[12]))


if __name__ == "__main__":
    sys.exit(main())
