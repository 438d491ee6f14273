"""Entry from Prolific: a participant becomes an annotator of a pool, and remains the same one.

The address of the study has the token of a link in its path, so that nobody joins who has not got
it from Prolific. The page says what is stored; its button sends the parameters of the address.
"""

import json
from contextlib import suppress
from typing import Annotated
from urllib.parse import quote

from fastapi import APIRouter, Path, Request
from pydantic import BaseModel, ConfigDict, Field
from sqlalchemy import Connection
from starlette.responses import HTMLResponse, JSONResponse

from tertium.api.open_campaign import Campaign
from tertium.campaign.prolific import MARKET, PARAMETERS, Submission, annotator_name
from tertium.storage import campaigns
from tertium.storage.campaigns import AnnotatorExists, AnnotatorRow
from tertium.web import sessions
from tertium.web.access import public
from tertium.web.errors import RequestError, too_fast
from tertium.web.rendering import page
from tertium.web.site import site_of

router = APIRouter(prefix="/prolific", dependencies=[public])

# Longest token that is read; a token has 43 characters.
Token = Annotated[str, Path(max_length=200, description="Token of the study's address.")]
Name = Annotated[str, Path(max_length=200, description="Name of the campaign.")]
Id = Annotated[str, Field(pattern=r"^[0-9a-f]{24}$")]


class Participant(BaseModel):
    """The parameters with which Prolific opens the address of a study."""

    model_config = ConfigDict(strict=True, extra="forbid")

    participant: Id
    study: Id
    session: Id


@router.get("/{name}/{token}", response_class=HTMLResponse)
def show(request: Request, name: Name, token: Token) -> HTMLResponse:
    """Show the page; it does not tell whether the campaign exists."""
    return page(request, "prolific.html", parameters=PARAMETERS)


@router.post("/{name}/{token}")
def enter(request: Request, name: Name, token: Token, given: Participant) -> JSONResponse:
    """Make an annotator of a participant, or let the annotator continue."""
    campaign, _ = sessions.find_link(request, token, "prolific", name)
    seconds = site_of(request).limits.joins.take(campaign.name)
    if seconds:
        raise too_fast(seconds)
    submission = Submission(given.participant, given.study, given.session)
    session = sessions.enter_as(request, campaign, _annotator(campaign, submission))
    response = JSONResponse({"location": f"/c/{quote(campaign.name)}/"})
    sessions.set_cookie(request, response, session)
    return response


def _annotator(campaign: Campaign, submission: Submission) -> AnnotatorRow:
    """The annotator who is a participant; a new one is added."""
    name = annotator_name(submission.participant)
    market = json.dumps({"market": MARKET, **submission._asdict()})
    with suppress(AnnotatorExists):
        campaign.add_annotator(name, market=market)

    def note(connection: Connection) -> AnnotatorRow:
        found = campaigns.find_annotator(connection, campaign.id, name)
        if found is None or found.market is None or found.status not in ("active", "excluded"):
            raise RequestError(403, "closed", "This participant cannot take part any more.")
        # A participant who was here before may come with another submission.
        campaigns.set_market(connection, campaign.id, found.id, market)
        return found

    return campaign.database.submit(note)
