"""New annotators, whose names an organiser or the annotators themselves choose on a page."""

from fastapi import Request
from pydantic import BaseModel, ConfigDict, Field

from tertium.api.open_campaign import Campaign, Link
from tertium.campaign.names import MTURK, is_name
from tertium.campaign.prolific import is_reserved
from tertium.storage.campaigns import AnnotatorExists
from tertium.web.errors import RequestError
from tertium.web.site import site_of


class NewAnnotator(BaseModel):
    """Name of a new annotator."""

    model_config = ConfigDict(strict=True, extra="forbid")

    name: str = Field(max_length=200)


def add_annotator(campaign: Campaign, name: str) -> Link:
    """Add an annotator, unless the name is taken or not allowed."""
    if not is_name(name):
        raise RequestError(
            422,
            "bad-name",
            "A name has letters (a to z), digits, '.', '-' and '_', and begins with a letter or"
            " digit.",
        )
    if is_reserved(name) or name.lower().startswith(MTURK):
        raise RequestError(409, "name-taken", "Names of this form belong to participants.")
    try:
        return campaign.add_annotator(name)
    except AnnotatorExists:
        raise RequestError(409, "name-taken", "Another annotator has this name.") from None


def personal_url(request: Request, link: Link) -> str:
    """Return the address of a link, on the host under which the reader knows this server."""
    return link.url(site_of(request).addresses.base_for(request.headers["host"]))
