"""Names that a server answers to, and pages that may send requests."""

import pytest

from tertium.core.errors import TertiumError
from tertium.web.addresses import Addresses


@pytest.mark.parametrize(
    "host", ["127.0.0.1:8000", "localhost:8000", "LOCALHOST:8000", "[::1]:8000", "localhost:9000"]
)
def test_loopback_names_are_answered_also_through_a_tunnel(host):
    assert Addresses().allows(host)


@pytest.mark.parametrize(
    "host",
    [
        "",
        "evil.example",
        "evil.example:8000",
        "127.0.0.1.evil.example:8000",
        "localhost.evil.example",
        "localhost:8000@evil.example",
        "localhost:8000/",
        "192.168.1.5:8000",
        "[::1",
        "localhost:port",
        "local host",
        "localhost\n",
    ],
)
def test_foreign_names_are_refused(host):
    assert not Addresses().allows(host)


def test_a_bound_address_is_answered_with_its_port():
    addresses = Addresses("192.168.1.5", 8000)
    assert addresses.allows("192.168.1.5:8000")
    assert not addresses.allows("192.168.1.5:9000")
    assert not addresses.allows("192.168.1.6:8000")


def test_bound_to_all_addresses_a_server_answers_to_addresses_but_not_to_names():
    addresses = Addresses("0.0.0.0", 8000)
    assert addresses.allows("192.168.1.6:8000")
    assert not addresses.allows("evil.example:8000")
    assert addresses.base == "http://127.0.0.1:8000"


def test_the_public_name_is_answered():
    addresses = Addresses(public_url="https://Campaigns.example.org/")
    assert addresses.allows("campaigns.example.org")
    assert not addresses.allows("example.org")
    assert addresses.secure
    assert addresses.base == addresses.base_for("127.0.0.1:8000") == "https://campaigns.example.org"


@pytest.mark.parametrize(
    "url", ["campaigns.example.org", "ftp://x.org", "https://", "https://x.org:port", "https://a@b"]
)
def test_a_public_url_must_be_an_address(url):
    with pytest.raises(TertiumError, match="public_url must be"):
        Addresses(public_url=url)


def test_a_public_url_has_no_path():
    with pytest.raises(TertiumError, match="must not have a path"):
        Addresses(public_url="https://example.org/campaigns/")


def test_only_own_pages_have_the_same_origin():
    addresses = Addresses(public_url="https://example.org")
    assert addresses.same_origin("https://example.org", "127.0.0.1:8000")
    assert addresses.same_origin("http://127.0.0.1:8000", "127.0.0.1:8000")
    assert not addresses.same_origin("http://127.0.0.1:9000", "127.0.0.1:8000")
    assert not addresses.same_origin("http://example.org", "127.0.0.1:8000")
    assert not addresses.same_origin("null", "127.0.0.1:8000")
    assert not Addresses().same_origin("null", "127.0.0.1:8000")


@pytest.mark.parametrize(
    ("host", "loopback"),
    [
        ("127.0.0.1", True),
        ("127.1.2.3", True),
        ("::1", True),
        ("localhost", True),
        ("0.0.0.0", False),
        ("::", False),
        ("192.168.1.5", False),
        ("example.org", False),
    ],
)
def test_loopback(host, loopback):
    assert Addresses(host).loopback is loopback
