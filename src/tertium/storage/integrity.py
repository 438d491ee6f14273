"""Check that the judgments of a campaign are complete and consistent."""

import json
from collections.abc import Callable, Iterator
from typing import Any

from sqlalchemy import ColumnElement, Connection, FromClause, and_, func, or_, select, text

from tertium.core.formatting import counted
from tertium.storage.campaigns import ANNOTATOR_STATUSES, DELETED, STATUSES
from tertium.storage.schema import (
    annotators,
    assignments,
    campaigns,
    digest,
    hits,
    items,
    judgments,
    outputs,
    texts,
)

# Examples that a sentence names.
_EXAMPLES = 5

# Rows that are read at a time.
_ROWS = 2000


def check(
    connection: Connection, campaign: int, understands: Callable[[str], bool] | None = None
) -> list[str]:
    """Find whatever is broken in a campaign.

    Args:
        connection: A connection for reading.
        campaign: The number of the campaign.
        understands: Whether an answer, which is a JSON object, is one to the campaign's question.

    Returns:
        One sentence for each kind of problem; none if nothing is broken.
    """
    return [
        *_damaged_file(connection),
        *_statuses(connection, campaign),
        *_texts(connection, campaign),
        *_items(connection, campaign),
        *_judgments(connection, campaign),
        *_chains(connection, campaign),
        *_answers(connection, campaign, understands),
    ]


def _damaged_file(connection: Connection) -> Iterator[str]:
    """Let SQLite check its file."""
    if connection.dialect.name != "sqlite":
        return
    found = connection.scalars(text("PRAGMA integrity_check(5)")).all()
    if found != ["ok"]:
        yield f"The file is damaged: {'; '.join(map(str, found))}."


def _statuses(connection: Connection, campaign: int) -> Iterator[str]:
    """Find statuses that no version of tertium writes."""
    known = {*STATUSES, *ANNOTATOR_STATUSES, *DELETED}
    statuses = [
        *connection.scalars(select(campaigns.c.status).where(campaigns.c.id == campaign)),
        *connection.scalars(select(annotators.c.status).where(annotators.c.campaign == campaign)),
    ]
    for status in sorted(set(statuses) - known):
        yield f"The status {status!r} is unknown."


def _texts(connection: Connection, campaign: int) -> Iterator[str]:
    wanted = select(texts.c.digest, texts.c.text).where(texts.c.campaign == campaign)
    rows = connection.execute(wanted, execution_options={"yield_per": _ROWS})
    changed = [row.digest for row in rows if digest(row.text) != row.digest]
    yield from _sentence(changed, "text", "does not match its digest", "do not match their digests")


def _items(connection: Connection, campaign: int) -> Iterator[str]:
    def find(condition: ColumnElement[bool], source: FromClause = items) -> list[str]:
        rows = select(items.c.id).select_from(source).where(items.c.campaign == campaign, condition)
        return [str(one) for one in connection.scalars(rows.distinct().order_by(items.c.id))]

    present = select(texts.c.digest).where(texts.c.campaign == items.c.campaign)

    def lacks(column: ColumnElement[Any]) -> ColumnElement[bool]:
        return and_(column.is_not(None), ~present.where(texts.c.digest == column).exists())

    with_outputs = items.outerjoin(outputs, outputs.c.item == items.c.id)
    lacking = [lacks(column) for column in (items.c.source, items.c.reference, outputs.c.output)]
    missing = find(or_(*lacking), with_outputs)
    yield from _sentence(missing, "item", "lacks a text", "lack a text")
    with_hits = items.outerjoin(hits, hits.c.id == items.c.hit)
    foreign = find(or_(hits.c.id.is_(None), hits.c.campaign != campaign), with_hits)
    yield from _sentence(
        foreign, "item", "has a HIT of another campaign", "have HITs of another campaign"
    )
    rows = select(hits.c.id).outerjoin(annotators, annotators.c.id == hits.c.annotator)
    unknown = rows.where(
        hits.c.campaign == campaign,
        hits.c.annotator.is_not(None),
        or_(annotators.c.id.is_(None), annotators.c.campaign != campaign),
    )
    yield from _sentence(
        [str(one) for one in connection.scalars(unknown.order_by(hits.c.id))],
        "HIT",
        "belongs to an annotator of another campaign",
        "belong to annotators of another campaign",
    )


def _judgments(connection: Connection, campaign: int) -> Iterator[str]:
    joined = (
        judgments.outerjoin(items, items.c.id == judgments.c.item)
        .outerjoin(annotators, annotators.c.id == judgments.c.annotator)
        .outerjoin(
            assignments,
            and_(
                assignments.c.hit == items.c.hit,
                assignments.c.annotator == judgments.c.annotator,
            ),
        )
    )

    def find(condition: ColumnElement[bool]) -> list[str]:
        rows = (
            select(judgments.c.id)
            .select_from(joined)
            .where(or_(judgments.c.campaign == campaign, items.c.campaign == campaign), condition)
            .order_by(judgments.c.id)
        )
        return [str(one) for one in connection.scalars(rows)]

    own = judgments.c.campaign == campaign
    yield from _sentence(
        find(and_(own, items.c.id.is_(None))),
        "judgment",
        "refers to an item that does not exist",
        "refer to items that do not exist",
    )
    yield from _sentence(
        find(and_(items.c.id.is_not(None), items.c.campaign != judgments.c.campaign)),
        "judgment",
        "refers to an item of another campaign",
        "refer to items of another campaign",
    )
    yield from _sentence(
        find(and_(own, or_(annotators.c.id.is_(None), annotators.c.campaign != campaign))),
        "judgment",
        "was given by an annotator who is not of this campaign",
        "were given by annotators who are not of this campaign",
    )
    yield from _sentence(
        find(and_(own, items.c.id.is_not(None), assignments.c.hit.is_(None))),
        "judgment",
        "was given by an annotator who never had the item",
        "were given by annotators who never had the items",
    )
    yield from _sentence(
        find(and_(own, items.c.digest != judgments.c.output)),
        "judgment",
        "was given for another text than that of its item",
        "were given for other texts than those of their items",
    )


def _chains(connection: Connection, campaign: int) -> Iterator[str]:
    """Versions count from 1 without a gap; each replaces the one before."""
    before = func.lag(judgments.c.id).over(
        partition_by=(judgments.c.item, judgments.c.annotator), order_by=judgments.c.version
    )
    rank = func.row_number().over(
        partition_by=(judgments.c.item, judgments.c.annotator), order_by=judgments.c.version
    )
    ranked = (
        select(judgments, before.label("before"), rank.label("rank"))
        .where(judgments.c.campaign == campaign)
        .subquery()
    )
    gaps = select(ranked.c.id).where(ranked.c.version != ranked.c.rank)
    yield from _sentence(
        [str(one) for one in connection.scalars(gaps.order_by(ranked.c.id))],
        "judgment",
        "has a version that does not follow the version before",
        "have versions that do not follow the version before",
    )
    broken = select(ranked.c.id).where(ranked.c.replaces.is_distinct_from(ranked.c.before))
    yield from _sentence(
        [str(one) for one in connection.scalars(broken.order_by(ranked.c.id))],
        "judgment",
        "does not replace the version before",
        "do not replace the version before",
    )


def _answers(
    connection: Connection, campaign: int, understands: Callable[[str], bool] | None
) -> Iterator[str]:
    wanted = (
        select(judgments.c.id, judgments.c.answer)
        .where(judgments.c.campaign == campaign)
        .order_by(judgments.c.id)
    )
    rows = connection.execute(wanted, execution_options={"yield_per": _ROWS})
    wrong, unknown = [], []
    for row in rows:
        if not _is_object(row.answer):
            wrong.append(str(row.id))
        elif understands is not None and not understands(row.answer):
            unknown.append(str(row.id))
    yield from _sentence(
        wrong, "judgment", "has an answer that is not JSON", "have answers that are not JSON"
    )
    yield from _sentence(
        unknown,
        "judgment",
        "has an answer to another question",
        "have answers to another question",
    )


def _is_object(answer: str) -> bool:
    try:
        return isinstance(json.loads(answer), dict)
    except (ValueError, TypeError, RecursionError):
        return False


def _sentence(found: list[str], noun: str, singular: str, plural: str) -> Iterator[str]:
    """Say how many rows have a problem, with the numbers of the first ones."""
    if found:
        examples = ", ".join(found[:_EXAMPLES]) + (", ..." if len(found) > _EXAMPLES else "")
        verb = singular if len(found) == 1 else plural
        yield f"{counted(len(found), noun)} {verb}: {examples}."
