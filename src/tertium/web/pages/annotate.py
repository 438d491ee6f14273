"""The annotator's page."""

from fastapi import APIRouter, Request
from starlette.responses import HTMLResponse

from tertium.api.open_campaign import Campaign
from tertium.campaign.scale import POINTS
from tertium.web.access import Annotator
from tertium.web.instructions import render
from tertium.web.rendering import language_of, page

router = APIRouter(prefix="/c/{campaign}")


@router.get("/annotate", response_class=HTMLResponse)
def annotate(request: Request, visitor: Annotator) -> HTMLResponse:
    """Show the page; its script loads items and sends answers."""
    campaign = visitor.campaign
    described, settings = campaign.description, campaign.settings
    instructions = campaign.instructions
    unchanged = instructions == described.default_instructions
    language = language_of(request, settings.interface).language
    return page(
        request,
        "annotate.html",
        csrf=visitor.csrf,
        interface=settings.interface,
        campaign=campaign.name,
        annotator=str(visitor.annotator),
        task=settings.task,
        show=described.context,
        answer=settings.answer,
        points=_points(campaign, language),
        source_language=described.source_language,
        output_language=described.target_language,
        instructions=render(instructions),
        instructions_language=described.instructions_language if unchanged else "",
    )


def _points(campaign: Campaign, language: str) -> list[dict[str, object]]:
    """Points of the scale with their anchors, the best first."""
    scale = campaign.description.scale
    if scale is None:
        return []
    return [{"value": value, "anchor": scale.anchor(value, language)} for value in reversed(POINTS)]
