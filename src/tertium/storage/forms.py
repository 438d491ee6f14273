"""Answers to the questions before the work; they are kept apart from judgments."""

from typing import NamedTuple

from sqlalchemy import Connection, select

from tertium.storage._rows import insert_new
from tertium.storage.schema import annotators
from tertium.storage.schema import forms as table


class FormRow(NamedTuple):
    """Answers of an annotator that were not reset; `answers` is JSON."""

    annotator: int
    annotator_name: str
    answers: str
    submitted: float


def record_form(connection: Connection, annotator: int, answers: str, now: float) -> None:
    """Store the answers of an annotator."""
    row = {"annotator": annotator, "answers": answers, "submitted": now, "reset": None}
    insert_new(connection, table, row)


def form_of(connection: Connection, annotator: int) -> str | None:
    """Answers of an annotator as JSON; None if there are none. The last ones count."""
    rows = (
        select(table.c.answers)
        .where(table.c.annotator == annotator, table.c.reset.is_(None))
        .order_by(table.c.id.desc())
        .limit(1)
    )
    return connection.scalar(rows)


def all_forms(connection: Connection, campaign: int) -> list[FormRow]:
    """Answers of all annotators, in the order in which they were given."""
    rows = (
        select(table.c.annotator, annotators.c.name, table.c.answers, table.c.submitted)
        .join(annotators, annotators.c.id == table.c.annotator)
        .where(annotators.c.campaign == campaign, table.c.reset.is_(None))
        .order_by(table.c.id)
    )
    # Two windows may have sent the form at the same time.
    last = {row.annotator: FormRow._make(row) for row in connection.execute(rows)}
    return list(last.values())
