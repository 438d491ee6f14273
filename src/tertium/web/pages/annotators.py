"""Buttons of the dashboard that concern one annotator."""

from typing import Annotated

from fastapi import APIRouter, Path, Request

from tertium.human.ratings import MACHINE
from tertium.storage.campaigns import DELETED, AnnotatorRow
from tertium.web.access import Organiser, Visitor
from tertium.web.errors import RequestError, not_found
from tertium.web.pages._changes import Changed, changed
from tertium.web.pages._new_annotators import NewAnnotator, add_annotator, personal_url

router = APIRouter(prefix="/c/{campaign}/annotators")

AnnotatorId = Annotated[int, Path(ge=1, le=2**53, description="Id of the annotator.")]


@router.post("")
def add(request: Request, visitor: Organiser, given: NewAnnotator) -> Changed:
    """Add an annotator, and show the new link once."""
    link = add_annotator(visitor.campaign, given.name)
    return changed(request, visitor, given.name, personal_url(request, link))


@router.post("/{annotator}/exclude")
def exclude(request: Request, visitor: Organiser, annotator: AnnotatorId) -> Changed:
    """Leave the judgments of an annotator out of scores; they are kept."""
    visitor.campaign.exclude(_find(visitor, annotator, "active", "revoked").name)
    return changed(request, visitor)


@router.post("/{annotator}/include")
def include(request: Request, visitor: Organiser, annotator: AnnotatorId) -> Changed:
    """Use the judgments of an annotator again."""
    visitor.campaign.include(_find(visitor, annotator, "excluded").name)
    return changed(request, visitor)


@router.post("/{annotator}/revoke")
def revoke(request: Request, visitor: Organiser, annotator: AnnotatorId) -> Changed:
    """End the access of an annotator; judgments are kept, and stay excluded if they were."""
    one = _person(_find(visitor, annotator, "active", "excluded"))
    visitor.campaign.revoke(one.name)
    return changed(request, visitor)


@router.post("/{annotator}/reset")
def reset(request: Request, visitor: Organiser, annotator: AnnotatorId) -> Changed:
    """Let an annotator judge all items again; the answers so far are kept, but do not count."""
    visitor.campaign.reset(_find(visitor, annotator, "active", "excluded").name)
    return changed(request, visitor)


@router.post("/{annotator}/link")
def link(request: Request, visitor: Organiser, annotator: AnnotatorId) -> Changed:
    """Make a new link, and show it once; the earlier link and its sessions end.

    A revoked annotator returns.
    """
    one = _person(_find(visitor, annotator, "active", "excluded", "revoked"))
    made = visitor.campaign.new_link(one.name)
    return changed(request, visitor, one.name, personal_url(request, made))


def _find(visitor: Visitor, annotator: int, *statuses: str) -> AnnotatorRow:
    """Find an annotator of the campaign, who must have one of some statuses."""
    for one in visitor.campaign.annotators():
        if one.id == annotator and one.status not in DELETED:
            if one.status not in statuses:
                raise RequestError(409, "wrong-status", f"This annotator is {one.status}.")
            return one
    raise not_found()


def _person(one: AnnotatorRow) -> AnnotatorRow:
    """Refuse a machine, which has no link."""
    if one.kind == MACHINE:
        raise RequestError(409, "machine", f"{one.name} is a machine and has no link.")
    return one
