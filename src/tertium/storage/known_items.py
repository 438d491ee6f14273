"""Items whose right answer is known: the tutorial of a campaign, and attention checks."""

from collections.abc import Sequence
from itertools import count
from typing import NamedTuple

from sqlalchemy import Connection, select

from tertium.storage._rows import insert_all
from tertium.storage.items import add_texts
from tertium.storage.schema import known_items as table


class NewKnownItem(NamedTuple):
    """An item to store; `content` is JSON that holds the texts and the right answer."""

    kind: str
    name: str
    content: str
    texts: Sequence[str]


class KnownRow(NamedTuple):
    """A stored item; `number` counts those of its kind from 0."""

    id: int
    kind: str
    number: int
    name: str
    content: str


def add_known_items(connection: Connection, campaign: int, new: Sequence[NewKnownItem]) -> None:
    """Store the tutorial and the attention checks of a new campaign, in their order."""
    add_texts(connection, campaign, (text for one in new for text in one.texts))
    numbers = {one.kind: count() for one in new}
    rows = (
        {
            "campaign": campaign,
            "kind": one.kind,
            "number": next(numbers[one.kind]),
            "name": one.name,
            "content": one.content,
        }
        for one in new
    )
    insert_all(connection, table, rows)


def known_items(connection: Connection, campaign: int, kind: str) -> list[KnownRow]:
    """All items of a kind, in order."""
    rows = (
        select(table.c.id, table.c.kind, table.c.number, table.c.name, table.c.content)
        .where(table.c.campaign == campaign, table.c.kind == kind)
        .order_by(table.c.number)
    )
    return [KnownRow._make(row) for row in connection.execute(rows)]
