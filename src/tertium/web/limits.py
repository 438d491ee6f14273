"""Limits on the rate of requests and the number of connections, kept in memory.

Nothing here stores an address: clients are known by a hash under a key that ends with the process.
"""

import hashlib
import secrets
import threading
import time
from collections import Counter, OrderedDict
from collections.abc import Callable, Iterator
from contextlib import contextmanager

# Largest body of a request, in bytes. The longest post-edit fits into it.
BODY = 64 * 1024

# Seconds in which a body must have arrived.
BODY_SECONDS = 10.0

# Live connections of a dashboard for each session.
STREAMS = 4

# Sessions of a link by its role; one more ends the oldest. Many people share the link of a pool,
# and some that of viewers.
SESSIONS = {"annotator": 10, "organiser": 10, "viewer": 100, "pool": 1000}

SESSION_SECONDS = 30 * 24 * 3600.0

# Buckets that are kept in memory; the one that was used least recently is dropped first.
_CAPACITY = 10_000


class Buckets:
    """Token buckets, one for each key: a burst is allowed, then a steady rate.

    Args:
        rate: Requests per second in the long run.
        burst: Requests that are allowed at once.
        clock: Time in seconds.
        capacity: Number of keys to remember.
    """

    def __init__(
        self,
        rate: float,
        burst: float,
        clock: Callable[[], float] = time.monotonic,
        capacity: int = _CAPACITY,
    ) -> None:
        self.rate = rate
        self.burst = burst
        self._clock = clock
        self._capacity = capacity
        self._lock = threading.Lock()
        self._buckets: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def take(self, key: str) -> float:
        """Count a request; return 0 if it is allowed, else the seconds to wait."""
        with self._lock:
            level = self._level(key)
            allowed = level >= 1
            self._buckets[key] = (level - 1 if allowed else level, self._clock())
            self._buckets.move_to_end(key)
            if len(self._buckets) > self._capacity:
                self._buckets.popitem(last=False)
            return 0.0 if allowed else (1 - level) / self.rate

    def wait(self, key: str) -> float:
        """Return the seconds until a request is allowed, without counting one."""
        with self._lock:
            return max(0.0, (1 - self._level(key)) / self.rate)

    def _level(self, key: str) -> float:
        now = self._clock()
        level, then = self._buckets.get(key, (self.burst, now))
        return min(self.burst, level + (now - then) * self.rate)


class Connections:
    """Counts open connections by key, and refuses more than a number of them.

    Args:
        most: Largest number of connections of a key.
    """

    def __init__(self, most: int) -> None:
        self.most = most
        self._lock = threading.Lock()
        self._open: Counter[str] = Counter()

    def full(self, key: str) -> bool:
        """Whether one more connection would be too many."""
        with self._lock:
            return self._open[key] >= self.most

    @contextmanager
    def one(self, key: str) -> Iterator[None]:
        """Count a connection as long as the block runs."""
        with self._lock:
            self._open[key] += 1
        try:
            yield
        finally:
            with self._lock:
                self._open[key] -= 1
                if not self._open[key]:
                    del self._open[key]


class Limits:
    """The limits of a server."""

    def __init__(self) -> None:
        self.requests = Buckets(rate=20, burst=60)  # of a session
        self.tokens = Buckets(rate=0.5, burst=20)  # wrong tokens of a client
        self.failures = Buckets(rate=5, burst=60)  # requests of a client without access
        self.joins = Buckets(rate=2, burst=300)  # new annotators of a campaign
        self.streams = Connections(STREAMS)
        self._key = secrets.token_bytes(32)

    def client(self, address: str) -> str:
        """Return the key of a client, from which the address cannot be computed."""
        return hashlib.blake2b(address.encode("utf-8", "replace"), key=self._key).hexdigest()
