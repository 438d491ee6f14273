"""How work is spread: parts of the segments over threads, and word of how far it has come.

The kernels release the GIL, so threads suffice on one machine. Work comes in parts whose size
does not depend on the number of threads, so neither does any result; between two parts an
interruption (Ctrl-C) is heard.
"""

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar

from tertium.core.errors import ParameterError
from tertium.core.progress import Advance


def available_cores() -> int:
    """Number of cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


class Executor:
    """Spreads work over threads of this machine.

    Args:
        jobs: Number of threads; by default one for each core.
        advance: Called with the share of the work done since the last call.
    """

    def __init__(self, jobs: int | None = None, advance: Advance | None = None) -> None:
        if jobs is not None and jobs < 1:
            raise ParameterError.bad_value("Executor", "jobs", "at least 1", jobs)
        self.jobs = jobs
        self.advance = advance

    def spread(self, count: int, part: int, work: Callable[[int, int], None]) -> None:
        """Call `work(begin, end)` for consecutive parts of `count` items."""
        if 0 < count <= part:
            work(0, count)
            self._advanced(1)
            return
        bounds = [(begin, min(begin + part, count)) for begin in range(0, count, part)]
        threads = min(self.jobs or available_cores(), len(bounds))
        if threads <= 1:
            for begin, end in bounds:
                work(begin, end)
                self._advanced(1 / len(bounds))
            return
        from concurrent.futures import ThreadPoolExecutor, as_completed

        pool = ThreadPoolExecutor(threads)
        try:
            for future in as_completed([pool.submit(work, *bound) for bound in bounds]):
                future.result()
                self._advanced(1 / len(bounds))
        finally:
            pool.shutdown(cancel_futures=True)

    def _advanced(self, share: float) -> None:
        if self.advance is not None:
            self.advance(share)


_active: ContextVar[Executor] = ContextVar("executor", default=Executor())  # noqa: B039


def active() -> Executor:
    """The executor in use."""
    return _active.get()


@contextmanager
def use(executor: Executor) -> Iterator[Executor]:
    """Make `executor` the one in use."""
    token = _active.set(executor)
    try:
        yield executor
    finally:
        _active.reset(token)
