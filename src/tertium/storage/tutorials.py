"""Tutorials: answers of annotators, which are no judgments, and who has passed one."""

from typing import NamedTuple

from sqlalchemy import Connection, select, update

from tertium.storage._rows import insert_new
from tertium.storage.schema import annotators, known_items, tutorial_answers


class NewTutorialAnswer(NamedTuple):
    """An answer to an item of the tutorial; `answer` is JSON."""

    client_id: str
    item: int
    answer: str
    correct: bool
    accepted: bool
    submitted: float
    active: float


class TutorialRow(NamedTuple):
    """An answer to an item of the tutorial that was not reset."""

    annotator: int
    annotator_name: str
    item: int
    name: str
    answer: str
    correct: bool
    accepted: bool
    submitted: float


def record_answer(
    connection: Connection, campaign: int, annotator: int, answer: NewTutorialAnswer
) -> None:
    """Store an answer; one that was stored before is not stored again."""
    row = {"campaign": campaign, "annotator": annotator, **answer._asdict(), "reset": None}
    row |= {"correct": int(answer.correct), "accepted": int(answer.accepted)}
    insert_new(connection, tutorial_answers, row)


def tutorial_rows(
    connection: Connection, campaign: int, annotator: int | None = None
) -> list[TutorialRow]:
    """Answers that were not reset, in the order in which they were stored.

    Args:
        connection: A connection for reading.
        campaign: The number of the campaign.
        annotator: The annotator; None for all.
    """
    table = tutorial_answers
    rows = (
        select(
            table.c.annotator,
            annotators.c.name,
            table.c.item,
            known_items.c.name,
            table.c.answer,
            table.c.correct == 1,
            table.c.accepted == 1,
            table.c.submitted,
        )
        .join(annotators, annotators.c.id == table.c.annotator)
        .join(known_items, known_items.c.id == table.c.item)
        .where(table.c.campaign == campaign, table.c.reset.is_(None))
        .order_by(table.c.id)
    )
    if annotator is not None:
        rows = rows.where(table.c.annotator == annotator)
    return [TutorialRow._make(row) for row in connection.execute(rows)]


def passed_tutorial(connection: Connection, annotator: int) -> str | None:
    """Digest of the tutorial that an annotator has passed; None if there is none."""
    return connection.scalar(select(annotators.c.tutorial).where(annotators.c.id == annotator))


def pass_tutorial(connection: Connection, annotator: int, digest: str) -> None:
    """Note that an annotator has passed a tutorial."""
    connection.execute(
        update(annotators).where(annotators.c.id == annotator).values(tutorial=digest)
    )


def passed_elsewhere(connection: Connection, annotator: int, digest: str) -> bool:
    """Whether an annotator of the same name has passed the same tutorial in another campaign."""
    own = select(annotators.c.name, annotators.c.campaign).where(annotators.c.id == annotator)
    name, campaign = connection.execute(own).one()
    found = select(annotators.c.id).where(
        annotators.c.name == name,
        annotators.c.campaign != campaign,
        annotators.c.tutorial == digest,
    )
    return connection.execute(found.limit(1)).one_or_none() is not None
