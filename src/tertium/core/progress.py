"""Word of how far side work has come, such as reading a large resource, to whoever shows it."""

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
    """Show progress with this."""
    token = _show.set(show)
    try:
        yield
    finally:
        _show.reset(token)


def show_with(show: Show | None) -> None:
    """Show progress with this from now on; None shows nothing."""
    _show.set(show or _silent)


def of(label: str) -> AbstractContextManager[Advance]:
    """Give the function to call with the share of the work done since the last call."""
    return _show.get()(label)


def reported_as(label: str) -> Callable[[Callable[P, T]], Callable[P, T]]:
    """Show how far a function has come, which says so by its keyword `progress`.

    A caller who gives `progress` hears of it alone.
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
    """Have it shown that a function is at work, without telling how far it has come."""

    def decorate(function: Callable[P, T]) -> Callable[P, T]:
        @wraps(function)
        def shown(*arguments: P.args, **named: P.kwargs) -> T:
            with of(label):
                return function(*arguments, **named)

        return shown

    return decorate


def part_of(advance: Advance | None, share: float) -> Advance | None:
    """Give the function to call for work that is a part of a whole."""
    return None if advance is None else lambda amount: advance(amount * share)


@contextmanager
def phase(advance: Advance | None, share: float, steps: float) -> Iterator[Advance]:
    """Give the function to call with the part of a step done, in one phase of some work.

    Args:
        advance: Called with the share of the whole work done since the last call.
        share: That of the phase. It is never exceeded, and reached at the end.
        steps: About how many there will be; infinite where that is not known.
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
