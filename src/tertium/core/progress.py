"""Progress of long computations: how it is reported and shown.

A function reports the share of its work that it has done since the last report. The command line
and `tertium.show_progress` decide how progress is shown; by default it is not.
"""

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from contextvars import ContextVar
from functools import wraps
from typing import ParamSpec, TypeVar

Advance = Callable[[float], None]
Show = Callable[[str], AbstractContextManager[Advance]]
P = ParamSpec("P")
T = TypeVar("T")


@contextmanager
def _silent(label: str) -> Iterator[Advance]:
    yield lambda share: None


_show: ContextVar[Show] = ContextVar("show", default=_silent)


@contextmanager
def shown_with(show: Show) -> Iterator[None]:
    """Inside the block, show progress with this function."""
    token = _show.set(show)
    try:
        yield
    finally:
        _show.reset(token)


def show_with(show: Show | None) -> None:
    """Show progress with this function from now on; None shows nothing."""
    _show.set(show or _silent)


def of(label: str) -> AbstractContextManager[Advance]:
    """Return the function to call with the share of the work done since the last call."""
    return _show.get()(label)


def reported_as(label: str) -> Callable[[Callable[P, T]], Callable[P, T]]:
    """Decorate a function that reports its progress to its argument `progress`.

    If the caller gives `progress`, only the caller gets the reports.
    """

    def decorate(function: Callable[P, T]) -> Callable[P, T]:
        @wraps(function)
        def shown(*arguments: P.args, **named: P.kwargs) -> T:
            if named.get("progress") is not None:
                return function(*arguments, **named)
            with of(label) as advance:
                return function(*arguments, **{**named, "progress": advance})  # type: ignore[arg-type]

        return shown

    return decorate


def shown_as(label: str) -> Callable[[Callable[P, T]], Callable[P, T]]:
    """Decorate a function to show that it is running, without a share of its work."""

    def decorate(function: Callable[P, T]) -> Callable[P, T]:
        @wraps(function)
        def shown(*arguments: P.args, **named: P.kwargs) -> T:
            with of(label):
                return function(*arguments, **named)

        return shown

    return decorate


def part_of(advance: Advance | None, share: float) -> Advance | None:
    """Return the function to call for a part of the work."""
    return None if advance is None else lambda amount: advance(amount * share)


@contextmanager
def phase(advance: Advance | None, share: float, steps: float) -> Iterator[Advance]:
    """Give the function to call with the part of a step done, in one phase of the work.

    Args:
        advance: Called with the share of the whole work done since the last call.
        share: Share of the phase. It is never exceeded, and reached at the end.
        steps: Approximate number of steps; infinite if it is unknown.
    """
    left = share

    def step(amount: float) -> None:
        nonlocal left
        done = min(amount * share / steps, left)
        left -= done
        if advance is not None:
            advance(done)

    yield step
    if advance is not None:
        advance(left)
