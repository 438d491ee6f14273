"""The annotator's page, which shows items: of the work, or of the tutorial before it."""

from dataclasses import asdict
from urllib.parse import quote

from fastapi import APIRouter, Request
from starlette.responses import HTMLResponse, RedirectResponse, Response

from tertium.api.open_campaign import Campaign
from tertium.campaign.markdown import render
from tertium.campaign.scale import POINTS
from tertium.campaign.typology import SLASH
from tertium.web import steps
from tertium.web.access import Annotator, Visitor
from tertium.web.rendering import language_of, page

router = APIRouter(prefix="/c/{campaign}")


@router.get("/annotate", response_class=HTMLResponse)
def annotate(request: Request, visitor: Annotator) -> Response:
    """Show the page of the work, unless the form or the tutorial comes first."""
    if _step(visitor) in (steps.FORM, steps.LESSONS):
        return RedirectResponse(f"/c/{quote(visitor.campaign.name)}/", status_code=303)
    return _page(request, visitor, tutorial=False)


@router.get("/tutorial", response_class=HTMLResponse)
def tutorial(request: Request, visitor: Annotator) -> Response:
    """Show the page of the tutorial, unless the form comes first or the tutorial is finished."""
    if _step(visitor) != steps.LESSONS:
        return RedirectResponse(f"/c/{quote(visitor.campaign.name)}/", status_code=303)
    return _page(request, visitor, tutorial=True)


def _step(visitor: Visitor) -> str:
    assert visitor.annotator is not None
    with visitor.campaign.database.reading() as connection:
        return steps.step_of(connection, visitor.campaign, visitor.annotator)


def _page(request: Request, visitor: Visitor, *, tutorial: bool) -> HTMLResponse:
    """Make the page; its script loads items and sends answers."""
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
        ties=described.question.ties,
        sliders=[asdict(slider) for slider in described.question.sliders],
        typology=_typology(campaign, language),
        source_language=described.source_language,
        output_language=described.target_language,
        instructions=render(instructions),
        instructions_language=described.instructions_language if unchanged else "",
        media=campaign.media_folder.is_dir(),
        tutorial=tutorial,
        pool=described.pool,
        limit=settings.limit,
    )


def _points(campaign: Campaign, language: str) -> list[dict[str, object]]:
    """Points of the scale with their anchors, the best first."""
    scale = campaign.description.scale
    if scale is None:
        return []
    return [{"value": value, "anchor": scale.anchor(value, language)} for value in reversed(POINTS)]


def _typology(campaign: Campaign, language: str) -> dict[str, object] | None:
    """Severities and categories of errors, in the language of the page."""
    typology = campaign.description.typology
    if typology is None:
        return None
    texts = {one.name: one.text(language) for one in typology.categories}

    def group(name: str) -> str:
        above = [name[:end] for end in range(len(name)) if name[end] == SLASH]
        return " / ".join(texts[one] for one in above)

    return {
        "severities": [{"name": one.name, "text": one.text(language)} for one in typology.levels],
        "categories": [
            {
                "name": one.name,
                "group": group(one.name),
                "text": one.text(language),
                "places": one.places,
            }
            for one in typology.categories
            if one.places
        ],
        "plain": typology.without_category,
        "places": typology.places,
    }
