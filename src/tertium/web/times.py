"""Times of an answer: the clock of a browser, translated to the clock of the server."""

from typing import NamedTuple


class Times(NamedTuple):
    """When an item was shown, first touched and submitted, and the seconds of work on it."""

    shown: float
    touched: float
    submitted: float
    active: float


def server_times(given: Times, sent: float, received: float, earliest: float) -> Times:
    """Shift times by the difference of the clocks, and bring implausible ones into order.

    Args:
        given: Times of the browser's clock.
        sent: When the answer was sent, by the same clock.
        received: When it arrived, by the clock of the server.
        earliest: When the campaign was made; nothing was shown before.
    """
    shift = received - sent
    submitted = _between(earliest, given.submitted + shift, received)
    shown = _between(earliest, given.shown + shift, submitted)
    touched = _between(shown, given.touched + shift, submitted)
    return Times(shown, touched, submitted, _between(0.0, given.active, submitted - shown))


def _between(low: float, value: float, high: float) -> float:
    return max(low, min(value, high))
