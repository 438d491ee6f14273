"""Who may do what: links, sessions, roles, and proof that a request comes from our own pages.

Every route depends on one guard of this module; a test finds routes without one. A link's token is
exchanged for a session cookie. The database has hashes of tokens and sessions only.

Answers do not tell what exists: without a session everything is 401, and with a session whatever it
has no access to is 404, whether it exists or not.
"""

import hashlib
import hmac
import re
from base64 import urlsafe_b64encode
from dataclasses import dataclass
from typing import Annotated

from fastapi import Depends, Path, Request

from tertium.api.open_campaign import Campaign
from tertium.campaign.links import ROLES
from tertium.storage import access as stored
from tertium.web.errors import RequestError, not_found, not_signed_in, too_fast
from tertium.web.site import Site, site_of

_SESSION = re.compile(r"[A-Za-z0-9_-]{43}")
_READING = ("GET", "HEAD")


@dataclass(frozen=True)
class Visitor:
    """A browser that has access to a campaign.

    Attributes:
        campaign: The campaign.
        role: What the browser may do there.
        annotator: The annotator, if that is the role.
        session: Hash of the session.
        csrf: Token that every POST of this session must have in its header.
    """

    campaign: Campaign
    role: str
    annotator: int | None
    session: str
    csrf: str


class Guard:
    """Base of all guards."""


class Public(Guard):
    """Lets everybody pass. A POST must come from our own pages, and be JSON."""

    def __call__(self, request: Request) -> None:
        """Check a request."""
        check_sender(request)


class Known(Guard):
    """Lets sessions pass that have access to any campaign; returns the campaigns with the roles."""

    def __call__(self, request: Request) -> list[Visitor]:
        """Check a request."""
        site = site_of(request)
        check_sender(request)
        session = session_of(request)
        visitors = visits(site, session) if session else []
        if not visitors:
            raise refused(request, not_signed_in())
        _check_rate(site, visitors[0].session)
        return visitors


class Member(Guard):
    """Lets sessions pass that have one of some roles in the campaign of the path.

    Args:
        roles: The roles.
    """

    def __init__(self, *roles: str) -> None:
        assert set(roles) <= set(ROLES)
        self.roles = roles

    def __call__(
        self, request: Request, campaign: Annotated[str, Path(description="Name of the campaign.")]
    ) -> Visitor:
        """Check a request."""
        site = site_of(request)
        check_sender(request)
        session = session_of(request)
        if session is None:
            raise refused(request, not_signed_in())
        served = site.campaigns.get(campaign)
        # An unknown campaign takes as long as a known one.
        visitor = _visit(site, served or site.any_campaign, session)
        if visitor is None or served is None:
            elsewhere = bool(visits(site, session))
            raise refused(request, not_found() if elsewhere else not_signed_in())
        _check_rate(site, visitor.session)
        if visitor.role not in self.roles:
            raise RequestError(403, "wrong-role", "Your link does not give access to this page.")
        if request.method not in _READING:
            given = request.headers.get("x-csrf-token", "").encode("utf-8", "replace")
            if not hmac.compare_digest(given, visitor.csrf.encode()):
                raise RequestError(403, "csrf", "This page is out of date. Reload it.")
        return visitor


def require(*roles: str) -> Member:
    """Make the guard of a route for some roles; with no role named, all roles pass."""
    return Member(*(roles or ROLES))


# Dependencies of routes: everybody, or a browser with one role in the campaign of the path.
public = Depends(Public())
Annotator = Annotated[Visitor, Depends(require("annotator"))]
Organiser = Annotated[Visitor, Depends(require("organiser"))]
# Whoever may see a dashboard: viewers change nothing.
Watcher = Annotated[Visitor, Depends(require("organiser", "viewer"))]


def check_sender(request: Request) -> None:
    """Refuse a POST that a page of another site sent, or that is not JSON."""
    if request.method in _READING:
        return
    site = site_of(request)
    origin = request.headers.get("origin")
    host = request.headers.get("host", "")
    foreign = origin is not None and not site.addresses.same_origin(origin, host)
    if foreign or request.headers.get("sec-fetch-site", "none") not in ("same-origin", "none"):
        raise RequestError(403, "wrong-origin", "Another site sent this request.")
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind != "application/json":
        raise RequestError(415, "not-json", "The request must be application/json.")


def refused(request: Request, error: RequestError) -> RequestError:
    """Count a failure of this client; return the error, or another if there were too many."""
    seconds = site_of(request).limits.failures.take(client_of(request))
    return too_fast(seconds) if seconds else error


def client_of(request: Request) -> str:
    """Return the key of the client of a request, for limits; it is not the address."""
    return site_of(request).limits.client(request.client.host if request.client else "")


def session_of(request: Request) -> str | None:
    """Return the session in the cookie of a request, if it has the form of one."""
    given = request.cookies.get(site_of(request).cookie, "")
    return given if _SESSION.fullmatch(given) else None


def hashed(session: str) -> str:
    """Return the hash under which a session is stored."""
    return hashlib.sha256(session.encode()).hexdigest()


def still_valid(request: Request, visitor: Visitor) -> bool:
    """Whether a session still has the access that it had."""
    session = session_of(request)
    now = _visit(site_of(request), visitor.campaign, session) if session else None
    return now is not None and now.role == visitor.role


def csrf_token(session: str) -> str:
    """Return the token that pages of a session send with every POST.

    It is made from the session, so that pages stay valid when the server is started again.
    """
    made = hmac.new(session.encode(), b"csrf", hashlib.sha256).digest()
    return urlsafe_b64encode(made).rstrip(b"=").decode()


def visits(site: Site, session: str) -> list[Visitor]:
    """Return everything that a session has access to."""
    found = (_visit(site, campaign, session) for campaign in site.campaigns.values())
    return [visitor for visitor in found if visitor is not None]


def _visit(site: Site, campaign: Campaign, session: str) -> Visitor | None:
    key = hashed(session)
    with campaign.database.reading() as connection:
        grants = stored.grants(connection, key, site.clock())
    for grant in grants:
        if grant.campaign == campaign.id:
            return Visitor(campaign, grant.role, grant.annotator, key, csrf_token(session))
    return None


def _check_rate(site: Site, session: str) -> None:
    seconds = site.limits.requests.take(session)
    if seconds:
        raise too_fast(seconds)
