"""Threads that work in parallel and stop at once when interrupted.

Python raises KeyboardInterrupt in the main thread, between any two of its instructions. If that
happens inside the library code of `threading` or `concurrent.futures`, a lock may stay locked, and
every thread that needs it waits forever. The thread that waits for results therefore does not use
that code: it starts threads and passes numbers and results with functions written in C, which
cannot be interrupted halfway, and it never waits for a thread without a time limit.
"""

from _thread import start_new_thread
from collections.abc import Callable, Iterator, Sequence
from queue import Empty, SimpleQueue
from threading import local
from time import monotonic
from typing import Any, Generic, NamedTuple, TypeVar

T = TypeVar("T")

# Calls per thread that are queued ahead. This bounds the memory for calls and their results.
_AHEAD = 16

# Seconds after which a waiting thread checks for signals, in case no signal has woken it.
_LOOK = 0.2

# Seconds to wait for threads to end after an interruption or an error.
_PATIENCE = 0.5


class Stopped(BaseException):
    """Ends a worker whose results are no longer needed."""


class TimedOut(Exception):
    """A function did not return within its time limit."""


class _Stop:
    requested = False


class _Outcome(NamedTuple, Generic[T]):
    number: int
    result: T | None = None
    error: BaseException | None = None


_here = local()


def check_stop() -> None:
    """Raise Stopped in a worker that should stop; long computations call this regularly."""
    stop = getattr(_here, "stop", None)
    if stop is not None and stop.requested:
        raise Stopped


class Workers:
    """Threads that call functions; at the end of the `with` block they end."""

    def __init__(self) -> None:
        self._todo: SimpleQueue[int | None] = SimpleQueue()
        self._done: SimpleQueue[_Outcome[Any] | None] = SimpleQueue()
        self._stop = _Stop()
        self._threads = 0

    def __enter__(self) -> "Workers":
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()
        until = monotonic() + _PATIENCE
        while self._threads and (left := until - monotonic()) > 0:
            try:
                self._threads -= self._done.get(timeout=min(left, _LOOK)) is None
            except Empty:
                continue

    def in_order(self, calls: Sequence[Callable[[int], T]], count: int) -> Iterator[T]:
        """Yield the results for 0, 1 ... up to `count`, in this order.

        Args:
            calls: One function for each thread, which is called with successive numbers.
            count: Number of results.
        """
        self._start(calls[:count])
        ahead = _AHEAD * self._threads
        for number in range(min(ahead, count)):
            self._todo.put(number)
        early: dict[int, _Outcome[T]] = {}
        for number in range(count):
            while number not in early:
                outcome = _wait(self._done)
                early[outcome.number] = outcome
            if number + ahead < count:
                self._todo.put(number + ahead)
            yield _result(early.pop(number))

    def stop(self) -> None:
        """Tell all threads to end, without waiting for them."""
        self._stop.requested = True
        for _ in range(self._threads):
            self._todo.put(None)

    def _start(self, calls: Sequence[Callable[[int], object]]) -> None:
        for call in calls:
            try:
                start_new_thread(_work, (call, self._todo, self._done, self._stop))
            except RuntimeError:  # the system allows no more threads
                if not self._threads:
                    raise
                return
            self._threads += 1


def elsewhere(function: Callable[[], T], limit: float | None = None) -> T:
    """Call a function in a new thread, so that Ctrl-C works while it runs.

    Args:
        function: The function. It continues in the background after an interruption.
        limit: Seconds to wait before TimedOut is raised.
    """
    done: SimpleQueue[_Outcome[T] | None] = SimpleQueue()
    start_new_thread(lambda: done.put(_outcome(lambda _: function(), 0)), ())
    return _result(_wait(done, limit))


def _work(
    call: Callable[[int], T],
    todo: SimpleQueue[int | None],
    done: SimpleQueue[_Outcome[T] | None],
    stop: _Stop,
) -> None:
    _here.stop = stop
    while (number := todo.get()) is not None and not stop.requested:
        done.put(_outcome(call, number))
    done.put(None)


def _outcome(call: Callable[[int], T], number: int) -> _Outcome[T]:
    try:
        return _Outcome(number, call(number))
    except BaseException as error:
        return _Outcome(number, error=error)


def _result(outcome: _Outcome[T]) -> T:
    if outcome.error is not None:
        raise outcome.error
    return outcome.result  # type: ignore[return-value]


def _wait(done: SimpleQueue[T | None], limit: float | None = None) -> T:
    until = None if limit is None else monotonic() + limit
    while until is None or monotonic() < until:
        try:
            found = done.get(timeout=_LOOK)
        except Empty:
            continue
        if found is not None:
            return found
    raise TimedOut
