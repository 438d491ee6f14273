"""Texts around the items of a document: the segments before and after, of source and outputs."""

from collections.abc import Iterable
from typing import NamedTuple

from sqlalchemy import Connection, and_, select

from tertium.storage.schema import items, outputs, segments, texts, translations
from tertium.storage.work import ItemRow

# Segments before the first and after the last of the wanted items.
_REACH = 20


class Neighbour(NamedTuple):
    """A segment of a document, with the outputs in the order of the screen."""

    place: int
    source: str | None
    outputs: tuple[str, ...]


class Block(NamedTuple):
    """A document within a HIT."""

    hit: int
    number: int


def block_of(item: ItemRow) -> Block | None:
    """The document that an item is judged in; None if it is shown by itself."""
    return None if item.block is None else Block(item.number, item.block)


def surroundings(
    connection: Connection, campaign: int, wanted: Iterable[ItemRow]
) -> dict[Block, list[Neighbour]]:
    """Texts around items that are judged within their documents.

    Args:
        connection: A connection for reading.
        campaign: The number of the campaign.
        wanted: Items, also those that are shown by themselves.

    Returns:
        The segments of each document in order.
    """
    by_block: dict[Block, list[ItemRow]] = {}
    for item in wanted:
        block = block_of(item)
        if block is not None:
            by_block.setdefault(block, []).append(item)
    return {block: _around(connection, campaign, found) for block, found in by_block.items()}


def _around(connection: Connection, campaign: int, found: list[ItemRow]) -> list[Neighbour]:
    first, systems = found[0], [output.system for output in found[0].outputs]
    near = [segments.c.campaign == campaign, segments.c.document == first.document]
    if not any(item.level == "document" for item in found):
        places = [item.place for item in found]
        near.append(segments.c.place.between(min(places) - _REACH, max(places) + _REACH))
    sources = connection.execute(
        select(segments.c.place, texts.c.text)
        .outerjoin(
            texts,
            and_(texts.c.campaign == segments.c.campaign, texts.c.digest == segments.c.source),
        )
        .where(*near)
        .order_by(segments.c.place)
    ).all()
    shown = {
        (row.place, row.system): row.text
        for row in connection.execute(
            select(translations.c.place, translations.c.system, texts.c.text)
            .join(
                segments,
                and_(
                    segments.c.campaign == translations.c.campaign,
                    segments.c.place == translations.c.place,
                ),
            )
            .join(
                texts,
                and_(
                    texts.c.campaign == translations.c.campaign,
                    texts.c.digest == translations.c.output,
                ),
            )
            .where(*near, translations.c.system.in_(systems))
        )
    }
    # Control items show other texts than those of the systems.
    own = connection.execute(
        select(items.c.place, outputs.c.system, texts.c.text)
        .join(outputs, outputs.c.item == items.c.id)
        .join(
            texts, and_(texts.c.campaign == outputs.c.campaign, texts.c.digest == outputs.c.output)
        )
        .where(items.c.hit == first.hit, items.c.block == first.block, items.c.level == "segment")
    )
    shown |= {(row.place, row.system): row.text for row in own}
    return [
        Neighbour(place, source, tuple(shown.get((place, system), "") for system in systems))
        for place, source in sources
    ]
