"""The start page of a campaign, which leads to the page of the reader's role."""

from typing import Annotated
from urllib.parse import quote

from fastapi import APIRouter, Depends
from starlette.responses import RedirectResponse

from tertium.web.access import Visitor, require
from tertium.web.steps import FORM, LESSONS, step_of

router = APIRouter(prefix="/c/{campaign}")

_PLACES = {
    "annotator": "annotate",
    "organiser": "dashboard",
    "viewer": "dashboard",
    "pool": "join",
}


@router.get("/", response_class=RedirectResponse, status_code=303)
def start(visitor: Annotated[Visitor, Depends(require())]) -> RedirectResponse:
    """Lead to the page of the reader's role; annotators to the form or the tutorial first."""
    place = _PLACES[visitor.role]
    if visitor.annotator is not None:
        with visitor.campaign.database.reading() as connection:
            step = step_of(connection, visitor.campaign, visitor.annotator)
        place = step if step in (FORM, LESSONS) else place
    return RedirectResponse(f"/c/{quote(visitor.campaign.name)}/{place}", status_code=303)
