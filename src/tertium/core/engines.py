"""Where blocks of work are computed: threads, processes, or a cluster.

An engine provides one function for each worker. The functions are called on threads (`core.pool`);
a function for a process or a cluster sends the number of the block and waits for the result.
"""

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, TypeVar

from tertium.core import wording
from tertium.core.blas import call_with_one_blas_thread
from tertium.core.errors import MissingComponent, TertiumError
from tertium.core.pool import TimedOut, elsewhere

T = TypeVar("T")
Task = Callable[[int], T]
Calls = list[Task[T]]

# Seconds within which a cluster must answer.
_ANSWER = 6.0


def available_cores() -> int:
    """Number of cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


@contextmanager
def _threads(task: Task[T], jobs: int | None, _: str) -> Iterator[Calls[T]]:
    yield [task] * (jobs or available_cores())


@contextmanager
def _processes(task: Task[T], jobs: int | None, _: str) -> Iterator[Calls[T]]:
    from tertium.core import processes

    with processes.calls(task, jobs or available_cores()) as calls:
        yield calls


@contextmanager
def _dask(task: Task[T], jobs: int | None, address: str) -> Iterator[Calls[T]]:
    try:
        from distributed import Client
    except ImportError:
        raise MissingComponent.extra(
            wording.option("engine", "dask"), "distributed", "dask"
        ) from None
    _answer(lambda: _greet_scheduler(address), f"No Dask scheduler answers at {address}.")
    client: Any = elsewhere(
        lambda: Client(address, timeout=_ANSWER, set_as_default=False)  # type: ignore[no-untyped-call]
    )
    try:
        shared = elsewhere(lambda: client.scatter(task, hash=False))
        workers = jobs or elsewhere(lambda: sum(client.nthreads().values()))

        def call(number: int) -> T:
            result: T = client.submit(
                call_with_one_blas_thread, shared, number, pure=False
            ).result()
            return result

        yield [call] * max(1, workers)
    finally:
        # The scheduler drops the tasks of a closed client.
        _end_quickly(client.close)


@contextmanager
def _ray(task: Task[T], jobs: int | None, address: str) -> Iterator[Calls[T]]:
    try:
        import ray
    except ImportError:
        raise MissingComponent(
            f"{wording.option('engine', 'ray')} needs the package 'ray', which is not installed.",
            hint="Install it with: pip install ray",
        ) from None
    if not ray.is_initialized():
        refusal = f"No Ray cluster answers at {address}."
        _answer(lambda: _connect(address), refusal)
        _answer(
            lambda: ray.init(address=address, log_to_driver=False, logging_level="error"), refusal
        )
    shared = elsewhere(lambda: ray.put(task))
    remote = ray.remote(call_with_one_blas_thread)
    workers = jobs or elsewhere(lambda: int(ray.cluster_resources().get("CPU", 1)))

    def call(number: int) -> T:
        result: T = ray.get(remote.remote(shared, number))
        return result

    yield [call] * max(1, workers)


ENGINES: dict[str, Any] = {
    "threads": _threads,
    "processes": _processes,
    "dask": _dask,
    "ray": _ray,
}


def _greet_scheduler(address: str) -> None:
    """Ask a Dask scheduler for its identity. A Client that cannot connect is slow to delete."""
    import asyncio

    import dask
    from dask.utils import parse_timedelta
    from distributed.comm.core import connect
    from distributed.core import send_recv
    from distributed.security import Security

    configured = parse_timedelta(dask.config.get("distributed.comm.timeouts.connect"))

    async def greet() -> None:
        arguments = Security().get_connection_args("client")  # type: ignore[no-untyped-call]
        comm = await connect(address, min(configured, _ANSWER), **arguments)  # type: ignore[no-untyped-call]
        try:
            await send_recv(comm, op="identity")
        finally:
            comm.abort()

    asyncio.run(greet())


def _connect(address: str) -> None:
    """Check that an address with a port answers. Ray would retry for long, with messages."""
    host, _, port = address.removeprefix("ray://").rpartition(":")
    if host and port.isdecimal():
        import socket

        socket.create_connection((host, int(port)), _ANSWER).close()


def _answer(connect: Callable[[], object], refusal: str) -> None:
    """Connect to a cluster, within a time limit."""
    try:
        elsewhere(connect, _ANSWER)
    except TimedOut:
        raise TertiumError(f"{refusal} Waited {_ANSWER:.0f} seconds.") from None
    except Exception as error:
        # Each library raises other exceptions for a wrong address.
        reason = " ".join(str(getattr(error, "strerror", None) or error).split())
        raise TertiumError(f"{refusal} {reason}".rstrip()) from None


def _end_quickly(close: Callable[[], object]) -> None:
    try:
        elsewhere(close, 0.5)
    except Exception:
        return  # a client that does not close in time ends with the process
