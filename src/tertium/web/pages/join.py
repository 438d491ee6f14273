"""Join a pool: whoever has its link chooses a name, and becomes an annotator."""

from typing import Annotated

from fastapi import APIRouter, Depends, Request
from pydantic import BaseModel, ConfigDict, Field
from starlette.responses import HTMLResponse, JSONResponse

from tertium.web import sessions
from tertium.web.access import Visitor, require
from tertium.web.errors import RequestError, too_fast
from tertium.web.names import add_annotator
from tertium.web.rendering import page
from tertium.web.site import site_of

router = APIRouter(prefix="/c/{campaign}")

Joining = Annotated[Visitor, Depends(require("pool"))]


class ChosenName(BaseModel):
    """The name that an annotator has chosen."""

    model_config = ConfigDict(strict=True, extra="forbid")

    name: str = Field(max_length=200)


@router.get("/join", response_class=HTMLResponse)
def show(request: Request, visitor: Joining) -> HTMLResponse:
    """Show the page on which a name is chosen."""
    return page(
        request,
        "join.html",
        csrf=visitor.csrf,
        interface=visitor.campaign.settings.interface,
        campaign=visitor.campaign.name,
    )


@router.post("/join")
def join(request: Request, visitor: Joining, given: ChosenName) -> JSONResponse:
    """Make an annotator of this browser, and show the personal link once."""
    campaign = visitor.campaign
    site = site_of(request)
    if not campaign.description.pool:
        raise RequestError(409, "closed", "Nobody can join this campaign.")
    seconds = site.limits.joins.take(campaign.name)
    if seconds:
        raise too_fast(seconds)
    link = add_annotator(campaign, given.name)
    session = sessions.change_role(request, campaign, link.token)
    url = link.url(site.addresses.base_for(request.headers["host"]))
    response = JSONResponse({"link": url, "location": f"/c/{campaign.name}/"})
    sessions.set_cookie(request, response, session)
    return response
