"""How work is spread, and word of how far it has come.

The kernels and NumPy release the GIL, so threads suffice on one machine; other engines, processes
or a cluster, come through joblib. Work comes in parts whose size depends on neither the engine nor
the number of workers, so neither does any result; between two parts an interruption (Ctrl-C) is
heard. What a part spreads in its turn is done where it is.
"""

import os
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from threading import Lock
from typing import Any, Generic, TypeVar

from tertium.core.errors import MissingComponent, ParameterError, TertiumError
from tertium.core.progress import Advance, part_of

ENGINES = ("threads", "processes", "dask:ADDRESS", "ray:ADDRESS")

T = TypeVar("T")
Task = Callable[[int], T]


def available_cores() -> int:
    """Number of cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


class Executor:
    """Spreads work.

    Args:
        jobs: Number of workers; by default one for each core.
        advance: Called with the share of the work done since the last call.
        engine: "threads", "processes", or the scheduler of a cluster, as in
            "dask:tcp://host:8786" or "ray:auto".
    """

    def __init__(
        self, jobs: int | None = None, advance: Advance | None = None, engine: str = "threads"
    ) -> None:
        if jobs is not None and jobs < 1:
            raise ParameterError.bad_value("Executor", "jobs", "at least 1", jobs)
        name, _, address = engine.partition(":")
        if name not in _ENGINES or bool(address) != (name in ("dask", "ray")):
            known = f"one of {', '.join(ENGINES)}"
            raise ParameterError.bad_value("Executor", "engine", known, engine)
        self.jobs = jobs
        self.advance = advance
        self.engine = engine

    def for_part(self, share: float) -> "Executor":
        """Give the same for work that is a part of a whole."""
        return Executor(self.jobs, part_of(self.advance, share), self.engine)

    def spread(self, count: int, part: int, work: Callable[[int, int], None]) -> None:
        """Call `work(begin, end)` for consecutive parts of `count` items, on threads."""
        if 0 < count <= part:
            work(0, count)
            self._advanced(1)
            return
        parts = -(-count // part)
        self._gather(
            self._on_threads(lambda i: work(i * part, min((i + 1) * part, count)), parts), parts
        )

    def map(self, task: Task[T], count: int) -> list[T]:
        """Give `task(0)`, `task(1)` ... up to `count`, wherever the engine has them computed.

        Args:
            task: For engines other than threads it must be a thing that can be pickled.
            count: Number of calls.
        """
        name, _, address = self.engine.partition(":")
        with _one_blas_thread:
            return self._gather(_ENGINES[name](self, _Part(task), count, address), count)

    def _gather(self, results: Iterable[T], count: int) -> list[T]:
        gathered = []
        for result in results:
            gathered.append(result)
            self._advanced(1 / count)
        return gathered

    def _on_threads(self, task: Task[T], count: int, _: str = "") -> Iterator[T]:
        threads = min(self.jobs or available_cores(), count)
        if threads <= 1:
            yield from map(task, range(count))
            return
        from concurrent.futures import ThreadPoolExecutor

        pool = ThreadPoolExecutor(threads)
        try:
            for future in [pool.submit(task, number) for number in range(count)]:
                yield future.result()
        finally:
            pool.shutdown(cancel_futures=True)

    def _on_processes(self, task: Task[T], count: int, _: str) -> Iterator[T]:
        yield from self._by_joblib(task, count, backend="loky")

    def _on_dask(self, task: Task[T], count: int, address: str) -> Iterator[T]:
        try:
            from distributed import Client
        except ImportError:
            raise MissingComponent.extra("--engine dask", "distributed", "dask") from None
        try:
            client: Any = Client(address, set_as_default=False)  # type: ignore[no-untyped-call]
        except (OSError, ValueError) as error:
            raise TertiumError(f"No Dask scheduler answers at {address}. {error}") from None
        with client, client.as_current():
            yield from self._by_joblib(task, count, backend="dask", scatter=[task])

    def _on_ray(self, task: Task[T], count: int, address: str) -> Iterator[T]:
        try:
            import ray
            from ray.util.joblib import register_ray
        except ImportError:
            raise MissingComponent(
                "--engine ray needs the package 'ray', which is not installed.",
                hint="Install it with: pip install ray",
            ) from None
        try:
            if not ray.is_initialized():
                ray.init(address=address, log_to_driver=False, logging_level="error")
        except (OSError, RuntimeError, ValueError) as error:
            raise TertiumError(f"No Ray cluster answers at {address}. {error}") from None
        register_ray()
        # Its backend gives everything at the end, and cannot tell how far it has come.
        yield from self._by_joblib(task, count, return_as="list", backend="ray")

    def _by_joblib(
        self, task: Task[T], count: int, *, return_as: str = "generator", **backend: Any
    ) -> Iterator[T]:
        import joblib

        with joblib.parallel_config(**backend, n_jobs=self.jobs or -1):
            yield from joblib.Parallel(return_as=return_as)(
                joblib.delayed(_call)(task, number) for number in range(count)
            )

    def _advanced(self, share: float) -> None:
        if self.advance is not None:
            self.advance(share)


_ENGINES: dict[str, Callable[..., Iterator[Any]]] = {
    "threads": Executor._on_threads,
    "processes": Executor._on_processes,
    "dask": Executor._on_dask,
    "ray": Executor._on_ray,
}


class _InPlace(Executor):
    """Does the work of a part, with which all workers are busy already."""

    def map(self, task: Task[T], count: int) -> list[T]:
        return [task(number) for number in range(count)]


@dataclass(frozen=True)
class _Part(Generic[T]):
    """A task, wherever it is called."""

    task: Task[T]

    def __call__(self, number: int) -> T:
        with use(_InPlace(1)):
            return self.task(number)


def _call(task: Task[T], number: int) -> T:
    """Call a task in another process."""
    with _one_blas_thread:
        return task(number)


class _OneBlasThread:
    """Keeps BLAS to one thread: blocks are spread already, and results must not depend on it.

    The limit is that of the process. Of several that work in its threads, as they do in a worker of
    a cluster, the last one to leave lifts it.
    """

    def __init__(self) -> None:
        self._lock = Lock()
        self._inside = 0
        self._limit: Any = None

    def __enter__(self) -> None:
        from threadpoolctl import threadpool_limits

        with self._lock:
            if not self._inside:
                self._limit = threadpool_limits(1, "blas")
            self._inside += 1

    def __exit__(self, *_: object) -> None:
        with self._lock:
            self._inside -= 1
            if not self._inside:
                self._limit.restore_original_limits()


_one_blas_thread = _OneBlasThread()


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
