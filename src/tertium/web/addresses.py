"""The addresses of a server: names that it answers to, and pages that may send requests.

A browser can be led to this server under a foreign name (DNS rebinding). The Host header then has
that name, and the request is refused.
"""

import re
from ipaddress import ip_address
from urllib.parse import urlsplit

from tertium.core import wording
from tertium.core.errors import UsageError

_LOOPBACK = ("localhost", "127.0.0.1", "[::1]")
_HOST = re.compile(r"([a-z0-9.-]+|\[[0-9a-f:.]+\])(?::([0-9]{1,5}))?")


class Addresses:
    """The addresses of a server.

    Args:
        host: Address to which the server is bound.
        port: Its port.
        public_url: The address that annotators use, if a proxy stands in front of the server.
    """

    def __init__(
        self, host: str = "127.0.0.1", port: int = 8000, public_url: str | None = None
    ) -> None:
        self.host = _bracketed(host.lower())
        self.port = port
        self.public = _public_origin(public_url) if public_url else None

    @property
    def secure(self) -> bool:
        """Whether browsers use https."""
        return self.public is not None and self.public.startswith("https:")

    @property
    def loopback(self) -> bool:
        """Whether only programs on this machine reach the server."""
        return _is_loopback(self.host)

    @property
    def base(self) -> str:
        """The beginning of all links."""
        if self.public:
            return self.public
        name = "127.0.0.1" if _unspecified(self.host) else self.host
        return f"http://{name}" + ("" if self.port == 80 else f":{self.port}")

    def base_for(self, host: str) -> str:
        """Return the beginning of links for a reader who uses this Host header."""
        return self.public or f"http://{host}"

    def allows(self, host: str) -> bool:
        """Whether a Host header names this server."""
        found = _HOST.fullmatch(host.lower())
        if not found:
            return False
        name = found[1]
        if self.public and host.lower() == self.public.partition("://")[2]:
            return True
        # The port of a tunnel may differ; only names can be rebound.
        if name in _LOOPBACK:
            return True
        if int(found[2] or 80) != self.port:
            return False
        # Bound to all addresses, the server answers to each address but to no foreign name.
        return name == self.host or (_unspecified(self.host) and _is_address(name))

    def same_origin(self, origin: str, host: str) -> bool:
        """Whether a page of this server sent a request, by its Origin and Host headers."""
        return origin.lower() in {self.public, f"http://{host.lower()}"}


def _is_loopback(host: str) -> bool:
    """Whether an address is reached from this machine only."""
    name = host.strip("[]").lower()
    return name == "localhost" or (_is_address(name) and ip_address(name).is_loopback)


def _public_origin(url: str) -> str:
    wanted = "an address such as https://example.org"
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError:
        raise wording.bad_option("public_url", wanted, url) from None
    name = _bracketed((parts.hostname or "").lower())
    if parts.scheme not in ("http", "https") or not _HOST.fullmatch(name) or parts.username:
        raise wording.bad_option("public_url", wanted, url)
    if parts.path not in ("", "/") or parts.query or parts.fragment:
        raise UsageError(
            f"{wording.option('public_url')} must not have a path.",
            hint="Give campaigns a host name of their own, such as https://campaigns.example.org.",
        )
    default = {"http": 80, "https": 443}[parts.scheme]
    return f"{parts.scheme}://{name}" + ("" if port in (None, default) else f":{port}")


def _bracketed(name: str) -> str:
    return f"[{name}]" if ":" in name and not name.startswith("[") else name


def _is_address(name: str) -> bool:
    try:
        ip_address(name.strip("[]"))
    except ValueError:
        return False
    return True


def _unspecified(name: str) -> bool:
    return _is_address(name) and ip_address(name.strip("[]")).is_unspecified
