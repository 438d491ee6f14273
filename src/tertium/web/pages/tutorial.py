"""The tutorial: items with feedback before the work. `annotate.py` shows its page."""

import hmac
import json
from typing import Any
from urllib.parse import quote

from fastapi import APIRouter, Request
from pydantic import BaseModel, ConfigDict, Field
from sqlalchemy import Connection

from tertium.campaign.known_items import proof_of
from tertium.campaign.tasks import Shown
from tertium.storage.tutorials import (
    NewTutorialAnswer,
    pass_tutorial,
    passed_elsewhere,
    record_answer,
    tutorial_rows,
)
from tertium.web import steps
from tertium.web.access import Annotator, Visitor
from tertium.web.errors import RequestError, not_found
from tertium.web.pages._answers import ClientId, Seconds, read_answer
from tertium.web.rendering import language_of
from tertium.web.site import site_of
from tertium.web.steps import Lesson

router = APIRouter(prefix="/c/{campaign}")


class LessonItem(BaseModel):
    """An item of the tutorial, in the form of the items of the work."""

    id: int
    level: str = "segment"
    source: str | None
    reference: str | None
    outputs: list[str]
    extra: dict[str, Any] = {}
    document: None = None
    place: None = None


class Lessons(BaseModel):
    """The tutorial.

    Attributes:
        items: Items that are still to be answered.
        done: Number of items answered.
        total: Number of all items.
        digest: What identifies the tutorial.
        known: Whether the annotator has passed it in another campaign, and may skip it.
    """

    items: list[LessonItem]
    done: int
    total: int
    digest: str
    known: bool


class NewLessonAnswer(BaseModel):
    """An answer to an item of the tutorial."""

    model_config = ConfigDict(strict=True, extra="forbid", allow_inf_nan=False)

    id: ClientId
    item: int = Field(ge=1, le=2**63 - 1)
    answer: dict[str, Any]
    active: Seconds


class Feedback(BaseModel):
    """What the annotator learns.

    Attributes:
        correct: Whether the answer is as expected; None if any answer is right.
        text: An explanation; it may be empty.
        repeat: Whether the answer has to be put right.
        finished: Whether this was the last item.
        proof: What the browser keeps if the tutorial is passed.
    """

    correct: bool | None
    text: str
    repeat: bool
    finished: bool
    proof: str


class Skip(BaseModel):
    """A proof that this browser has passed the tutorial before; it may be empty."""

    model_config = ConfigDict(strict=True, extra="forbid")

    proof: str = Field(max_length=100)


class Skipped(BaseModel):
    """Where to go after the tutorial."""

    location: str


@router.get("/lessons")
def lessons(request: Request, visitor: Annotator) -> Lessons:
    """Give the items that are still to be answered."""
    campaign, annotator = visitor.campaign, visitor.annotator
    assert annotator is not None
    _check(visitor)
    digest = campaign.description.tutorial
    with campaign.database.reading() as connection:
        found = steps.lessons(connection, campaign)
        answered = tutorial_rows(connection, campaign.id, annotator)
        known = passed_elsewhere(connection, annotator, digest)
    left = steps.open_lessons(found, answered)
    return Lessons(
        items=[
            LessonItem(
                id=one.id,
                source=one.item.source,
                reference=one.item.reference,
                outputs=list(one.item.outputs),
            )
            for one in left
        ],
        done=len(found) - len(left),
        total=len(found),
        digest=digest,
        known=known,
    )


@router.post("/lessons")
def answer(request: Request, visitor: Annotator, given: NewLessonAnswer) -> Feedback:
    """Store an answer, and tell whether it is as expected."""
    campaign, annotator, now = visitor.campaign, visitor.annotator, site_of(request).clock()
    assert annotator is not None
    _check(visitor)

    def write(connection: Connection) -> tuple[Lesson, bool, bool, str]:
        found = steps.lessons(connection, campaign)
        lesson = next((one for one in found if one.id == given.item), None)
        if lesson is None:
            raise RequestError(404, "unknown-item", f"The tutorial has no item {given.item}.")
        item = lesson.item
        stored = read_answer(
            campaign, Shown(item.outputs, item.source, item.reference), given.answer
        )
        correct = item.key.accepts(stored)
        record_answer(
            connection,
            campaign.id,
            annotator,
            NewTutorialAnswer(
                client_id=given.id,
                item=lesson.id,
                answer=json.dumps(stored, ensure_ascii=False),
                correct=correct,
                accepted=correct or not item.key.strict,
                submitted=now,
                active=given.active,
            ),
        )
        answered = tutorial_rows(connection, campaign.id, annotator)
        finished, proof = not steps.open_lessons(found, answered), ""
        if finished and steps.has_passed(found, answered, campaign.settings.tutorial_pass):
            pass_tutorial(connection, annotator, campaign.description.tutorial)
            proof = proof_of([one.item for one in found])
        return lesson, correct, finished, proof

    lesson, correct, finished, proof = campaign.database.submit(write)
    key = lesson.item.key
    language = language_of(request, campaign.settings.interface).language
    return Feedback(
        correct=None if key.expectation is None else correct,
        text=key.explanation(language),
        repeat=key.strict and not correct,
        finished=finished,
        proof=proof,
    )


@router.post("/tutorial/skip")
def skip(request: Request, visitor: Annotator, given: Skip) -> Skipped:
    """Leave the tutorial out, if the annotator or this browser has passed it before."""
    campaign, annotator = visitor.campaign, visitor.annotator
    assert annotator is not None
    _check(visitor)
    digest = campaign.description.tutorial

    def write(connection: Connection) -> None:
        expected = proof_of([one.item for one in steps.lessons(connection, campaign)])
        proven = hmac.compare_digest(expected.encode(), given.proof.encode("utf-8", "replace"))
        if not proven and not passed_elsewhere(connection, annotator, digest):
            raise RequestError(403, "not-known", "The tutorial was not passed before.")
        pass_tutorial(connection, annotator, digest)

    campaign.database.submit(write)
    return Skipped(location=_start(visitor))


def _check(visitor: Visitor) -> None:
    if not visitor.campaign.description.tutorial:
        raise not_found()


def _start(visitor: Visitor) -> str:
    return f"/c/{quote(visitor.campaign.name)}/"
