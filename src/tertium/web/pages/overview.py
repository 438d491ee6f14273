"""All campaigns that this browser has access to."""

from typing import Annotated

from fastapi import APIRouter, Depends, Request
from starlette.responses import HTMLResponse

from tertium.web.access import Known, Visitor
from tertium.web.panels import overview_rows
from tertium.web.rendering import english_page

router = APIRouter()


@router.get("/", response_class=HTMLResponse)
def overview(
    request: Request, visitors: Annotated[list[Visitor], Depends(Known())]
) -> HTMLResponse:
    """Show the campaigns, with their progress where this browser may see their dashboards."""
    watching = ("organiser", "viewer")
    watched = [visitor.campaign for visitor in visitors if visitor.role in watching]
    others = [visitor.campaign.name for visitor in visitors if visitor.role not in watching]
    return english_page(
        request, "overview.html", csrf="", rows=overview_rows(watched), others=others
    )
