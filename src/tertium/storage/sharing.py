"""HITs for an annotator who joins a campaign of named annotators later."""

from collections import Counter

from sqlalchemy import Connection, func, select, update

from tertium.storage._rows import put
from tertium.storage.checks import CHECK, bind_checks
from tertium.storage.judgments import unanswered
from tertium.storage.schema import annotators, assignments, hits, items, judgments, outputs


def share_hits(
    connection: Connection,
    campaign: int,
    annotator: int,
    now: float,
    limit: int | None = None,
    *,
    once: bool = False,
) -> int:
    """Give a new annotator a fair share of the HITs that nobody has begun.

    HITs of annotators who cannot work any more come first, also those that were begun: their
    unanswered items move. The others come from the annotators with the most HITs left. The new
    annotator never gets the same output (system and segment) in two HITs.

    Args:
        connection: A connection for writing.
        campaign: The number of the campaign.
        annotator: The new annotator.
        now: The time now.
        limit: Largest number of items that an annotator judges.
        once: Whether nobody sees a segment twice, not even in outputs of different systems.

    Returns:
        The number of HITs.
    """
    statuses = dict(
        connection.execute(
            select(annotators.c.id, annotators.c.status).where(
                annotators.c.campaign == campaign, annotators.c.kind != "machine"
            )
        ).all()
    )
    open_hits = connection.execute(
        select(hits.c.id, hits.c.annotator)
        .where(
            hits.c.campaign == campaign,
            select(items.c.id).where(items.c.hit == hits.c.id, unanswered()).exists(),
        )
        .order_by(hits.c.number.desc())
        .with_for_update(of=hits)
    ).all()
    begun = set(
        connection.scalars(
            select(items.c.hit)
            .join(judgments, judgments.c.item == items.c.id)
            .where(items.c.campaign == campaign)
            .distinct()
        )
    )
    working = {one for one, status in statuses.items() if status == "active"} - {annotator}
    held = Counter(owner for _, owner in open_hits if owner in working)
    fair = -(-len(open_hits) // (len(working) + 1))
    orphans = [hit for hit, owner in open_hits if owner not in working]
    movable = [(hit, owner) for hit, owner in open_hits if owner in working and hit not in begun]
    taken = number = 0
    had: set[tuple[str, str]] = set()
    while taken < fair:
        if orphans:
            hit, owner = orphans.pop(0), None
        else:
            richer = [pair for pair in movable if held[pair[1]] > taken + 1]
            if not richer:
                break
            hit, owner = max(richer, key=lambda pair: held[pair[1]])
            movable.remove((hit, owner))
        outputs, left = _outputs(connection, hit, once), _left(connection, hit)
        if not had.isdisjoint(outputs) or (limit is not None and number + left > limit):
            continue
        had |= outputs
        number += left
        taken += 1
        held[owner] -= 1
        connection.execute(update(hits).where(hits.c.id == hit).values(annotator=annotator))
        put(connection, assignments, {"hit": hit, "annotator": annotator, "taken": now})
        bind_checks(connection, campaign, hit, annotator, now)
    return taken


def _left(connection: Connection, hit: int) -> int:
    """Number of items of a HIT that are still to be judged."""
    left = select(func.count()).select_from(items).where(items.c.hit == hit, unanswered())
    return connection.scalar(left) or 0


def _outputs(connection: Connection, hit: int, once: bool) -> set[tuple[str, str]]:
    """Outputs of a HIT: system and segment, without references, which may be shown again.

    If nobody sees a segment twice, the systems do not matter.
    """
    rows = connection.execute(
        select(outputs.c.system, outputs.c.segment)
        .join(items, items.c.id == outputs.c.item)
        .where(items.c.hit == hit, outputs.c.kind.not_in(("reference", CHECK)))
    )
    return {("" if once else row.system, row.segment) for row in rows}
