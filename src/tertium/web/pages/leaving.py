"""The end of work in a pool: items are given back, and participants of Prolific return there."""

from fastapi import APIRouter, Request
from pydantic import BaseModel
from sqlalchemy import Connection

from tertium.api.open_campaign import Campaign
from tertium.campaign.prolific import (
    FAILED,
    MARKET,
    PASSED,
    SCREENED_OUT,
    code_for,
    read_codes,
    return_url,
)
from tertium.storage import campaigns, work
from tertium.storage.pools import hit_is_left, return_hits
from tertium.web import steps
from tertium.web.access import Annotator
from tertium.web.errors import RequestError, not_found
from tertium.web.site import site_of

router = APIRouter(prefix="/c/{campaign}")


class Returned(BaseModel):
    """Number of HITs whose unanswered items went back to the pool."""

    hits: int


class Completion(BaseModel):
    """How a submission ends: its completion code, "" if there is none, and where to go."""

    code: str
    url: str


@router.post("/return")
def give_back(visitor: Annotator) -> Returned:
    """Give unanswered items back to the pool; answers are kept."""
    campaign, annotator = visitor.campaign, visitor.annotator
    assert annotator is not None
    if not campaign.description.pool:
        raise RequestError(409, "no-pool", "The items of this campaign belong to you.")
    hits = campaign.database.submit(lambda c: return_hits(c, campaign.id, annotator))
    return Returned(hits=hits)


@router.get("/completion")
def completion(request: Request, visitor: Annotator) -> Completion:
    """Give a participant of Prolific the completion code, once the work is done."""
    campaign, annotator, now = visitor.campaign, visitor.annotator, site_of(request).clock()
    assert annotator is not None
    codes = read_codes(campaign.settings.prolific_codes)
    with campaign.database.reading() as connection:
        market = campaigns.market_of(connection, campaign.id, annotator)
        if not codes or market.get("market") != MARKET:
            raise not_found()
        step = steps.step_of(connection, campaign, annotator)
        done = step == steps.WORK and _is_done(connection, campaign, annotator, now)
        judged = work.progress(connection, campaign.id, annotator).done
    if step == steps.SCREENED_OUT:
        code = code_for(SCREENED_OUT, codes)
    elif not done:
        raise RequestError(409, "not-done", "The work is not done yet.")
    elif not judged:  # others have taken all items
        code = ""
    else:
        code = code_for(PASSED if campaign.has_passed(annotator) else FAILED, codes)
    return Completion(code=code, url=return_url(code) if code else "")


def _is_done(connection: Connection, campaign: Campaign, annotator: int, now: float) -> bool:
    """Whether an annotator has no items, and can take none."""
    lease, limit = 60 * campaign.settings.lease, campaign.settings.limit
    return not work.upcoming(connection, campaign.id, annotator, 1, now) and not hit_is_left(
        connection, campaign.id, annotator, now, lease, limit, once=campaign.task.once
    )
