"""Join a pool: whoever has its link chooses a name, and becomes an annotator."""

from typing import Annotated

from fastapi import APIRouter, Depends, Request
from starlette.responses import HTMLResponse, JSONResponse

from tertium.web import sessions
from tertium.web.access import Visitor, require
from tertium.web.errors import RequestError, too_fast
from tertium.web.pages._new_annotators import NewAnnotator, add_annotator, personal_url
from tertium.web.rendering import page
from tertium.web.site import site_of

router = APIRouter(prefix="/c/{campaign}")

Joining = Annotated[Visitor, Depends(require("pool"))]


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
def join(request: Request, visitor: Joining, given: NewAnnotator) -> JSONResponse:
    """Make an annotator of this browser, and show the personal link once."""
    campaign = visitor.campaign
    if not campaign.description.pool:
        raise RequestError(409, "closed", "Nobody can join this campaign.")
    seconds = site_of(request).limits.joins.take(campaign.name)
    if seconds:
        raise too_fast(seconds)
    link = add_annotator(campaign, given.name)
    session = sessions.change_role(request, campaign, link.token)
    answer = {"link": personal_url(request, link), "location": f"/c/{campaign.name}/"}
    response = JSONResponse(answer)
    sessions.set_cookie(request, response, session)
    return response
