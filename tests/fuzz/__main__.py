"""Damage files and run commands on them; count what ends in a traceback or takes too long.

A run depends on the seed and its number alone: `--first 1234 --runs 1` repeats one.
"""

import argparse
import os
import resource
import shutil
import signal
import sys
import tempfile
import time
import traceback
from collections import Counter
from pathlib import Path
from random import Random
from types import FrameType
from typing import NamedTuple

from tests.command import run
from tests.fuzz.case import Case, arguments
from tests.fuzz.corpus import cases
from tests.fuzz.mutations import mutated

# Seconds of computing that no run may take, on files of at most a few hundred lines; and seconds
# altogether, for a run that waits.
LONGEST, WAITING = 20, 120
# Enough for every command; more would be a file that makes the program ask for memory.
MEMORY = 6 << 30


class TooLong(BaseException):
    """A run was stopped; not an Exception, which the program might catch."""


class Failure(NamedTuple):
    """A run that went wrong."""

    number: int
    case: str
    command: str
    place: str
    text: str


def main() -> int:
    """Run, and print the counts."""
    options = _options()
    resource.setrlimit(resource.RLIMIT_DATA, (MEMORY, MEMORY))
    for alarm in (signal.SIGALRM, signal.SIGPROF):
        signal.signal(alarm, _stop)
    corpus, failures, codes = cases(), list[Failure](), Counter[int]()
    kept = options.keep and options.keep.resolve()
    started, slowest = time.monotonic(), 0.0
    with tempfile.TemporaryDirectory(prefix="fuzz-") as folder:
        os.chdir(folder)
        for number in range(options.first, options.first + options.runs):
            random = Random(f"{options.seed}:{number}")
            case = random.choice(corpus)
            begun = time.process_time()
            found = _run(case, number, random)
            slowest = max(slowest, time.process_time() - begun)
            if isinstance(found, Failure):
                failures.append(found)
                _say(f"run {number}: {found.case}: {found.command}\n{found.text}")
                if kept:
                    shutil.copytree(folder, kept / str(number), dirs_exist_ok=True)
            else:
                codes[found] += 1
            for path in Path(folder).iterdir():
                shutil.rmtree(path) if path.is_dir() else path.unlink()
        os.chdir("/")
    places = Counter(one.place for one in failures)
    _say(
        f"{options.runs:,} runs with the seed {options.seed} in"
        f" {time.monotonic() - started:.0f} seconds, the slowest in"
        f" {slowest:.1f} CPU seconds; exit codes:"
        f" {', '.join(f'{code} {count:,} times' for code, count in sorted(codes.items()))};"
        f" {len(failures):,} failures{':' if places else '.'}"
    )
    for place, count in places.most_common():
        _say(f"{count:6,}  {place}")
    return 1 if failures else 0


def _say(text: str) -> None:
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz", description=__doc__)
    parser.add_argument("--runs", type=int, default=1_000, help="number of runs")
    parser.add_argument("--seed", type=int, default=1, help="seed of all that is drawn")
    parser.add_argument("--first", type=int, default=0, help="number of the first run")
    parser.add_argument("--keep", type=Path, help="folder to keep the files of failed runs in")
    return parser.parse_args()


def _run(case: Case, number: int, random: Random) -> Failure | int:
    """Write the files with one of them damaged, and run a command: its exit code."""
    damaged = random.choice(case.mutable or tuple(case.files))
    for name, data in case.files.items():
        path = Path(name)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(mutated(data, random) if name == damaged else data)
    command = random.choice(case.commands)
    signal.setitimer(signal.ITIMER_PROF, LONGEST)
    signal.setitimer(signal.ITIMER_REAL, WAITING)
    try:
        result = run(*arguments(command))
    except TooLong:
        text = "".join(traceback.format_exc(limit=-8))
        return Failure(number, case.name, command, f"more than {LONGEST} seconds", text)
    except BaseException as error:
        text = "".join(traceback.format_exception(error, limit=-6))
        return Failure(number, case.name, command, _place(error), text)
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.setitimer(signal.ITIMER_REAL, 0)
    if result.code not in (0, 1, 2) or "Traceback" in result.stderr:
        return Failure(number, case.name, command, f"exit code {result.code}", result.stderr)
    if result.code and not result.stderr and not result.stdout:
        return Failure(number, case.name, command, "an error without a word", result.stderr)
    return result.code


def _place(error: BaseException) -> str:
    """Where in the program an exception comes from."""
    frames = traceback.extract_tb(error.__traceback__)
    own = [one for one in frames if "/tertium/" in one.filename]
    place = own[-1] if own else frames[-1]
    return f"{type(error).__name__} at {place.filename.partition('/src/')[2]}:{place.lineno}"


def _stop(_: int, __: FrameType | None) -> None:
    raise TooLong


if __name__ == "__main__":
    sys.exit(main())
