"""Annotators whose names organisers or annotators choose on pages."""

from tertium.api.open_campaign import Campaign, Link
from tertium.campaign.names import is_name
from tertium.storage.campaigns import AnnotatorExists
from tertium.web.errors import RequestError


def add_annotator(campaign: Campaign, name: str) -> Link:
    """Add an annotator, unless the name is taken or cannot be one."""
    if not is_name(name):
        raise RequestError(
            422,
            "bad-name",
            "A name has letters (a to z), digits, '.', '-' and '_', and begins with a letter or"
            " digit.",
        )
    try:
        return campaign.add_annotator(name)
    except AnnotatorExists:
        raise RequestError(409, "name-taken", "Another annotator has this name.") from None
