"""Progress bars, on the terminal or in a notebook, for work that takes over a second."""

import sys
from _thread import allocate_lock, start_new_thread
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from tertium.core.progress import show_with, shown_with

# Seconds after which a bar appears.
_AFTER = 1.0


def show_progress(wanted: bool = True) -> None:
    """Show a progress bar for everything that takes over a second, or stop doing so.

    Args:
        wanted: Whether to show progress bars from now on.

    Example:
        >>> tertium.show_progress()
        >>> tertium.show_progress(False)
    """
    show_with(_Display().bar if wanted else None)


@contextmanager
def bars_on_terminal() -> Iterator[None]:
    """Within, show progress bars if standard error is a terminal."""
    if sys.stderr is None or not sys.stderr.isatty():
        yield
        return
    with shown_with(_Display().bar):
        yield


class _Display:
    """Bars on the terminal; a terminal can show only one such display at a time."""

    def __init__(self) -> None:
        self._lock = allocate_lock()
        self._shown: Any = None

    @contextmanager
    def bar(self, label: str) -> Iterator[Callable[[float], None]]:
        """Return the function that moves a separate bar."""
        from queue import Empty, SimpleQueue

        done: float = 0
        task: Any = None
        over: SimpleQueue[None] = SimpleQueue()

        def appear() -> None:
            nonlocal task
            try:
                over.get(timeout=_AFTER)
                return
            except Empty:
                import rich.progress  # noqa: F401  # this takes a moment, and another bar may wait
            with self._lock:
                if over.empty():
                    task = self._started().add_task(label, total=None)
                    # Work that was done before `task` was set could not update the bar itself.
                    if done:
                        self._shown.update(task, total=1.0, completed=done)

        def advance(share: float) -> None:
            nonlocal done
            done = min(1.0, done + share)
            if task is not None:
                self._shown.update(task, total=1.0, completed=done)

        # A separate thread, because long steps may not call `advance` for a long time.
        start_new_thread(appear, ())
        try:
            yield advance
        finally:
            over.put(None)
            with self._lock:
                if task is not None:
                    self._finish(task)

    def _started(self) -> Any:
        if self._shown is None:
            from rich.console import Console
            from rich.progress import (
                BarColumn,
                Progress,
                TaskProgressColumn,
                TextColumn,
                TimeElapsedColumn,
                TimeRemainingColumn,
            )

            self._shown = Progress(
                TextColumn("{task.description}"),
                BarColumn(),
                TaskProgressColumn(),
                TimeElapsedColumn(),
                TimeRemainingColumn(),
                console=Console(stderr=True),
                transient=True,
                redirect_stdout=False,
            )
            self._shown.start()
        return self._shown

    def _finish(self, task: Any) -> None:
        if len(self._shown.tasks) > 1:
            self._shown.remove_task(task)
        else:
            self._shown.stop()
            self._shown = None
