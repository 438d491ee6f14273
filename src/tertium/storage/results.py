"""Judgments that were given in another program, and what a market says of them.

The `client_id` of such a judgment names the assignment and the item, so that it is stored once.
"""

import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from sqlalchemy import Connection, func, select, update

from tertium.core.errors import UsageError
from tertium.storage._rows import insert_all, put
from tertium.storage.campaigns import add_annotator, find_annotator, set_market
from tertium.storage.machines import MACHINE
from tertium.storage.schema import assignments, hits, items, judgments


class Result(NamedTuple):
    """An answer to store.

    Attributes:
        client_id: Identifies the assignment and the item.
        item: The item.
        annotator: Name of the annotator, who is added if the name is new.
        answer: The answer in the form that is stored, as JSON.
        status: Status on a market; "" elsewhere.
        shown: When the annotator began, in seconds since 1970.
        submitted: When the annotator was ready.
        active: Seconds of work.
    """

    client_id: str
    item: int
    annotator: str
    answer: str
    status: str
    shown: float
    submitted: float
    active: float


class KnownResult(NamedTuple):
    """A stored judgment."""

    id: int
    answer: str
    status: str


def known_results(connection: Connection, campaign: int, prefix: str) -> dict[str, KnownResult]:
    """Judgments whose `client_id` begins with a text, by their `client_id`."""
    rows = connection.execute(
        select(judgments.c.client_id, judgments.c.id, judgments.c.answer, judgments.c.status).where(
            judgments.c.campaign == campaign,
            judgments.c.client_id.startswith(prefix, autoescape=True),
        )
    )
    return {client_id: KnownResult(*rest) for client_id, *rest in rows}


def record_results(
    connection: Connection, campaign: int, new: Sequence[Result], scale: str, now: float
) -> None:
    """Store new answers as judgments of annotators, who get the HITs of the items.

    Args:
        connection: A connection for writing.
        campaign: The number of the campaign.
        new: Answers that are not stored.
        scale: Name of the answer scale.
        now: The time now.
    """
    people = {one.annotator: 0 for one in new}
    for name in people:
        people[name] = _annotator(connection, campaign, name, now)
    rows = connection.execute(
        select(items.c.id, items.c.hit, items.c.position, items.c.digest).where(
            items.c.campaign == campaign
        )
    )
    places = {row.id: row for row in rows}
    times = {(places[one.item].hit, one.annotator): one.submitted for one in new}
    for (hit, name), submitted in times.items():
        held = {"hit": hit, "annotator": people[name], "taken": now}
        put(connection, assignments, held)
        # The lease is over at once, so that work that is rejected returns to the pool.
        free = update(hits).where(hits.c.id == hit, hits.c.annotator.is_(None))
        connection.execute(free.values(annotator=people[name], leased=submitted))
    latest = _latest(connection, people.values())
    for part in _by_version(new):
        insert_all(
            connection,
            judgments,
            [
                {
                    "campaign": campaign,
                    "item": one.item,
                    "annotator": (annotator := people[one.annotator]),
                    "client_id": one.client_id,
                    "version": (before := latest.get((one.item, annotator), (0, None)))[0] + 1,
                    "replaces": before[1],
                    "answer": one.answer,
                    "scale": scale,
                    "output": places[one.item].digest,
                    "position": places[one.item].position,
                    "shown": one.shown,
                    "touched": one.shown,
                    "submitted": one.submitted,
                    "received": one.submitted,
                    "active": one.active,
                    "accepted": 1,
                    "status": one.status,
                    "reset": None,
                }
                for one in part
            ],
        )
        latest |= _latest(connection, people.values())


def set_statuses(connection: Connection, statuses: Mapping[int, str]) -> None:
    """Set the status of judgments, by their numbers."""
    for number, status in statuses.items():
        connection.execute(update(judgments).where(judgments.c.id == number).values(status=status))


def note_assignments(
    connection: Connection,
    campaign: int,
    name: str,
    market: str,
    found: Mapping[str, Mapping[str, str]],
) -> None:
    """Keep what a market says of assignments with their annotator.

    Args:
        connection: A connection for writing.
        campaign: The number of the campaign.
        name: Name of the annotator.
        market: Name of the market.
        found: What it says of each assignment, by its id.
    """
    one = find_annotator(connection, campaign, name)
    if one is None:  # deleted after an earlier import
        return
    before: dict[str, Any] = {} if one.market is None else json.loads(one.market)
    known = {**before.get("assignments", {}), **found}
    text = json.dumps({**before, "market": market, "assignments": known}, ensure_ascii=False)
    if text != one.market:
        set_market(connection, campaign, one.id, text)


def _annotator(connection: Connection, campaign: int, name: str, now: float) -> int:
    found = find_annotator(connection, campaign, name)
    if found is None:
        return add_annotator(connection, campaign, name, now).id
    if found.kind == MACHINE:
        raise UsageError(f"The annotator {name} is a machine, and cannot have answers of people.")
    return found.id


def _latest(
    connection: Connection, people: Iterable[int]
) -> dict[tuple[int, int], tuple[int, int]]:
    """Version and number of the last judgment of each item by each of some annotators."""
    found: dict[tuple[int, int], tuple[int, int]] = {}
    for annotator in people:
        rows = connection.execute(
            select(judgments.c.item, func.max(judgments.c.version), func.max(judgments.c.id))
            .where(judgments.c.annotator == annotator)
            .group_by(judgments.c.item)
        )
        found |= {(item, annotator): (version, number) for item, version, number in rows}
    return found


def _by_version(new: Sequence[Result]) -> list[list[Result]]:
    """Divide answers so that no part has two answers of an annotator to the same item."""
    parts: list[list[Result]] = []
    counts: dict[tuple[int, str], int] = {}
    for one in new:
        number = counts.get((one.item, one.annotator), 0)
        counts[one.item, one.annotator] = number + 1
        if number == len(parts):
            parts.append([])
        parts[number].append(one)
    return parts
