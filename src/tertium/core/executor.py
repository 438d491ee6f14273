"""Run work in parallel, and report its progress.

The kernels and NumPy release the GIL, so threads suffice on one machine; processes and clusters are
other engines (`core.engines`). The size of a part of the work depends on neither the engine nor the
number of workers, so results do not either. Ctrl-C ends the work at once (`core.pool`). Parallel
work inside a part runs in the worker of that part.
"""

from collections.abc import Callable, Generator, Iterator
from contextlib import closing, contextmanager
from contextvars import ContextVar
from copy import copy
from typing import TYPE_CHECKING, Generic, TypeVar

from tertium.core import wording
from tertium.core.limits import MOST_WORKERS
from tertium.core.progress import Advance, part_of, phase
from tertium.core.spec import check_number

# A plain score runs in one thread: it loads neither engines nor the pool of workers.
if TYPE_CHECKING:
    from tertium.core.engines import Task

ENGINES = ("threads", "processes", "dask:ADDRESS", "ray:ADDRESS")

T = TypeVar("T")


class Executor:
    """Runs work on several workers.

    Args:
        jobs: Number of workers; by default one for each core.
        advance: Called with the share of the work done since the last call.
        engine: "threads", "processes", or the scheduler of a cluster, as in
            "dask:tcp://host:8786" or "ray:auto".
    """

    def __init__(
        self, jobs: int | None = None, advance: Advance | None = None, engine: str = "threads"
    ) -> None:
        if jobs is not None:
            check_number("jobs", jobs, int, minimum=1, maximum=MOST_WORKERS)
        name, _, address = engine.partition(":")
        if (f"{name}:ADDRESS" if address else name) not in ENGINES:
            known = f"one of {', '.join(ENGINES)}"
            raise wording.bad_option("engine", known, engine)
        self.jobs = jobs
        self.advance = advance
        self.engine = engine

    def for_part(self, share: float) -> "Executor":
        """Return an executor for a part of the work."""
        return self._advancing(part_of(self.advance, share))

    @contextmanager
    def phase(self, share: float, steps: float = 1) -> Iterator[None]:
        """Inside the block, use this executor for one phase of the work.

        Args:
            share: Share of the phase in the whole work.
            steps: Approximate number of parallel steps in the phase; infinite if it is unknown.
        """
        with phase(self.advance, share, steps) as step, use(self._advancing(step)):
            yield

    def _advancing(self, advance: Advance | None) -> "Executor":
        executor = copy(self)
        executor.advance = advance
        return executor

    def spread(self, count: int, part: int, work: Callable[[int, int], None]) -> None:
        """Call `work(begin, end)` for consecutive parts of `count` items, on threads."""
        if 0 < count <= part:
            work(0, count)
            self._advanced(1)
            return

        def work_on(number: int) -> None:
            work(number * part, min((number + 1) * part, count))

        with closing(self._spread(work_on, -(-count // part), "threads")) as done:
            for _ in done:
                pass

    def map(self, task: "Task[T]", count: int) -> list[T]:
        """Return `task(0)`, `task(1)` ... up to `count`, computed by the engine.

        Args:
            task: A function; for engines other than threads it must be picklable.
            count: Number of calls.
        """
        with self.results(task, count) as results:
            return list(results)

    @contextmanager
    def results(self, task: "Task[T]", count: int) -> Iterator[Iterator[T]]:
        """Iterate over the results of `map`; few results are computed ahead."""
        from tertium.core.blas import one_blas_thread

        with one_blas_thread, closing(self._spread(_Part(task), count, self.engine)) as results:
            yield results

    def _spread(self, task: "Task[T]", count: int, engine: str) -> Generator[T, None, None]:
        from tertium.core import engines
        from tertium.core.pool import Workers

        name, _, address = engine.partition(":")
        with Workers() as workers, engines.ENGINES[name](task, self.jobs, address) as calls:
            here = name == "threads" and min(len(calls), count) <= 1
            try:
                for result in map(task, range(count)) if here else workers.in_order(calls, count):
                    yield result
                    self._advanced(1 / count)
            finally:
                workers.stop()

    def _advanced(self, share: float) -> None:
        if self.advance is not None:
            self.advance(share)


class _InPlace(Executor):
    """Runs the work inside a part, when all workers are busy."""

    @contextmanager
    def results(self, task: "Task[T]", count: int) -> Iterator[Iterator[T]]:
        yield map(task, range(count))


class _Part(Generic[T]):
    """A task that starts no workers of its own, wherever it is called."""

    def __init__(self, task: "Task[T]") -> None:
        self.task = task

    def __call__(self, number: int) -> T:
        with use(_InPlace(1)):
            return self.task(number)


_active: ContextVar[Executor] = ContextVar("executor", default=Executor())  # noqa: B039


def active() -> Executor:
    """The executor in use."""
    return _active.get()


@contextmanager
def use(executor: Executor) -> Iterator[Executor]:
    """Inside the block, use this executor."""
    token = _active.set(executor)
    try:
        yield executor
    finally:
        _active.reset(token)
        if executor.engine == "processes":
            from tertium.core import processes

            processes.end_idle()


@contextmanager
def step_of(advance: Advance | None, share: float) -> Iterator[None]:
    """Inside the block, parallel work is a step of a larger work.

    Args:
        advance: Called with the share of the whole work done since the last call.
        share: Share of the step.
    """
    with phase(advance, share, 1) as step, use(active()._advancing(step)):
        yield
