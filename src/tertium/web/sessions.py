"""The exchange of a link's token for a session, which a cookie holds."""

import hmac
import secrets
from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy import Connection
from starlette.requests import Request
from starlette.responses import Response

from tertium.api.open_campaign import Campaign
from tertium.campaign import links
from tertium.campaign.links import token_hash
from tertium.storage import access as stored
from tertium.storage.access import LinkRow
from tertium.storage.campaigns import AnnotatorRow
from tertium.web import limits
from tertium.web.access import Visitor, client_of, hashed, session_of, visits
from tertium.web.errors import not_found, too_fast
from tertium.web.site import Site, site_of


@dataclass(frozen=True)
class Entry:
    """An opened link.

    Attributes:
        campaign: The campaign.
        role: What the link allows.
        session: The session, for the cookie.
    """

    campaign: Campaign
    role: str
    session: str


def enter(request: Request, token: str) -> Entry:
    """Exchange the token of a link for a session."""
    campaign, link = find_link(request, token)
    if link.role not in links.ROLES:
        raise not_found()
    return _admit(request, campaign, link)


def enter_as(request: Request, campaign: Campaign, annotator: AnnotatorRow) -> str:
    """Open a session for an annotator who comes from a market; return the session."""
    link = LinkRow(campaign.id, "annotator", annotator.id, annotator.generation)
    return _admit(request, campaign, link).session


def find_link(
    request: Request, token: str, role: str = "", name: str = ""
) -> tuple[Campaign, LinkRow]:
    """Find the link of a token; refuse wrong tokens after the same work.

    Args:
        request: The request.
        token: The token.
        role: The role that the link must have; "" for any.
        name: The campaign that it must belong to; "" for any.
    """
    site = site_of(request)
    wrong = site.limits.tokens
    if seconds := wrong.wait(client_of(request)):
        raise too_fast(seconds)
    campaign, link = _find(site, token)
    if (
        campaign is None
        or link is None
        or role not in ("", link.role)
        or name not in ("", campaign.name)
    ):
        wrong.take(client_of(request))
        raise not_found()
    return campaign, link


def _admit(request: Request, campaign: Campaign, link: LinkRow) -> Entry:
    """Give the browser of a request the rights of a link."""
    site = site_of(request)
    present = session_of(request)
    before = visits(site, present) if present else []
    for visitor in before:
        # Whoever opens the link of a pool again remains the annotator of the first time.
        if link.role == "pool" and visitor.campaign is campaign and visitor.role == "annotator":
            return Entry(campaign, visitor.role, present or "")
    session = secrets.token_urlsafe(32)
    if present and before:
        organises = any(visitor.role == "organiser" for visitor in before)
        if link.role != "organiser" or organises:
            session = present
        else:
            # More rights need a new session, which nobody can have planted.
            _move(site, before, session)
    open_session(site, campaign, link, session)
    return Entry(campaign, link.role, session)


def _move(site: Site, visitors: Sequence[Visitor], session: str) -> None:
    """Give everything that a session may do to another session."""
    now = site.clock()
    for visitor in visitors:

        def move(connection: Connection, old: str = visitor.session) -> None:
            expires = now + limits.SESSION_SECONDS
            stored.move_session(connection, old, hashed(session), now, expires)

        visitor.campaign.database.submit(move)


def change_role(request: Request, campaign: Campaign, token: str) -> str:
    """Give the session of a request the rights of another link; return the session."""
    session = session_of(request)
    with campaign.database.reading() as connection:
        link = stored.find_link(connection, token_hash(token))
    if session is None or link is None:
        raise not_found()
    open_session(site_of(request), campaign, link, session)
    return session


def open_session(site: Site, campaign: Campaign, link: LinkRow, session: str) -> None:
    """Give a session the rights of a link; the oldest sessions of its owner end."""
    now = site.clock()
    key = hashed(session)

    def write(connection: Connection) -> None:
        stored.delete_expired(connection, now)
        stored.open_session(connection, key, now, now + limits.SESSION_SECONDS)
        stored.grant(connection, key, link)
        stored.end_oldest(connection, link, limits.SESSIONS[link.role])

    campaign.database.submit(write)


def set_cookie(request: Request, response: Response, session: str) -> None:
    """Put a session into the cookie of an answer."""
    site = site_of(request)
    response.set_cookie(
        site.cookie,
        session,
        max_age=int(limits.SESSION_SECONDS),
        path="/",
        secure=site.addresses.secure,
        httponly=True,
        samesite="strict",
    )


def _find(site: Site, token: str) -> tuple[Campaign | None, LinkRow | None]:
    """Find the link of a token; every campaign is asked, so that all tokens take equally long."""
    found: tuple[Campaign | None, LinkRow | None] = (None, None)
    key = token_hash(token)
    given = token.encode("utf-8", "replace")
    for campaign in site.opened:
        with campaign.database.reading() as connection:
            link = stored.find_link(connection, key)
        holder = (link.role, link.annotator or 0, link.generation) if link else ("none", 0, 0)
        expected = links.token(campaign.secret, *holder).encode()
        if hmac.compare_digest(expected, given) and link and link.campaign == campaign.id:
            found = campaign, link
    return found
