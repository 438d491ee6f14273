"""Campaigns that end when all pairs of systems are decided: which items are superfluous then."""

import json
from collections.abc import Collection, Iterator
from typing import Any, NamedTuple

from sqlalchemy import Connection, and_, func, select, update

from tertium.core.errors import DataError
from tertium.core.stored_json import stored_json
from tertium.storage.campaigns import LEFT_OUT
from tertium.storage.judgments import answered, counts_as_work, unanswered
from tertium.storage.schema import (
    annotators,
    campaigns,
    hits,
    items,
    judgments,
    outputs,
    segments,
)

_DAMAGED = "The decisions of the campaign are damaged."

# Keys of a decided pair on which work depends.
_PAIR = {"system", "other", "better", "time"}

# Rows that are read at a time.
_ROWS = 2000

# Kinds of outputs that test annotators, not systems.
_TESTS = ("check", "tutorial")


class Drawn(NamedTuple):
    """A segment in the order in which segments were drawn."""

    place: int
    document: str
    weight: float


class Answer(NamedTuple):
    """An answer (JSON) to a screen, and the systems of its outputs; None for control items."""

    id: int
    place: int
    answer: str
    systems: tuple[str | None, ...]


def drawn_segments(connection: Connection, campaign: int) -> list[Drawn]:
    """Segments in the order drawn."""
    weights = {
        row.place: row.weight
        for row in connection.execute(
            select(items.c.place, func.max(items.c.weight).label("weight"))
            .where(items.c.campaign == campaign)
            .group_by(items.c.place)
        )
    }
    rows = connection.execute(
        select(segments.c.place, segments.c.document)
        .where(segments.c.campaign == campaign, segments.c.drawn.is_not(None))
        .order_by(segments.c.drawn)
    )
    return [Drawn(place, document, weights.get(place, 1.0)) for place, document in rows]


def answers_after(connection: Connection, campaign: int, after: int) -> Iterator[Answer]:
    """Answers of people to segments that were stored after another one, in their order.

    Args:
        connection: A connection for reading.
        campaign: The number of the campaign.
        after: Number of the last judgment that is known; 0 for all judgments.
    """
    of_people = (
        select(judgments.c.id, judgments.c.item, items.c.place, judgments.c.answer)
        .join(items, items.c.id == judgments.c.item)
        .join(annotators, annotators.c.id == judgments.c.annotator)
        .where(
            judgments.c.campaign == campaign,
            judgments.c.id > after,
            counts_as_work(),
            items.c.level == "segment",
            annotators.c.kind == "person",
        )
        .subquery()
    )
    rows = connection.execute(
        select(of_people, outputs.c.kind, outputs.c.system)
        .join(outputs, outputs.c.item == of_people.c.item)
        .order_by(of_people.c.id, outputs.c.number),
        execution_options={"yield_per": _ROWS},
    )
    current: Answer | None = None
    for number, _, place, answer, kind, system in rows:
        if current is None or current.id != number:
            if current is not None:
                yield current
            current = Answer(number, place, answer, ())
        shown = system if kind == "system" else None
        current = current._replace(systems=(*current.systems, shown))
    if current is not None:
        yield current


class Accepted(NamedTuple):
    """Judgments that count: their number, that of the newer ones, and the newest."""

    total: int
    newer: int
    last: int


def accepted(connection: Connection, campaign: int, after: int) -> Accepted:
    """Count the judgments that count, and those that were stored after another one."""
    row = connection.execute(
        select(
            func.count(),
            func.count().filter(judgments.c.id > after),
            func.max(judgments.c.id),
        ).where(judgments.c.campaign == campaign, counts_as_work())
    ).one()
    return Accepted(row[0], row[1], row[2] or 0)


def excluded_places(connection: Connection, campaign: int) -> set[int]:
    """Segments whose annotators are excluded: who holds the HIT, or has judged a part of it."""
    # The HITs of a machine are copies, and its answers enter no verdict.
    left_out = and_(annotators.c.kind == "person", annotators.c.status.in_(LEFT_OUT))
    held = (
        select(items.c.place)
        .join(hits, hits.c.id == items.c.hit)
        .join(annotators, annotators.c.id == hits.c.annotator)
        .where(items.c.campaign == campaign, left_out)
    )
    judged = (
        select(items.c.place)
        .join(judgments, judgments.c.item == items.c.id)
        .join(annotators, annotators.c.id == judgments.c.annotator)
        .where(items.c.campaign == campaign, counts_as_work(), left_out)
    )
    return set(connection.scalars(held.union(judged)))


def decided(connection: Connection, campaign: int) -> list[dict[str, Any]]:
    """Pairs of systems that are decided, in the order of their decision."""
    stored = connection.scalar(select(campaigns.c.decided).where(campaigns.c.id == campaign))
    if stored is None:
        return []
    pairs = stored_json(stored, list, _DAMAGED)
    if not all(isinstance(pair, dict) and pair.keys() >= _PAIR for pair in pairs):
        raise DataError(_DAMAGED, hint="Restore the database from a backup.")
    return pairs


def store_decisions(
    connection: Connection,
    campaign: int,
    pairs: list[dict[str, Any]],
    needed: Collection[str],
    now: float,
) -> None:
    """Store the decided pairs, and skip the items that no undecided pair needs.

    A document that was begun is finished, because its mean counts.

    Args:
        connection: A connection for writing.
        campaign: The number of the campaign.
        pairs: All decided pairs.
        needed: Systems that are still to be judged, also as joined names; none if all is decided.
        now: The time of the last decision, which `reopen` finds again.
    """
    connection.execute(
        update(campaigns).where(campaigns.c.id == campaign).values(decided=json.dumps(pairs))
    )
    others = items.alias("others")
    begun = (
        select(others.c.id)
        .join(judgments, judgments.c.item == others.c.id)
        .where(
            others.c.hit == items.c.hit,
            others.c.block == items.c.block,
            counts_as_work(),
        )
    )
    shown = select(outputs.c.item).where(outputs.c.item == items.c.id)
    superfluous = [items.c.campaign == campaign, unanswered(), ~begun.exists()]
    if needed:
        superfluous += [
            shown.where(outputs.c.kind.not_in(_TESTS)).exists(),
            ~shown.where(outputs.c.system.in_(needed)).exists(),
        ]
    connection.execute(update(items).where(*superfluous).values(skipped=now))


def reopen(connection: Connection, campaign: int, pairs: list[dict[str, Any]]) -> None:
    """Ask again for the items that decisions made superfluous, because one of these fell.

    Args:
        connection: A connection for writing.
        campaign: The number of the campaign.
        pairs: The pairs that were decided until now.
    """
    moments = {pair["time"] for pair in pairs}
    connection.execute(
        update(items)
        .where(items.c.campaign == campaign, items.c.skipped.in_(moments), ~answered())
        .values(skipped=None)
    )


def skipped(connection: Connection, campaign: int) -> int:
    """Number of items that became superfluous before they were judged."""
    wanted = select(func.count()).where(
        items.c.campaign == campaign, items.c.skipped.is_not(None), ~answered()
    )
    return connection.scalar(wanted) or 0


def systems_shown(connection: Connection, campaign: int) -> list[str]:
    """Names of systems on screens, also joined names of systems that share an output."""
    wanted = select(outputs.c.system).where(
        outputs.c.campaign == campaign, outputs.c.kind.not_in(_TESTS)
    )
    return list(connection.scalars(wanted.distinct()))
