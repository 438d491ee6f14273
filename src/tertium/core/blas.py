"""BLAS on one thread: the work is parallel already, and sums must not depend on threads."""

from collections.abc import Callable
from threading import Lock
from typing import Any, TypeVar

T = TypeVar("T")


class OneBlasThread:
    """Limits BLAS to one thread.

    The limit applies to the whole process. If several threads are inside, as in a worker of a
    cluster, the last one to leave lifts it.
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


one_blas_thread = OneBlasThread()


def call_with_one_blas_thread(task: Callable[[int], T], number: int) -> T:
    """Call a task in a worker process."""
    with one_blas_thread:
        return task(number)
