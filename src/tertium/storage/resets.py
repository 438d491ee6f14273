"""Resets: answers stay in the database, but do not count, and the work is open again."""

from collections.abc import Collection, Iterator

from sqlalchemy import Connection, func, select, update

from tertium.storage.judgments import JudgmentRow, find
from tertium.storage.schema import annotators, forms, hits, items, judgments, tutorial_answers


def reset_items(
    connection: Connection,
    campaign: int,
    annotator: int,
    chosen: Collection[int] | None,
    now: float,
) -> int:
    """Open the items of an annotator again.

    HITs of a pool stay with the annotator for another lease, unless they have gone to another one.

    Args:
        connection: A connection for writing.
        campaign: The number of the campaign.
        annotator: The annotator.
        chosen: The HITs; None for all.
        now: The time now.

    Returns:
        The number of items whose answers do not count any more.
    """
    own = [
        judgments.c.campaign == campaign,
        judgments.c.annotator == annotator,
        judgments.c.reset.is_(None),
    ]
    held = [hits.c.campaign == campaign, hits.c.annotator == annotator]
    if chosen is not None:
        own.append(judgments.c.item.in_(select(items.c.id).where(items.c.hit.in_(chosen))))
        held.append(hits.c.id.in_(chosen))
    counted = select(func.count(judgments.c.item.distinct())).where(*own, judgments.c.accepted == 1)
    number = connection.scalar(counted) or 0
    connection.execute(update(judgments).where(*own).values(accepted=0, reset=now))
    connection.execute(update(hits).where(*held, hits.c.leased.is_not(None)).values(leased=now))
    return number


def reset_tutorial(connection: Connection, annotator: int, now: float) -> int:
    """Let an annotator begin the tutorial again; return the number of answers."""
    connection.execute(update(annotators).where(annotators.c.id == annotator).values(tutorial=None))
    table = tutorial_answers
    changed = connection.execute(
        update(table)
        .where(table.c.annotator == annotator, table.c.reset.is_(None))
        .values(reset=now)
    )
    return changed.rowcount


def reset_form(connection: Connection, annotator: int, now: float) -> int:
    """Let an annotator answer the form again; return the number of forms with answers."""
    changed = connection.execute(
        update(forms)
        .where(forms.c.annotator == annotator, forms.c.reset.is_(None))
        .values(reset=now)
    )
    return changed.rowcount


def reset_counts(connection: Connection, campaign: int) -> dict[int, int]:
    """Numbers of items whose answers were reset, by annotator; others are left out."""
    rows = connection.execute(
        select(judgments.c.annotator, func.count(judgments.c.item.distinct()))
        .where(judgments.c.campaign == campaign, judgments.c.reset.is_not(None))
        .group_by(judgments.c.annotator)
    )
    return {annotator: number for annotator, number in rows}


def note_reset(connection: Connection, annotator: int) -> None:
    """Count a reset, so that open pages of the annotator know of it."""
    table = annotators
    connection.execute(
        update(table).where(table.c.id == annotator).values(resets=table.c.resets + 1)
    )


def resets_of(connection: Connection, annotator: int) -> int:
    """How often an annotator was let begin again."""
    found = select(annotators.c.resets).where(annotators.c.id == annotator)
    return connection.scalar(found) or 0


def reset_judgments(connection: Connection, campaign: int) -> Iterator[JudgmentRow]:
    """All versions of judgments that were reset, in the order in which they were stored."""
    return find(connection, campaign, judgments.c.reset.is_not(None))
