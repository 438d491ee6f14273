"""Links, sessions and what they allow. The database holds hashes of tokens only."""

from typing import NamedTuple

from sqlalchemy import ColumnElement, Connection, case, delete, or_, select, update

from tertium.storage._rows import put
from tertium.storage.schema import annotators, campaigns, links, sessions
from tertium.storage.schema import grants as granted

# Annotators with one of these statuses may open their pages.
_ADMITTED = ("active", "excluded")


class LinkRow(NamedTuple):
    """A valid link; `generation` is the current one of its owner."""

    campaign: int
    role: str
    annotator: int | None
    generation: int


class GrantRow(NamedTuple):
    """What a session may do in a campaign."""

    campaign: int
    role: str
    annotator: int | None


def set_link(
    connection: Connection, campaign: int, role: str, annotator: int | None, token_hash: str
) -> None:
    """Set the link of an annotator or of a role; an earlier one becomes invalid.

    Args:
        connection: A connection for writing.
        campaign: The number of the campaign.
        role: "annotator", "organiser", "viewer", "pool" or "prolific".
        annotator: The annotator; None for the other roles.
        token_hash: SHA-256 of the token of the link, in hexadecimal digits.
    """
    connection.execute(
        delete(links).where(
            links.c.campaign == campaign,
            links.c.role == role,
            links.c.annotator.is_not_distinct_from(annotator),
            links.c.hash != token_hash,
        )
    )
    row = {"hash": token_hash, "campaign": campaign, "role": role, "annotator": annotator}
    put(connection, links, row)


def find_link(connection: Connection, token_hash: str) -> LinkRow | None:
    """Find a link; None if it is unknown, or if its annotator was revoked or deleted."""
    row = connection.execute(
        select(links.c.campaign, links.c.role, links.c.annotator, _generation(links.c.role))
        .join(campaigns, campaigns.c.id == links.c.campaign)
        .outerjoin(annotators, annotators.c.id == links.c.annotator)
        .where(links.c.hash == token_hash, _admitted(links.c.annotator))
    ).one_or_none()
    return None if row is None else LinkRow(*row)


def open_session(connection: Connection, session_hash: str, now: float, expires: float) -> None:
    """Open a session, or prolong an open one.

    Args:
        connection: A connection for writing.
        session_hash: SHA-256 of the cookie, in hexadecimal digits.
        now: The time now.
        expires: The time at which the session ends.
    """
    row = {"hash": session_hash, "created": now, "expires": expires}
    put(connection, sessions, row, keep=("created",))


def grant(connection: Connection, session_hash: str, link: LinkRow) -> None:
    """Allow a session what a link allows; this replaces its earlier grant in the campaign."""
    row = {
        "session": session_hash,
        "campaign": link.campaign,
        "role": link.role,
        "annotator": link.annotator,
        "generation": link.generation,
    }
    put(connection, granted, row)


def grants(connection: Connection, session_hash: str, now: float) -> list[GrantRow]:
    """All valid grants of a session; none if the session has expired."""
    rows = (
        select(granted.c.campaign, granted.c.role, granted.c.annotator)
        .join(sessions, sessions.c.hash == granted.c.session)
        .join(campaigns, campaigns.c.id == granted.c.campaign)
        .outerjoin(annotators, annotators.c.id == granted.c.annotator)
        .where(
            granted.c.session == session_hash,
            sessions.c.expires > now,
            _admitted(granted.c.annotator),
            granted.c.generation == _generation(granted.c.role),
        )
        .order_by(campaigns.c.name)
    )
    return [GrantRow._make(row) for row in connection.execute(rows)]


def move_session(
    connection: Connection, old_hash: str, new_hash: str, now: float, expires: float
) -> None:
    """Replace a session by another one, which is allowed the same.

    Args:
        connection: A connection for writing.
        old_hash: SHA-256 of the cookie so far.
        new_hash: SHA-256 of the new cookie.
        now: The time now.
        expires: The time at which the new session ends.
    """
    open_session(connection, new_hash, now, expires)
    connection.execute(
        update(granted).where(granted.c.session == old_hash).values(session=new_hash)
    )
    connection.execute(delete(sessions).where(sessions.c.hash == old_hash))


def end_oldest(connection: Connection, link: LinkRow, keep: int) -> None:
    """End what a link allows in all sessions but the newest ones.

    Args:
        connection: A connection for writing.
        link: The link.
        keep: Number of sessions that remain.
    """
    older = (
        select(granted.c.session)
        .join(sessions, sessions.c.hash == granted.c.session)
        .where(
            granted.c.campaign == link.campaign,
            granted.c.role == link.role,
            granted.c.annotator.is_not_distinct_from(link.annotator),
        )
        .order_by(sessions.c.created.desc(), sessions.c.hash)
        .offset(keep)
        .limit(1000)
    )
    ended = connection.scalars(older).all()
    connection.execute(
        delete(granted).where(granted.c.campaign == link.campaign, granted.c.session.in_(ended))
    )


def delete_expired(connection: Connection, now: float) -> int:
    """Delete all sessions that have expired; return their number."""
    expired = select(sessions.c.hash).where(sessions.c.expires <= now)
    connection.execute(delete(granted).where(granted.c.session.in_(expired)))
    return connection.execute(delete(sessions).where(sessions.c.expires <= now)).rowcount


def _admitted(annotator: ColumnElement[int]) -> ColumnElement[bool]:
    """Whether a row belongs to no annotator, or to one who is admitted."""
    return or_(annotator.is_(None), annotators.c.status.in_(_ADMITTED))


def _generation(role: ColumnElement[str]) -> ColumnElement[int]:
    """Current generation of the owner of a link or grant."""
    return case(
        (role == "organiser", campaigns.c.organiser_generation),
        (role == "viewer", campaigns.c.viewer_generation),
        (role.in_(("pool", "prolific")), campaigns.c.pool_generation),
        else_=annotators.c.generation,
    )
