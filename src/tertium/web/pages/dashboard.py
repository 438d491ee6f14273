"""The organiser's dashboard, and the buttons that concern the whole campaign."""

from fastapi import APIRouter, Request
from markupsafe import Markup
from starlette.responses import HTMLResponse

from tertium.web.access import Organiser, Watcher
from tertium.web.pages._changes import Changed, changed
from tertium.web.panels import panels_for
from tertium.web.rendering import english_page
from tertium.web.site import site_of

router = APIRouter(prefix="/c/{campaign}")


@router.get("/dashboard", response_class=HTMLResponse)
def dashboard(request: Request, visitor: Watcher) -> HTMLResponse:
    """Show progress and the latest statistics; events bring newer ones. Viewers see no buttons."""
    shown = panels_for(visitor.role, site_of(request).monitors[visitor.campaign.name].shown())
    return english_page(
        request,
        "dashboard.html",
        csrf=visitor.csrf,
        campaign=visitor.campaign.name,
        viewer=visitor.role == "viewer",
        panels={name: Markup(html) for name, html in shown.items()},
    )


@router.post("/pause")
def pause(request: Request, visitor: Organiser) -> Changed:
    """Accept no more answers until the campaign is resumed."""
    visitor.campaign.pause()
    return changed(request, visitor)


@router.post("/resume")
def resume(request: Request, visitor: Organiser) -> Changed:
    """Accept answers again."""
    visitor.campaign.resume()
    return changed(request, visitor)
