"""What an annotator does before the work: the form, then the tutorial."""

import json
from collections.abc import Sequence
from typing import NamedTuple

from sqlalchemy import Connection

from tertium.api.open_campaign import Campaign
from tertium.campaign.known_items import TUTORIAL, KnownItem
from tertium.storage.forms import form_of
from tertium.storage.known_items import known_items
from tertium.storage.tutorials import TutorialRow, passed_tutorial, tutorial_rows

# Steps; an annotator who is screened out gets no work.
FORM, LESSONS, WORK, SCREENED_OUT = "form", "tutorial", "annotate", "screened-out"


class Lesson(NamedTuple):
    """An item of the tutorial, and its number in the database."""

    id: int
    item: KnownItem


def step_of(connection: Connection, campaign: Campaign, annotator: int) -> str:
    """Return what an annotator does next: "form", "tutorial", "annotate" or "screened-out"."""
    form, tutorial = campaign.description.form, campaign.description.tutorial
    if form is not None:
        given = form_of(connection, annotator)
        if given is None:
            return FORM
        if form.screens_out(json.loads(given)):
            return SCREENED_OUT
    if not tutorial or passed_tutorial(connection, annotator) == tutorial:
        return WORK
    found = lessons(connection, campaign)
    answered = tutorial_rows(connection, campaign.id, annotator)
    return LESSONS if open_lessons(found, answered) else SCREENED_OUT


def lessons(connection: Connection, campaign: Campaign) -> list[Lesson]:
    """All items of the tutorial, in order."""
    rows = known_items(connection, campaign.id, TUTORIAL)
    return [Lesson(row.id, KnownItem.from_json(row.content)) for row in rows]


def open_lessons(found: Sequence[Lesson], answered: Sequence[TutorialRow]) -> list[Lesson]:
    """Items of the tutorial without an answer that is accepted."""
    done = {row.item for row in answered if row.accepted}
    return [lesson for lesson in found if lesson.id not in done]


def has_passed(found: Sequence[Lesson], answered: Sequence[TutorialRow], share: float) -> bool:
    """Whether a share of the first answers is right, among items with an expected answer."""
    first: dict[int, bool] = {}
    for row in answered:
        first.setdefault(row.item, row.correct)
    tested = [lesson.id for lesson in found if lesson.item.key.expectation is not None]
    return sum(first.get(one, False) for one in tested) >= share * len(tested)
