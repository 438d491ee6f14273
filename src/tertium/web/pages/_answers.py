"""Answers to items, as pages send them."""

from typing import Annotated, Any

from pydantic import Field

from tertium.api.open_campaign import Campaign
from tertium.campaign.tasks import AnswerError, Shown
from tertium.web.errors import RequestError

# Largest time in seconds since 1970 that is read.
_LATEST = 1e11

Seconds = Annotated[float, Field(ge=0, le=_LATEST)]

# The id that a page gives to an answer, by which an answer that arrives twice is known.
ClientId = Annotated[str, Field(pattern=r"^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$")]


def read_answer(campaign: Campaign, shown: Shown, given: dict[str, Any]) -> dict[str, Any]:
    """Check an answer to what was shown, and return the form that is stored."""
    try:
        return campaign.task.read(given, shown, campaign.description.question)
    except AnswerError as error:
        raise RequestError(422, error.code, error.sentence) from None
