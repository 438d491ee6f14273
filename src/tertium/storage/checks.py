"""Attention checks in HITs: which one an annotator gets, and the answers.

A HIT of a pool has places without texts. When an annotator takes the HIT, checks are drawn for
these places at random, among those that the annotator has not had. A place for which no check is
left is skipped.
"""

import json
from random import Random
from typing import NamedTuple

from sqlalchemy import Connection, and_, delete, exists, insert, or_, select, update

from tertium.storage.judgments import answered
from tertium.storage.known_items import KnownRow, known_items
from tertium.storage.schema import (
    annotators,
    assignments,
    digest,
    hits,
    items,
    judgments,
    outputs,
    screen_digest,
)

CHECK = "check"


class CheckRow(NamedTuple):
    """An answer to a check; `expected` is the answer key as JSON."""

    annotator: int
    name: str
    check: str
    hit: int
    position: int
    expected: str
    answer: str
    submitted: float


def bind_checks(
    connection: Connection, campaign: int, hit: int, annotator: int, now: float
) -> None:
    """Draw checks for the places of a HIT that an annotator has just got.

    A check that was drawn for an earlier annotator stays, unless the new one has had it.

    Args:
        connection: A connection for writing.
        campaign: The number of the campaign.
        hit: The HIT.
        annotator: Its new annotator.
        now: The time now.
    """
    tried = exists().where(judgments.c.item == items.c.id)
    places = connection.execute(
        select(
            items.c.id,
            outputs.c.segment.label("check"),
            answered().label("answered"),
            tried.label("tried"),
        )
        .outerjoin(outputs, and_(outputs.c.item == items.c.id, outputs.c.number == 0))
        .where(items.c.hit == hit, or_(items.c.digest == "", outputs.c.kind == CHECK))
        .order_by(items.c.position)
    ).all()
    if not places:
        return
    seen = _checks_of(connection, annotator, hit)
    seen |= {place.check for place in places if place.answered}
    stay = {place.check for place in places if not place.answered} - seen - {None}
    bank = known_items(connection, campaign, CHECK)
    unseen = [one for one in bank if one.name not in seen | stay]
    drawn = iter(Random(f"{hit} {annotator}").sample(unseen, len(unseen)))
    for place in places:
        if place.answered or place.check in stay:
            continue
        # Answers of an earlier annotator belong to the text that the place has.
        check = None if place.tried else next(drawn, None)
        if check is None:
            connection.execute(update(items).where(items.c.id == place.id).values(skipped=now))
        else:
            _bind(connection, campaign, place.id, check)


def check_answers(
    connection: Connection, campaign: int, annotator: int | None = None
) -> list[CheckRow]:
    """Answers to checks that were not reset, in the order in which they were stored.

    Args:
        connection: A connection for reading.
        campaign: The number of the campaign.
        annotator: The annotator; None for all.
    """
    rows = (
        select(
            judgments.c.annotator,
            annotators.c.name,
            outputs.c.segment,
            hits.c.number,
            items.c.position,
            items.c.expected,
            judgments.c.answer,
            judgments.c.submitted,
        )
        .join(items, items.c.id == judgments.c.item)
        .join(hits, hits.c.id == items.c.hit)
        .join(outputs, and_(outputs.c.item == items.c.id, outputs.c.number == 0))
        .join(annotators, annotators.c.id == judgments.c.annotator)
        .where(
            judgments.c.campaign == campaign, outputs.c.kind == CHECK, judgments.c.reset.is_(None)
        )
        .order_by(judgments.c.id)
    )
    if annotator is not None:
        rows = rows.where(judgments.c.annotator == annotator)
    return [CheckRow._make(row) for row in connection.execute(rows)]


def _checks_of(connection: Connection, annotator: int, hit: int) -> set[str]:
    """Names of the checks in other HITs that an annotator has or had."""
    rows = (
        select(outputs.c.segment)
        .join(items, items.c.id == outputs.c.item)
        .join(assignments, assignments.c.hit == items.c.hit)
        .where(
            assignments.c.annotator == annotator,
            assignments.c.hit != hit,
            outputs.c.kind == CHECK,
        )
    )
    return set(connection.scalars(rows))


def _bind(connection: Connection, campaign: int, item: int, check: KnownRow) -> None:
    """Show a check at the place of an item."""
    content = json.loads(check.content)
    digests = [digest(text) for text in content["outputs"]]
    beside = {
        name: None if content[name] is None else digest(content[name])
        for name in ("source", "reference")
    }
    connection.execute(delete(outputs).where(outputs.c.item == item))
    connection.execute(
        update(items)
        .where(items.c.id == item)
        .values(
            segment=check.name,
            digest=screen_digest(digests),
            expected=json.dumps(content["key"], ensure_ascii=False),
            skipped=None,
            **beside,
        )
    )
    shown = {"item": item, "campaign": campaign, "kind": CHECK, "system": "", "segment": check.name}
    rows = [{**shown, "number": number, "output": one} for number, one in enumerate(digests)]
    connection.execute(insert(outputs), rows)
