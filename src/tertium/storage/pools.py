"""HITs of a pool: annotators take them, and they return from annotators who leave."""

from typing import Any

from sqlalchemy import Connection, Select, and_, func, select, update

from tertium.storage._failures import Contended
from tertium.storage._rows import put
from tertium.storage.checks import CHECK, bind_checks
from tertium.storage.judgments import unanswered
from tertium.storage.schema import annotators, assignments, hits, items, judgments, outputs


def take_hit(
    connection: Connection,
    campaign: int,
    annotator: int,
    now: float,
    lease_seconds: float,
    limit: int | None = None,
    *,
    once: bool = False,
) -> bool:
    """Give a HIT of a pool to an annotator who has no items left.

    HITs that nobody has come first, then those whose annotator has been idle for too long: their
    unanswered items move to the new annotator. No annotator gets an output (system and segment)
    of another HIT that this annotator has had. Only active annotators get a HIT. Attention checks
    are drawn for the annotator.

    Args:
        connection: A connection for writing.
        campaign: The number of the campaign.
        annotator: The annotator.
        now: The time now.
        lease_seconds: The seconds after which the HIT of an idle annotator returns.
        limit: Largest number of items that an annotator judges.
        once: Whether nobody sees a segment twice, not even in outputs of different systems.

    Returns:
        Whether the annotator has items now.
    """
    known = _status(campaign, annotator)
    if connection.scalar(known) != "active":
        return False
    # One process at a time chooses HITs of an annotator, or two could have the same outputs. To
    # wait for the other process could be a deadlock, as it may wait for another annotator.
    locked = known.with_for_update(key_share=True, skip_locked=True)
    if connection.scalar(locked) is None:
        raise Contended
    if _has_items(connection, annotator):  # another tab has just taken a HIT
        renew_lease(connection, annotator, now)
        return True
    for wanted in _next_hits(connection, campaign, annotator, now, lease_seconds, limit, once):
        # PostgreSQL skips HITs that another process is taking or answering.
        found: int | None = connection.scalar(wanted.with_for_update(of=hits, skip_locked=True))
        if found is not None:
            connection.execute(
                update(hits).where(hits.c.id == found).values(annotator=annotator, leased=now)
            )
            put(connection, assignments, {"hit": found, "annotator": annotator, "taken": now})
            bind_checks(connection, campaign, found, annotator, now)
            return True
    return False


def hit_is_left(
    connection: Connection,
    campaign: int,
    annotator: int,
    now: float,
    lease_seconds: float,
    limit: int | None = None,
    *,
    once: bool = False,
) -> bool:
    """Whether an annotator without items could take a HIT of a pool; see `take_hit`."""
    if connection.scalar(_status(campaign, annotator)) != "active":
        return False
    wanted = _next_hits(connection, campaign, annotator, now, lease_seconds, limit, once)
    return any(connection.scalar(one) is not None for one in wanted)


def return_hits(connection: Connection, campaign: int, annotator: int) -> int:
    """Give the unanswered items of an annotator back to the pool at once.

    Returns:
        The number of HITs.
    """
    left = select(items.c.id).where(items.c.hit == hits.c.id, unanswered())
    changed = connection.execute(
        update(hits)
        .where(
            hits.c.campaign == campaign,
            hits.c.annotator == annotator,
            hits.c.leased.is_not(None),
            left.exists(),
        )
        .values(annotator=None, leased=None)
    )
    return changed.rowcount


def renew_lease(connection: Connection, annotator: int, now: float) -> None:
    """Note a sign of life of an annotator of a pool."""
    connection.execute(
        update(hits).where(hits.c.annotator == annotator, hits.c.leased < now).values(leased=now)
    )


def _status(campaign: int, annotator: int) -> "Select[Any]":
    return select(annotators.c.status).where(
        annotators.c.id == annotator, annotators.c.campaign == campaign
    )


def _has_items(connection: Connection, annotator: int) -> bool:
    """Whether an annotator holds a HIT with unanswered items."""
    found = select(items.c.id).join(hits, hits.c.id == items.c.hit)
    wanted = found.where(hits.c.annotator == annotator, unanswered()).limit(1)
    return connection.scalar(wanted) is not None


def _next_hits(
    connection: Connection,
    campaign: int,
    annotator: int,
    now: float,
    lease_seconds: float,
    limit: int | None,
    once: bool,
) -> "list[Select[Any]]":
    """Queries for the HIT that an annotator takes next: a free one, or else a returned one."""
    suitable = _suitable(campaign, annotator, once)
    if limit is not None:
        left = select(func.count()).select_from(items)
        left = left.where(items.c.hit == hits.c.id, unanswered())
        done = connection.scalar(
            select(func.count(judgments.c.item.distinct())).where(
                judgments.c.annotator == annotator, judgments.c.accepted == 1
            )
        )
        suitable = suitable.where(left.scalar_subquery() <= limit - (done or 0))
    free = and_(hits.c.annotator.is_(None), hits.c.leased.is_(None))
    returned = and_(hits.c.leased < now - lease_seconds, hits.c.annotator != annotator)
    return [
        suitable.where(condition).order_by(hits.c.number).limit(1) for condition in (free, returned)
    ]


def _suitable(campaign: int, annotator: int, once: bool) -> "Select[Any]":
    """HITs with work left, none of whose outputs the annotator has had in another HIT.

    If nobody sees a segment twice, outputs of other systems count, too. References may be shown
    again: with few segments, most HITs share one. Attention checks are drawn anew for each
    annotator.
    """
    given, had = items.alias("given"), assignments.alias("had")
    before = outputs.alias("before")
    left = and_(items.c.hit == hits.c.id, unanswered())
    seen = (
        select(before.c.item)
        .join(given, given.c.id == before.c.item)
        .join(had, had.c.hit == given.c.hit)
        .where(
            had.c.annotator == annotator,
            before.c.campaign == campaign,
            *(() if once else (before.c.system == outputs.c.system,)),
            before.c.segment == outputs.c.segment,
            before.c.kind.not_in(("reference", CHECK)),
            given.c.hit != items.c.hit,
        )
    )
    again = (
        select(items.c.id)
        .join(outputs, outputs.c.item == items.c.id)
        .where(left, outputs.c.kind.not_in(("reference", CHECK)), seen.exists())
    )
    return select(hits.c.id).where(
        hits.c.campaign == campaign,
        select(items.c.id).where(left).exists(),
        ~again.exists(),
    )
