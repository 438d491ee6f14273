"""Open a personal link: its token is exchanged for a session."""

from urllib.parse import quote

from fastapi import APIRouter, Request
from pydantic import BaseModel, ConfigDict, Field
from starlette.responses import HTMLResponse, JSONResponse

from tertium.web import sessions
from tertium.web.access import public
from tertium.web.rendering import page

router = APIRouter(dependencies=[public])

# Longest token that is read; a token has 43 characters.
_LONGEST = 200


class Token(BaseModel):
    """The token of a link."""

    model_config = ConfigDict(strict=True, extra="forbid")

    token: str = Field(max_length=_LONGEST)


@router.get("/enter", response_class=HTMLResponse)
def show(request: Request) -> HTMLResponse:
    """Show the page whose script reads the token from the address bar and removes it there."""
    return page(request, "enter.html")


@router.post("/enter")
def enter(request: Request, given: Token) -> JSONResponse:
    """Exchange the token of a link for a session."""
    entry = sessions.enter(request, given.token)
    place = "join" if entry.role == "pool" else ""
    response = JSONResponse({"location": f"/c/{quote(entry.campaign.name)}/{place}"})
    sessions.set_cookie(request, response, entry.session)
    return response
