"""Work for machine judges as lines of JSON, and their answers.

A line of work shows what an annotator sees, and no name of a system: control items look like all
others. It holds the question, and a JSON Schema of the answer. Errors that another program suggests
to annotators are left out, so that machines judge on their own.

A line of answers is `{"item": 17, "digest": "...", "answer": {...}}`. The digest, copied from the
line of work, ties the answer to the campaign and to the texts that were judged.
"""

import hashlib
import json
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from tertium.campaign.description import Description
from tertium.campaign.page_texts import anchors, question_text
from tertium.campaign.tasks import AnswerError, Shown, load_task
from tertium.core.errors import shown as quoted
from tertium.core.stored_json import stored_json
from tertium.human.ratings import KINDS

# Keys of a line of answers; those of the line of work may be copied.
ANSWERED = ("item", "digest", "answer")
_WORK = ("campaign", "task", "level", "source", "reference", "outputs", "document", "extra")
WORK = (*ANSWERED[:2], *_WORK, "question", "points", "answer_schema")

# Keys of what a page shows beside the texts that a machine does not get.
_NOT_FOR_MACHINES = ("suggestions",)


class AnswerProblem(Exception):
    """Why a line of answers cannot be used, in a sentence."""


class Screen(NamedTuple):
    """An item as a machine judge gets it.

    Attributes:
        item: Its number.
        digest: Fingerprint of the campaign, the item and its outputs.
        shown: What a judge sees.
        document: Name of the document that it is judged in; None if it is shown by itself.
    """

    item: int
    digest: str
    shown: Shown
    document: str | None


# The sentence of an error.
EXTRA_DAMAGED = "What is shown beside the texts of an item is damaged."


def fingerprint(campaign: str, created: float, item: int, digest: str) -> str:
    """Tie an item to its campaign and to the digest of its outputs."""
    text = f"{campaign} {created!r} {item} {digest}"
    return hashlib.sha256(text.encode("utf-8")).hexdigest()[: len(digest)]


def extra_for_machines(extra: str | None) -> str | None:
    """What a machine gets of what the page of an item shows beside the texts, as JSON."""
    if extra is None:
        return None
    found = stored_json(extra, dict, EXTRA_DAMAGED)
    left = {key: value for key, value in found.items() if key not in _NOT_FOR_MACHINES}
    return json.dumps(left, ensure_ascii=False) if left else None


def is_for_machines(kinds: list[str]) -> bool:
    """Whether an item gives ratings; tutorials and attention checks are for people."""
    return any(kind in KINDS for kind in kinds)


def work_lines(campaign: str, description: Description, screens: Iterator[Screen]) -> Iterator[str]:
    """Yield the work for a machine judge, one line of JSON for each item."""
    task, question = load_task(description.settings.task), description.question
    text, points = question_text(description), anchors(description)
    for screen in screens:
        shown = screen.shown
        line: dict[str, Any] = {
            "item": screen.item,
            "digest": screen.digest,
            "campaign": campaign,
            "task": task.name,
            "level": shown.level,
            "source": shown.source,
            "reference": shown.reference,
            "outputs": list(shown.outputs),
            "document": screen.document,
            "extra": dict(shown.extra),
            "question": text,
            "points": points,
            "answer_schema": task.schema(len(shown.outputs), question),
        }
        # A text that is not shown, and what the campaign does not have, need no key.
        yield json.dumps(
            {key: one for key, one in line.items() if one not in (None, {})}, ensure_ascii=False
        )


def read_answer(
    line: Mapping[str, Any], screens: Mapping[int, Screen], description: Description
) -> tuple[int, str]:
    """Check a line of answers.

    Returns:
        The item, and the answer in the form that is stored, as JSON.

    Raises:
        AnswerProblem: The line cannot be used.
    """
    for key in ANSWERED:
        if key not in line:
            raise AnswerProblem(f"The line has no {key!r}.")
    item = line["item"]
    if type(item) is not int:
        raise AnswerProblem(f"The item must be a whole number. Got {quoted(item)} instead.")
    screen = screens.get(item)
    if screen is None:
        raise AnswerProblem(f"The campaign has no item {quoted(item)}.")
    if line["digest"] != screen.digest:
        raise AnswerProblem(
            f"The digest is not that of item {item}: the line belongs to another campaign or to"
            " other texts."
        )
    try:
        task = load_task(description.settings.task)
        answer = task.read(line["answer"], screen.shown, description.question)
    except AnswerError as error:
        raise AnswerProblem(error.sentence) from None
    return item, json.dumps(answer)
