"""Items of a campaign: screens with their texts and outputs, in HITs."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice
from typing import Any, NamedTuple

from sqlalchemy import Connection, delete, func, select

from tertium.campaign.items import PlannedScreen
from tertium.core.errors import DataError
from tertium.storage._rows import insert_all
from tertium.storage.schema import (
    annotators,
    assignments,
    digest,
    hits,
    items,
    outputs,
    screen_digest,
    segments,
    texts,
    translations,
)

# HITs whose items are looked up at a time.
_HITS = 500


class NewOutput(NamedTuple):
    """An output on a new screen."""

    kind: str
    system: str
    text: str


class NewItem(NamedTuple):
    """An item of a new campaign: a screen with its texts.

    Attributes:
        position: Place in its HIT.
        segment: Id of the segment; "" for a whole document.
        document: Id of the document; "" if there are none.
        outputs: The outputs, in the order in which they are shown; none if the place waits for an
            attention check.
        source: The source, if it is shown.
        reference: The reference, if it is shown.
        level: "segment" or "document".
        place: Place of the segment, or of the first one of the document, in the test set.
        block: Number of the document within the HIT, if its segments follow each other.
        weight: How many segments the segment stands for.
        condition: What is shown beside the texts, if that varies at random.
        extra: More that the page shows, as JSON.
        expected: The right answer of an attention check, as JSON.
    """

    position: int
    segment: str
    document: str
    outputs: Sequence[NewOutput]
    source: str | None = None
    reference: str | None = None
    level: str = "segment"
    place: int = 0
    block: int | None = None
    weight: float = 1.0
    condition: str = ""
    extra: str | None = None
    expected: str | None = None

    @property
    def texts(self) -> list[str]:
        """All texts that are stored once."""
        shown = [one.text for one in self.outputs]
        return [*shown, *(text for text in (self.source, self.reference) if text is not None)]


class NewSegment(NamedTuple):
    """A segment of the test set of a new campaign, with the outputs of all systems."""

    segment: str
    document: str
    source: str | None
    reference: str | None
    outputs: Mapping[str, str]
    drawn: int | None = None


class NewHit(NamedTuple):
    """A HIT of a new campaign; `annotator` counts the names of annotators, None in a pool."""

    annotator: int | None
    items: Sequence[NewItem]


def add_hits(
    connection: Connection,
    campaign: int,
    new_hits: Sequence[NewHit],
    annotator_ids: Sequence[int],
    now: float,
) -> None:
    """Add HITs to a campaign.

    Args:
        connection: A connection for writing.
        campaign: The number of the campaign.
        new_hits: The HITs, numbered after those that the campaign has.
        annotator_ids: The annotators that the HITs count.
        now: The time now.
    """
    _check_texts(new_hits)
    found = (text for hit in new_hits for item in hit.items for text in item.texts)
    add_texts(connection, campaign, found)
    last = connection.scalar(select(func.max(hits.c.number)).where(hits.c.campaign == campaign))
    first = (last or 0) + 1
    owners = [None if hit.annotator is None else annotator_ids[hit.annotator] for hit in new_hits]
    rows = [
        {"campaign": campaign, "number": number, "annotator": owner, "leased": None}
        for number, owner in enumerate(owners, first)
    ]
    insert_all(connection, hits, rows)
    wanted = (
        select(hits.c.id)
        .where(hits.c.campaign == campaign, hits.c.number >= first)
        .order_by(hits.c.number)
    )
    ids = connection.scalars(wanted).all()
    given = [
        {"hit": hit, "annotator": owner, "taken": now}
        for hit, owner in zip(ids, owners, strict=True)
        if owner is not None
    ]
    insert_all(connection, assignments, given)
    add_items(connection, campaign, dict(zip(ids, (hit.items for hit in new_hits), strict=True)))
    if connection.dialect.name == "postgresql":
        # Without statistics of the new rows, the next queries would scan whole tables.
        connection.exec_driver_sql(
            "ANALYZE texts, segments, translations, hits, assignments, items, outputs"
        )


def add_items(
    connection: Connection, campaign: int, new_items: Mapping[int, Sequence[NewItem]]
) -> None:
    """Add items, whose texts are stored already, to HITs.

    Args:
        connection: A connection for writing.
        campaign: The number of the campaign.
        new_items: The items of each HIT, by the number of its row.
    """
    insert_all(connection, items, _item_rows(campaign, new_items))
    stored: dict[tuple[int, int], int] = {}
    numbers = iter(new_items)
    while part := list(islice(numbers, _HITS)):
        wanted = select(items.c.hit, items.c.position, items.c.id).where(items.c.hit.in_(part))
        stored |= {(row.hit, row.position): row.id for row in connection.execute(wanted)}
    rows = (
        {
            "item": stored[hit, item.position],
            "number": number,
            "campaign": campaign,
            "kind": output.kind,
            "system": output.system,
            "segment": item.segment,
            "output": digest(output.text),
        }
        for hit, several in new_items.items()
        for item in several
        for number, output in enumerate(item.outputs)
    )
    insert_all(connection, outputs, rows)


def delete_hits(connection: Connection, annotator: int) -> None:
    """Delete the HITs of an annotator with their items, whose judgments are deleted already."""
    own = select(hits.c.id).where(hits.c.annotator == annotator)
    of_hits = select(items.c.id).where(items.c.hit.in_(own))
    connection.execute(delete(outputs).where(outputs.c.item.in_(of_hits)))
    connection.execute(delete(items).where(items.c.hit.in_(own)))
    connection.execute(delete(assignments).where(assignments.c.hit.in_(own)))
    connection.execute(delete(hits).where(hits.c.annotator == annotator))


def extras(connection: Connection, campaign: int) -> dict[int, str]:
    """What pages show beside the texts of items, as JSON, by the number of the item."""
    wanted = select(items.c.id, items.c.extra).where(
        items.c.campaign == campaign, items.c.extra.is_not(None)
    )
    return {row.id: row.extra for row in connection.execute(wanted)}


def add_segments(connection: Connection, campaign: int, new: Sequence[NewSegment]) -> None:
    """Store the segments of the test set, and the outputs of all systems."""
    add_texts(
        connection,
        campaign,
        (
            text
            for one in new
            for text in (one.source, one.reference, *one.outputs.values())
            if text is not None
        ),
    )
    insert_all(
        connection,
        segments,
        (
            {
                "campaign": campaign,
                "place": place,
                "segment": one.segment,
                "document": one.document,
                "source": _digest_of(one.source),
                "reference": _digest_of(one.reference),
                "drawn": one.drawn,
            }
            for place, one in enumerate(new)
        ),
    )
    insert_all(
        connection,
        translations,
        (
            {"campaign": campaign, "place": place, "system": system, "output": digest(text)}
            for place, one in enumerate(new)
            for system, text in one.outputs.items()
        ),
    )


def screens(connection: Connection, campaign: int) -> list[PlannedScreen]:
    """All items of people that show segments, in the order of their HITs."""
    machine = select(annotators.c.id).where(
        annotators.c.id == hits.c.annotator, annotators.c.kind == "machine"
    )
    rows = connection.execute(
        select(
            items.c.id,
            hits.c.number,
            hits.c.annotator,
            items.c.place,
            items.c.document,
            items.c.weight,
            outputs.c.kind,
            outputs.c.system,
        )
        .join(hits, hits.c.id == items.c.hit)
        .join(outputs, outputs.c.item == items.c.id)
        .where(items.c.campaign == campaign, items.c.level == "segment", ~machine.exists())
        .order_by(hits.c.number, items.c.position, outputs.c.number)
    )
    found: dict[int, PlannedScreen] = {}
    for item, *columns, kind, system in rows:
        known = found.get(item)
        shown = () if known is None else known.outputs
        found[item] = PlannedScreen._make((*columns, (*shown, (kind, system))))
    return list(found.values())


def _check_texts(new_hits: Sequence[NewHit]) -> None:
    """Refuse characters that PostgreSQL cannot store."""
    for item in (item for hit in new_hits for item in hit.items):
        systems = [one.system for one in item.outputs]
        given = (*item.texts, *systems, item.segment, item.document, item.condition)
        if any("\0" in value for value in (*given, item.extra or "", item.expected or "")):
            raise DataError(
                f"Segment {item.segment!r} of system {''.join(systems[:1])!r} has a NUL character,"
                " which a campaign cannot show.",
                hint="Remove the character from the file.",
            )


def add_texts(connection: Connection, campaign: int, found: Iterable[str]) -> None:
    """Store texts, each once."""
    new = {digest(text): text for text in set(found)}
    known = connection.scalars(select(texts.c.digest).where(texts.c.campaign == campaign))
    for one in known:
        new.pop(one, None)
    rows = ({"campaign": campaign, "digest": key, "text": text} for key, text in new.items())
    insert_all(connection, texts, rows)


def _item_rows(
    campaign: int, new_items: Mapping[int, Sequence[NewItem]]
) -> Iterator[dict[str, Any]]:
    for hit, several in new_items.items():
        for item in several:
            row = {"campaign": campaign, "hit": hit, **item._asdict(), "skipped": None}
            shown = row.pop("outputs")
            row["digest"] = screen_digest([digest(one.text) for one in shown])
            row["source"] = _digest_of(item.source)
            row["reference"] = _digest_of(item.reference)
            yield row


def _digest_of(text: str | None) -> str | None:
    return None if text is None else digest(text)
