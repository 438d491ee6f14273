"""Machine annotators: programs that judge copies of the items of people.

A machine has HITs of its own, with a copy of each item that it has answered, so that the work and
the progress of people stay as they are. The `client_id` of a machine's judgment names the original
item.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from sqlalchemy import Connection, and_, or_, select

from tertium.core.errors import UsageError
from tertium.storage._rows import insert_all
from tertium.storage.campaigns import DELETED, AnnotatorRow, add_annotator, annotators
from tertium.storage.items import NewHit, NewItem, NewOutput, add_hits, add_items
from tertium.storage.schema import (
    annotators as annotators_table,
)
from tertium.storage.schema import hits, items, judgments
from tertium.storage.work import ItemRow, items_of_hit

MACHINE = "machine"


class MachineAnswer(NamedTuple):
    """An answer of a machine to an item of people, as JSON."""

    item: ItemRow
    answer: str


def items_of_people(
    connection: Connection, campaign: int, *, superfluous: bool = False
) -> Iterator[ItemRow]:
    """Items of all HITs of people, in order.

    Args:
        connection: A connection for reading.
        campaign: The number of the campaign.
        superfluous: Whether to include items that need no judgment any more.
    """
    left_out: set[int] = set()
    if not superfluous:
        wanted = select(items.c.id).where(
            items.c.campaign == campaign, items.c.skipped.is_not(None)
        )
        left_out = set(connection.scalars(wanted))
    for hit in hits_of_people(connection, campaign):
        for item in items_of_hit(connection, campaign, hit):
            if item.id not in left_out:
                yield item


def machine(connection: Connection, campaign: int, name: str, now: float) -> AnnotatorRow:
    """The machine annotator with a name, which is added if it is new; a person is refused."""
    for one in annotators(connection, campaign):
        if one.name == name and one.status not in DELETED:
            if one.kind != MACHINE:
                raise UsageError(
                    f"The annotator {name} is a person, who answers in the browser.",
                    hint="Choose another name for the machine.",
                )
            return one
    return add_annotator(connection, campaign, name, now, kind=MACHINE)


def known_answers(connection: Connection, campaign: int, annotator: int) -> dict[int, str]:
    """Answers of a machine that are stored, as JSON, by the original item."""
    rows = connection.execute(
        select(judgments.c.client_id, judgments.c.answer).where(
            judgments.c.campaign == campaign, judgments.c.annotator == annotator
        )
    )
    return {_original(row.client_id): row.answer for row in rows}


def record_answers(
    connection: Connection,
    campaign: int,
    annotator: int,
    answers: Sequence[MachineAnswer],
    scale: str,
    now: float,
) -> None:
    """Store new answers of a machine, with copies of their items.

    Args:
        connection: A connection for writing.
        campaign: The number of the campaign.
        annotator: The machine.
        answers: Answers to items that the machine has not answered.
        scale: Name of the answer scale.
        now: The time now.
    """
    by_hit: dict[int, list[NewItem]] = {}
    for one in answers:
        by_hit.setdefault(one.item.hit, []).append(_copy(one.item))
    own = _own_hits(connection, campaign, annotator)
    added = [hit for hit in by_hit if hit not in own]
    known = {own[hit]: copies for hit, copies in by_hit.items() if hit in own}
    add_items(connection, campaign, known)
    before = set(own.values())
    add_hits(connection, campaign, [NewHit(0, by_hit[hit]) for hit in added], [annotator], now)
    mine = select(hits.c.id).where(hits.c.annotator == annotator).order_by(hits.c.number)
    new = [hit for hit in connection.scalars(mine) if hit not in before]
    own |= dict(zip(added, new, strict=True))
    copies = _copies(connection, annotator)
    rows = []
    for one in answers:
        copy, digest = copies[own[one.item.hit], one.item.position]
        rows.append(
            {
                "campaign": campaign,
                "item": copy,
                "annotator": annotator,
                "client_id": _client_id(annotator, one.item.id),
                "version": 1,
                "replaces": None,
                "answer": one.answer,
                "scale": scale,
                "output": digest,
                "position": one.item.position,
                **dict.fromkeys(("shown", "touched", "submitted", "received"), now),
                "active": 0.0,
                "accepted": 1,
                "status": "",
            }
        )
    insert_all(connection, judgments, rows)


def hits_of_people(connection: Connection, campaign: int) -> dict[int, int | None]:
    """HITs in their order, without those of machines, and who holds each of them."""
    of_machine = and_(annotators_table.c.id == hits.c.annotator, annotators_table.c.kind == MACHINE)
    wanted = (
        select(hits.c.id, hits.c.annotator)
        .outerjoin(annotators_table, annotators_table.c.id == hits.c.annotator)
        .where(hits.c.campaign == campaign, or_(hits.c.annotator.is_(None), ~of_machine))
        .order_by(hits.c.number)
    )
    return {row.id: row.annotator for row in connection.execute(wanted)}


def _copy(item: ItemRow) -> NewItem:
    return NewItem(
        **{name: getattr(item, name) for name in NewItem._fields if name != "outputs"},
        outputs=[NewOutput(*output) for output in item.outputs],
    )


def _own_hits(connection: Connection, campaign: int, annotator: int) -> dict[int, int]:
    """HITs of a machine by the original HITs, which its judgments name."""
    rows = connection.execute(
        select(judgments.c.client_id, items.c.hit)
        .join(items, items.c.id == judgments.c.item)
        .where(judgments.c.campaign == campaign, judgments.c.annotator == annotator)
    )
    copies = {_original(row.client_id): row.hit for row in rows}
    originals = connection.execute(
        select(items.c.id, items.c.hit).where(items.c.campaign == campaign)
    )
    return {row.hit: copies[row.id] for row in originals if row.id in copies}


def _copies(connection: Connection, annotator: int) -> Mapping[tuple[int, int], tuple[int, str]]:
    """Number and digest of each item of a machine, by its HIT and position."""
    rows = connection.execute(
        select(items.c.hit, items.c.position, items.c.id, items.c.digest)
        .join(hits, hits.c.id == items.c.hit)
        .where(hits.c.annotator == annotator)
    )
    return {(row.hit, row.position): (row.id, row.digest) for row in rows}


def _client_id(annotator: int, item: int) -> str:
    return f"{MACHINE}-{annotator}-{item}"


def _original(client_id: str) -> int:
    return int(client_id.rpartition("-")[2])
