"""Worker processes; none outlives the process that started it."""

import atexit
import os
import pickle
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from queue import SimpleQueue
from typing import IO, Any

from tertium.core import wording
from tertium.core.blas import call_with_one_blas_thread
from tertium.core.errors import TertiumError
from tertium.core.pool import Stopped

Task = Callable[[int], Any]


@contextmanager
def calls(task: Task, count: int) -> Iterator[list[Task]]:
    """Give functions that call a task, each in its own process."""
    import cloudpickle

    packed = cloudpickle.dumps(task)
    workers: list[_Process] = []
    try:
        for _ in range(count):
            workers.append(_idle.pop() if _idle else _Process())
        yield [worker.calling(packed) for worker in workers]
    except BaseException:
        for worker in workers:
            worker.end()
        raise
    _idle.extend(workers)


class _Process:
    """A worker process, started when it is first needed.

    It ends when its standard input ends, so no worker is left if this process is killed.
    """

    def __init__(self) -> None:
        self._process: Any = None
        self._task: Task | None = None
        self._ended = False

    def calling(self, packed: bytes) -> Task:
        """Return the function that calls a task in the process, from one thread at a time."""

        def call(number: int) -> Any:
            if self._process is None:
                self._start()
            try:
                _send((None if self._task is call else packed, number), self._process.stdin)
                self._task = call
                result, error = pickle.load(self._process.stdout)
            except (EOFError, OSError, ValueError, pickle.UnpicklingError):
                raise TertiumError(
                    f"A worker process ended unexpectedly (exit code {self._process.wait()}).",
                    hint=f"If it ran out of memory, use fewer workers ({wording.option('jobs')}).",
                ) from None
            if error is not None:
                raise error
            return result

        return call

    def end(self) -> None:
        """Kill the process."""
        self._ended = True
        process = self._process
        if process is not None:
            process.kill()
            process.wait()
            for stream in (process.stdin, process.stdout):
                with suppress(OSError):
                    stream.close()

    def _start(self) -> None:
        import subprocess

        # Ctrl-C on a terminal reaches all of its processes. Workers inherit the signal mask of this
        # thread, so that only the process that started them handles it.
        if hasattr(signal, "pthread_sigmask"):
            signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
        self._process = subprocess.Popen(
            [sys.executable, "-c", _WORKER], stdin=subprocess.PIPE, stdout=subprocess.PIPE
        )
        if self._ended:
            self.end()
            raise Stopped
        _send(sys.path, self._process.stdin)


_WORKER = """
import os, pickle, sys
try:
    sys.path = pickle.load(sys.stdin.buffer)
except EOFError:
    os._exit(0)
from tertium.core.processes import serve
serve()
"""

# Idle workers; starting a worker takes as long as many blocks of work.
_idle: list[_Process] = []


@atexit.register
def end_idle() -> None:
    """End the idle workers."""
    while _idle:
        _idle.pop().end()


def serve() -> None:
    """Run a worker: call the tasks that arrive on standard input."""
    from _thread import start_new_thread

    results = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # standard output is for results; tasks print to standard error
    wanted: SimpleQueue[tuple[bytes | None, int]] = SimpleQueue()
    start_new_thread(_listen, (wanted,))
    task: Any = None
    while True:
        packed, number = wanted.get()
        try:
            if packed is not None:
                task = pickle.loads(packed)
            answer = _packed((call_with_one_blas_thread(task, number), None))
        except BaseException as error:
            answer = _packed((None, error))
        try:
            results.write(answer)
            results.flush()
        except OSError:  # the reader has ended
            os._exit(0)


def _listen(wanted: SimpleQueue[tuple[bytes | None, int]]) -> None:
    while True:
        try:
            wanted.put(pickle.load(sys.stdin.buffer))
        except (EOFError, pickle.UnpicklingError):  # the end of input, perhaps within a message
            os._exit(0)


def _send(value: object, stream: IO[bytes]) -> None:
    stream.write(_packed(value))
    stream.flush()


def _packed(value: object) -> bytes:
    return pickle.dumps(value, pickle.HIGHEST_PROTOCOL)
