"""The answer to a button of the dashboard: the panels as they are now, and a new link."""

from fastapi import Request
from pydantic import BaseModel

from tertium.web import panels
from tertium.web.access import Visitor
from tertium.web.site import site_of


class Changed(BaseModel):
    """What a button has changed.

    Attributes:
        panels: HTML of the panels that show the state of the campaign.
        name: Annotator to whom a new link belongs.
        link: The link; it is shown once.
    """

    panels: dict[str, str]
    name: str = ""
    link: str = ""


def changed(request: Request, visitor: Visitor, name: str = "", link: str = "") -> Changed:
    """Make the answer, and let all dashboards look at once."""
    site_of(request).monitors[visitor.campaign.name].look_soon()
    shown = panels.panels_for(visitor.role, panels.state(visitor.campaign))
    return Changed(panels=shown, name=name, link=link)
