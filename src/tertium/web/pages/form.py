"""The questions before the work."""

import json
from typing import Any
from urllib.parse import quote

from fastapi import APIRouter, Request
from pydantic import BaseModel, ConfigDict, Field
from sqlalchemy import Connection
from starlette.responses import HTMLResponse, JSONResponse, RedirectResponse, Response

from tertium.campaign.form import LONGEST_ANSWER
from tertium.storage.forms import form_of, record_form
from tertium.web.access import Annotator
from tertium.web.errors import not_found
from tertium.web.rendering import page
from tertium.web.site import site_of

router = APIRouter(prefix="/c/{campaign}")


class Answers(BaseModel):
    """Answers by the name of the question."""

    model_config = ConfigDict(strict=True, extra="forbid", allow_inf_nan=False)

    answers: dict[str, Any] = Field(max_length=100)


@router.get("/form", response_class=HTMLResponse)
def show(request: Request, visitor: Annotator) -> Response:
    """Show the form, unless it was answered."""
    campaign, annotator = visitor.campaign, visitor.annotator
    assert annotator is not None
    form = campaign.description.form
    with campaign.database.reading() as connection:
        answered = form is None or form_of(connection, annotator) is not None
    if form is None or answered:
        return RedirectResponse(f"/c/{quote(campaign.name)}/", status_code=303)
    return page(
        request,
        "form.html",
        csrf=visitor.csrf,
        interface=campaign.settings.interface,
        campaign=campaign.name,
        form=form,
        longest=LONGEST_ANSWER,
    )


@router.post("/form")
def submit(request: Request, visitor: Annotator, given: Answers) -> JSONResponse:
    """Store the answers, and tell where to go; or tell which answers are wrong."""
    campaign, annotator, now = visitor.campaign, visitor.annotator, site_of(request).clock()
    assert annotator is not None
    form = campaign.description.form
    if form is None:
        raise not_found()
    answers, wrong = form.read(given.answers)
    if wrong:
        body = {"error": "Some answers are missing or wrong.", "code": "wrong-answers"}
        return JSONResponse({**body, "wrong": wrong}, status_code=422)

    def write(connection: Connection) -> None:
        # Two windows may show the form; the first answers count, until they are reset.
        if form_of(connection, annotator) is None:
            record_form(connection, annotator, json.dumps(answers, ensure_ascii=False), now)

    campaign.database.submit(write)
    return JSONResponse({"location": f"/c/{quote(campaign.name)}/"})
