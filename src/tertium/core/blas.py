"""Linear algebra on one thread: blocks are spread already, and results must not depend on it."""

from threading import Lock
from typing import Any


class OneBlasThread:
    """Keeps BLAS to one thread.

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


one_blas_thread = OneBlasThread()
