"""The work of annotators: which items come next, and progress."""

from typing import Any, NamedTuple

from sqlalchemy import Connection, Select, and_, func, select

from tertium.storage.judgments import unanswered
from tertium.storage.pools import renew_lease, take_hit
from tertium.storage.schema import (
    LARGEST_ID,
    assignments,
    hits,
    items,
    judgments,
    outputs,
    texts,
)


class OutputRow(NamedTuple):
    """An output on a screen."""

    kind: str
    system: str
    text: str


class ItemRow(NamedTuple):
    """An item with its texts. `number` is the number of its HIT in the campaign, from 1."""

    id: int
    campaign: int
    hit: int
    number: int
    position: int
    level: str
    place: int
    segment: str
    document: str
    block: int | None
    digest: str
    weight: float
    condition: str
    extra: str | None
    expected: str | None
    source: str | None
    reference: str | None
    outputs: tuple[OutputRow, ...]


# Columns of `ItemRow` that the table of items has.
_OF_ITEM = ItemRow._fields[4:15]


class JudgedRow(NamedTuple):
    """An item and its last answer by an annotator, as JSON."""

    item: ItemRow
    answer: str


class Progress(NamedTuple):
    """Progress of an annotator: items done, and done or still to do; the same for one HIT.

    `hit` counts the HITs of the annotator from 1; 0 if there are none.
    """

    done: int
    total: int
    hit_done: int
    hit_total: int
    hit: int
    hits: int


class HitProgress(NamedTuple):
    """A HIT of an annotator: items done, and still to do."""

    hit: int
    done: int
    waiting: int


def upcoming(
    connection: Connection,
    campaign: int,
    annotator: int,
    count: int,
    now: float,
    lease_seconds: float | None = None,
    limit: int | None = None,
    *,
    once: bool = False,
) -> list[ItemRow]:
    """Items that an annotator judges next, in order.

    Args:
        connection: A connection; for a pool, one for writing.
        campaign: The number of the campaign.
        annotator: The annotator.
        count: The largest number of items to return.
        now: The time now.
        lease_seconds: In a pool, the seconds after which the HIT of an idle annotator returns. The
            annotator's lease is prolonged, and an annotator without work gets the next HIT. None
            if there is no pool.
        limit: Largest number of items that an annotator of a pool judges.
        once: Whether nobody in the pool sees a segment twice, not even in outputs of different
            systems.
    """
    found = _upcoming(connection, annotator, count)
    if lease_seconds is None:
        return found
    if found:
        renew_lease(connection, annotator, now)
    elif take_hit(connection, campaign, annotator, now, lease_seconds, limit, once=once):
        return _upcoming(connection, annotator, count)
    return found


def last_judged(connection: Connection, campaign: int, annotator: int) -> JudgedRow | None:
    """The item that an annotator has judged or corrected last, with its answer."""
    row = connection.execute(
        select(judgments.c.item, judgments.c.answer)
        .where(
            judgments.c.annotator == annotator,
            judgments.c.campaign == campaign,
            judgments.c.accepted == 1,
        )
        .order_by(judgments.c.id.desc())
        .limit(1)
    ).one_or_none()
    if row is None:
        return None
    judged = item(connection, campaign, row.item)
    return None if judged is None else JudgedRow(judged, row.answer)


def item(connection: Connection, campaign: int, item_id: int) -> ItemRow | None:
    """One item of a campaign; None if the campaign has no such item."""
    if not 0 < item_id <= LARGEST_ID:
        return None
    wanted = _items().where(items.c.id == item_id, items.c.campaign == campaign)
    return next(iter(_rows(connection, wanted)), None)


def items_of_hit(connection: Connection, campaign: int, hit: int) -> list[ItemRow]:
    """All items of a HIT, in order."""
    wanted = _items().where(items.c.hit == hit, items.c.campaign == campaign)
    return _rows(connection, wanted.order_by(items.c.position))


def progress(connection: Connection, campaign: int, annotator: int) -> Progress:
    """Progress of an annotator, over all HITs and in the current one."""
    found = [(one.done, one.waiting) for one in hits_of(connection, campaign, annotator)]
    done, left = sum(one[0] for one in found), sum(one[1] for one in found)
    if not found:
        return Progress(0, 0, 0, 0, 0, 0)
    now = next((n for n, one in enumerate(found) if one[1]), len(found) - 1)
    hit_done, hit_left = found[now]
    return Progress(done, done + left, hit_done, hit_done + hit_left, now + 1, len(found))


def hits_of(connection: Connection, campaign: int, annotator: int) -> list[HitProgress]:
    """HITs of an annotator in the order in which the page counts them.

    A HIT that went to another annotator before the first answer does not count.
    """
    own = select(judgments.c.id).where(
        judgments.c.item == items.c.id,
        judgments.c.annotator == annotator,
        judgments.c.accepted == 1,
    )
    waiting = and_(hits.c.annotator == annotator, unanswered())
    rows = connection.execute(
        select(
            hits.c.id,
            func.count().filter(own.exists()).label("done"),
            func.count().filter(waiting).label("waiting"),
        )
        .select_from(assignments)
        .join(hits, hits.c.id == assignments.c.hit)
        .join(items, items.c.hit == hits.c.id)
        .where(assignments.c.annotator == annotator, hits.c.campaign == campaign)
        .group_by(hits.c.id, hits.c.number, assignments.c.taken)
        .order_by(assignments.c.taken, hits.c.number)
    )
    return [HitProgress._make(row) for row in rows if row.done or row.waiting]


def _items() -> "Select[Any]":
    """All items with the texts beside their outputs, in the columns of `ItemRow`."""
    beside = [texts.alias(name) for name in ("source", "reference")]
    wanted = select(
        items.c.id,
        items.c.campaign,
        items.c.hit,
        hits.c.number,
        *(items.c[name] for name in _OF_ITEM),
        *(one.c.text for one in beside),
    ).join(hits, hits.c.id == items.c.hit)
    for one in beside:
        same = and_(one.c.campaign == items.c.campaign, one.c.digest == items.c[one.name])
        wanted = wanted.outerjoin(one, same)
    return wanted


def _rows(connection: Connection, wanted: "Select[Any]") -> list[ItemRow]:
    """Items of a query, with their outputs."""
    found = connection.execute(wanted).all()
    shown: dict[int, list[OutputRow]] = {}
    rows = connection.execute(
        select(outputs.c.item, outputs.c.kind, outputs.c.system, texts.c.text)
        .join(
            texts, and_(texts.c.campaign == outputs.c.campaign, texts.c.digest == outputs.c.output)
        )
        .where(outputs.c.item.in_([row.id for row in found]))
        .order_by(outputs.c.item, outputs.c.number)
    )
    for item_id, *output in rows:
        shown.setdefault(item_id, []).append(OutputRow(*output))
    return [ItemRow._make((*row, tuple(shown.get(row.id, ())))) for row in found]


def _upcoming(connection: Connection, annotator: int, count: int) -> list[ItemRow]:
    # The texts are read only for the items that are chosen.
    chosen = (
        select(items.c.id, assignments.c.taken)
        .select_from(assignments)
        .join(
            hits,
            and_(hits.c.id == assignments.c.hit, hits.c.annotator == assignments.c.annotator),
        )
        .join(items, items.c.hit == hits.c.id)
        .where(assignments.c.annotator == annotator, unanswered(), items.c.digest != "")
        .order_by(assignments.c.taken, hits.c.number, items.c.position)
        .limit(count)
        .subquery()
    )
    rows = (
        _items()
        .join(chosen, chosen.c.id == items.c.id)
        .order_by(chosen.c.taken, hits.c.number, items.c.position)
    )
    return _rows(connection, rows)
