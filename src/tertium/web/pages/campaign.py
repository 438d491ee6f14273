"""The start page of a campaign, which leads to the page of the reader's role."""

from typing import Annotated
from urllib.parse import quote

from fastapi import APIRouter, Depends
from starlette.responses import RedirectResponse

from tertium.web.access import Visitor, require

router = APIRouter(prefix="/c/{campaign}")

_PLACES = {"annotator": "annotate", "organiser": "dashboard", "pool": "join"}


@router.get("/", response_class=RedirectResponse, status_code=303)
def start(visitor: Annotated[Visitor, Depends(require())]) -> RedirectResponse:
    """Lead to the page of the reader's role."""
    place = f"/c/{quote(visitor.campaign.name)}/{_PLACES[visitor.role]}"
    return RedirectResponse(place, status_code=303)
