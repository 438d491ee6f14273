"""Word of how far side work has come, such as reading a large resource, to whoever shows it."""

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from contextvars import ContextVar

Advance = Callable[[float], None]
Show = Callable[[str], AbstractContextManager[Advance]]


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


def of(label: str) -> AbstractContextManager[Advance]:
    """Give the function to call with the share of the work done since the last call."""
    return _show.get()(label)


def part_of(advance: Advance | None, share: float) -> Advance | None:
    """Give the function to call for work that is a part of a whole."""
    return None if advance is None else lambda amount: advance(amount * share)
