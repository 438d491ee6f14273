"""The items of an annotator, and the answers."""

import asyncio
import json
from typing import Any

from fastapi import APIRouter, Request
from pydantic import BaseModel, ConfigDict, Field
from sqlalchemy import Connection

from tertium.api.open_campaign import Campaign
from tertium.campaign.known_items import AnswerKey
from tertium.campaign.tasks import Shown
from tertium.storage import campaigns, judgments
from tertium.storage import work as stored
from tertium.storage.judgments import NewJudgment, Recorded, RefusedJudgment
from tertium.storage.pools import hit_is_left
from tertium.storage.resets import resets_of
from tertium.storage.surroundings import Block, block_of, surroundings
from tertium.storage.work import ItemRow
from tertium.web.access import Annotator, Visitor
from tertium.web.errors import RequestError
from tertium.web.pages._answers import ClientId, Seconds, read_answer
from tertium.web.rendering import language_of
from tertium.web.site import site_of
from tertium.web.steps import WORK, step_of
from tertium.web.times import Times, server_times

router = APIRouter(prefix="/c/{campaign}")

# Items that a page gets in advance, so that work goes on while the connection is lost.
AHEAD = 10

# Status of HTTP for each reason to refuse a judgment.
_STATUSES = {
    "unknown-item": 404,
    "foreign-item": 403,
    "unknown-annotator": 403,
    "wrong-text": 409,
    "used-id": 409,
    "bad-id": 422,
    "bad-time": 422,
}


class Item(BaseModel):
    """An item as its annotator sees it: nothing tells the system, or that it is a control item.

    `document` names the document in `Work.documents` that it is judged in, and `place` its segment
    there; they are None if it is shown by itself.
    """

    id: int
    hit: int
    position: int
    level: str
    source: str | None
    reference: str | None
    outputs: list[str]
    extra: dict[str, Any]
    document: str | None
    place: int | None
    digest: str


class Segment(BaseModel):
    """A segment of a document, as it stands around an item."""

    place: int
    source: str | None
    outputs: list[str]


class JudgedItem(Item):
    """An item with its answer."""

    answer: dict[str, Any]


class Progress(BaseModel):
    """Numbers of items judged and given, in all and in the HIT of the next item."""

    done: int
    total: int
    hit_done: int
    hit_total: int
    hit: int
    hits: int


class Work(BaseModel):
    """What an annotator does next.

    `status` is "running", "paused", "done", "none-left" (items of a pool may return), "limit" (the
    annotator has judged as many items as allowed), or a step before the work: "form", "tutorial" or
    "screened-out". If `resets` grows, items that were answered may be open again.
    """

    status: str
    items: list[Item]
    previous: JudgedItem | None
    documents: dict[str, list[Segment]]
    progress: Progress
    resets: int


class NewAnswer(BaseModel):
    """An answer, with times of the browser's clock in seconds."""

    model_config = ConfigDict(strict=True, extra="forbid", allow_inf_nan=False)

    id: ClientId
    item: int = Field(ge=1, le=2**63 - 1)
    digest: str = Field(pattern=r"^[0-9a-f]{32}$")
    answer: dict[str, Any]
    shown: Seconds
    touched: Seconds
    submitted: Seconds
    sent: Seconds
    active: Seconds


class Saved(BaseModel):
    """The answer is on disk."""

    saved: bool
    version: int


@router.get("/work")
def work(request: Request, visitor: Annotator) -> Work:
    """Give the next items; in a pool, an annotator without items takes the next HIT."""
    campaign, now = visitor.campaign, site_of(request).clock()
    lease = 60 * campaign.settings.lease if campaign.description.pool else None
    site_of(request).looks[campaign.name].look()

    def look(connection: Connection) -> Work:
        return _work(connection, visitor, now, lease)

    if lease is not None:
        return campaign.database.submit(look)
    with campaign.database.reading() as connection:
        return look(connection)


@router.post("/answers")
async def answers(request: Request, visitor: Annotator, given: NewAnswer) -> Saved:
    """Store an answer; it is acknowledged once it is on disk."""
    received = site_of(request).clock()

    def write(connection: Connection) -> tuple[Recorded, AnswerKey | None]:
        return _record(connection, visitor, given, received)

    recorded, failed = await asyncio.wrap_future(visitor.campaign.database.enqueue(write))
    if failed is not None:
        # The answer is stored, but does not count: the check has to be put right.
        messages = language_of(request, visitor.campaign.settings.interface)
        sentence = failed.explanation(messages.language) or messages.text("check.failed")
        raise RequestError(422, "failed-check", sentence)
    return Saved(saved=True, version=recorded.version)


def _work(connection: Connection, visitor: Visitor, now: float, lease: float | None) -> Work:
    campaign, annotator = visitor.campaign, visitor.annotator
    assert annotator is not None
    row = campaigns.find(connection, campaign.name)
    resets = resets_of(connection, annotator)
    step = step_of(connection, campaign, annotator)
    if row.status != "running" or step != WORK:
        progress = stored.progress(connection, campaign.id, annotator)
        return Work(
            status=step if row.status == "running" else "paused",
            items=[],
            previous=None,
            documents={},
            progress=_progress(progress),
            resets=resets,
        )
    limit, once = campaign.settings.limit, campaign.task.once
    items = stored.upcoming(connection, campaign.id, annotator, AHEAD, now, lease, limit, once=once)
    judged = stored.last_judged(connection, campaign.id, annotator)
    previous = None
    if judged is not None:
        previous = JudgedItem(**_shown(judged.item), answer=json.loads(judged.answer))
    shown = items if judged is None else [*items, judged.item]
    around = surroundings(connection, campaign.id, shown)
    return Work(
        status="running" if items else _status(connection, visitor, now, lease),
        items=[Item(**_shown(item)) for item in items],
        previous=previous,
        documents={
            _document(block): [Segment(**one._asdict()) for one in found]
            for block, found in around.items()
        },
        progress=_progress(stored.progress(connection, campaign.id, annotator)),
        resets=resets,
    )


def _status(connection: Connection, visitor: Visitor, now: float, lease: float | None) -> str:
    """Why an annotator has no items."""
    campaign, annotator = visitor.campaign, visitor.annotator
    assert annotator is not None
    if lease is None:
        return "done"
    counts = judgments.counts(connection, campaign.id)
    if counts.judged >= counts.planned:
        return "done"
    once = campaign.task.once
    if campaign.settings.limit and hit_is_left(
        connection, campaign.id, annotator, now, lease, once=once
    ):
        return "limit"
    # Items of a pool may return from annotators who have left.
    return "none-left"


def _record(
    connection: Connection, visitor: Visitor, given: NewAnswer, received: float
) -> tuple[Recorded, AnswerKey | None]:
    """Store an answer; return the key, too, if it is a wrong answer to a loud check."""
    campaign, annotator = visitor.campaign, visitor.annotator
    assert annotator is not None
    row = campaigns.find(connection, campaign.name)
    item = stored.item(connection, campaign.id, given.item)
    if item is None:
        raise RequestError(404, "unknown-item", f"The campaign has no item {given.item}.")
    answer = _read(campaign, item, given.answer)
    key = None if item.expected is None else AnswerKey.from_json(item.expected)
    failed = key is not None and key.strict and not key.accepts(answer)
    times = server_times(
        Times(given.shown, given.touched, given.submitted, given.active),
        given.sent,
        received,
        row.created,
    )
    judgment = NewJudgment(
        client_id=given.id,
        item=given.item,
        annotator=annotator,
        answer=json.dumps(answer),
        scale=campaign.description.scale_name,
        output=given.digest,
        received=received,
        accepted=not failed,
        **times._asdict(),
    )
    try:
        recorded = judgments.record(connection, campaign.id, judgment)
    except RefusedJudgment as error:
        raise RequestError(_STATUSES[error.code], error.code, error.message) from None
    # An answer that was stored before the pause is acknowledged again; a new one is undone.
    if row.status != "running" and not recorded.repeated:
        raise RequestError(409, "paused", "The campaign is paused. The answer was not saved.")
    return recorded, key if failed else None


def _read(campaign: Campaign, item: ItemRow, given: dict[str, Any]) -> dict[str, Any]:
    """Check an answer to an item, and return the form that is stored."""
    shown = Shown(
        outputs=tuple(output.text for output in item.outputs),
        source=item.source,
        reference=item.reference,
        level=item.level,
        extra=_extra(item),
    )
    return read_answer(campaign, shown, given)


def _shown(item: ItemRow) -> dict[str, Any]:
    """Columns of an item that its annotator may know."""
    block = block_of(item)
    return {
        "id": item.id,
        "hit": item.number,
        "position": item.position,
        "level": item.level,
        "source": item.source,
        "reference": item.reference,
        "outputs": [output.text for output in item.outputs],
        "extra": _extra(item),
        "document": None if block is None else _document(block),
        "place": None if block is None else item.place,
        "digest": item.digest,
    }


def _extra(item: ItemRow) -> dict[str, Any]:
    return {} if item.extra is None else dict(json.loads(item.extra))


def _document(block: Block) -> str:
    return f"{block.hit}.{block.number}"


def _progress(progress: stored.Progress) -> Progress:
    return Progress(**progress._asdict())
