"""Token buckets and counts of connections."""

import pytest

from tertium.web.limits import Buckets, Connections, Limits


class Clock:
    now = 0.0

    def __call__(self):
        return self.now


def test_a_burst_is_allowed_then_a_rate():
    clock = Clock()
    buckets = Buckets(rate=2, burst=3, clock=clock)
    assert [buckets.take("a") for _ in range(3)] == [0, 0, 0]
    assert buckets.take("a") == pytest.approx(0.5)
    assert buckets.take("b") == 0
    clock.now = 0.5
    assert buckets.take("a") == 0
    assert buckets.take("a") > 0


def test_looking_counts_nothing():
    buckets = Buckets(rate=1, burst=1, clock=Clock())
    assert [buckets.wait("a") for _ in range(5)] == [0] * 5
    buckets.take("a")
    assert buckets.wait("a") == 1


def test_a_bucket_never_holds_more_than_its_burst():
    clock = Clock()
    buckets = Buckets(rate=1, burst=2, clock=clock)
    buckets.take("a")
    clock.now = 1e6
    assert [buckets.take("a") == 0 for _ in range(3)] == [True, True, False]


def test_memory_is_bounded():
    buckets = Buckets(rate=1, burst=1, clock=Clock(), capacity=10)
    for key in range(100):
        buckets.take(str(key))
    assert len(buckets._buckets) == 10


def test_connections_are_counted():
    connections = Connections(2)
    with connections.one("a"), connections.one("a"):
        assert connections.full("a")
        assert not connections.full("b")
    assert not connections.full("a")
    assert not connections._open


def test_addresses_of_clients_are_not_kept():
    one, other = Limits(), Limits()
    assert one.client("192.0.2.1") == one.client("192.0.2.1") != one.client("192.0.2.2")
    assert one.client("192.0.2.1") != other.client("192.0.2.1")
