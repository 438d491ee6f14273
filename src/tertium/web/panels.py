"""Panels of a dashboard as HTML: the state of a campaign, which is cheap, and its statistics."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from markupsafe import Markup

from tertium.api.open_campaign import Campaign
from tertium.core.errors import MissingComponent
from tertium.human.ratings import MACHINE
from tertium.report import charts, page, presentation
from tertium.report.table import Table
from tertium.storage import campaigns as stored
from tertium.storage import judgments
from tertium.web.rendering import render

# Actions on an annotator by status: the last part of the path, the button, and what it asks first.
_EXCLUDE = ("exclude", "Exclude", "")
_INCLUDE = ("include", "Include", "")
_LINK = ("link", "New link", "The annotator's present link will stop working. Make a new one?")
_RESET = (
    "reset",
    "Reset",
    "All answers of the annotator are kept, but will not count, and all items are open again."
    " Reset the annotator?",
)
_REVOKE = ("revoke", "Revoke", "The annotator will lose access. Judgments are kept. Revoke access?")
_ACTIONS = {
    "active": (_EXCLUDE, _LINK, _RESET, _REVOKE),
    "excluded": (_INCLUDE, _LINK, _RESET, _REVOKE),
    "revoked": (_EXCLUDE, _LINK),
}

# A machine has no link.
_ACTIONS_ON_MACHINES = {"active": (_EXCLUDE,), "excluded": (_INCLUDE,)}

# Panels with buttons have a second form for viewers, under a name with this prefix.
_FOR_VIEWERS = "viewer-"

_WAITING = "Statistics are being computed."


class AnnotatorLine(NamedTuple):
    """A row of the table of annotators."""

    id: int
    name: str
    status: str
    kind: str
    judged: int
    planned: int
    actions: Sequence[tuple[str, str, str]]


class OverviewLine(NamedTuple):
    """A row of the table of campaigns."""

    name: str
    status: str
    judged: int
    planned: int
    annotators: int


def version(campaign: Campaign) -> object:
    """Return something that differs whenever the panels may differ."""
    with campaign.database.reading() as connection:
        row = stored.find(connection, campaign.name)
        people = stored.annotators(connection, campaign.id)
        return judgments.last_id(connection, campaign.id), row, tuple(people)


def state(campaign: Campaign) -> dict[str, str]:
    """Make the panels that show progress, annotators and buttons."""
    with campaign.database.reading() as connection:
        row = stored.find(connection, campaign.name)
        counts = judgments.counts(connection, campaign.id)
    lines = [
        AnnotatorLine(
            one.annotator,
            one.name,
            one.status,
            one.kind,
            one.judged,
            one.planned,
            (_ACTIONS_ON_MACHINES if one.kind == MACHINE else _ACTIONS).get(one.status, ()),
        )
        for one in counts.annotators
    ]
    made = {}
    for prefix in ("", _FOR_VIEWERS):
        made[f"{prefix}control"] = render(
            "dashboard_control.html",
            status=row.status,
            state=_state(row.status, counts),
            judged=counts.judged,
            planned=counts.planned,
            buttons=not prefix,
        )
        made[f"{prefix}annotators"] = render(
            "dashboard_annotators.html", annotators=lines, buttons=not prefix
        )
    return made


def panels_for(role: str, made: Mapping[str, str]) -> dict[str, str]:
    """Panels as a role may see them: viewers get no buttons."""
    if role == "organiser":
        return {name: html for name, html in made.items() if not name.startswith(_FOR_VIEWERS)}
    hidden = {name.removeprefix(_FOR_VIEWERS) for name in made if name.startswith(_FOR_VIEWERS)}
    return {
        name.removeprefix(_FOR_VIEWERS): html for name, html in made.items() if name not in hidden
    }


def statistics(campaign: Campaign) -> dict[str, str]:
    """Compute the statistics of a campaign, and make their panel."""
    result = campaign.status()
    drawn, missing = _charts(result)
    html = render(
        "dashboard_statistics.html",
        summary=presentation.summary(result)[1:],  # the first sentence is the panel of progress
        tables=[_table(table, n) for n, table in enumerate(presentation.tables(result), 1)],
        charts=drawn,
        missing=missing,
    )
    return {"statistics": html}


def waiting() -> dict[str, str]:
    """Make the panels of a dashboard whose statistics are not computed yet."""
    return {"statistics": str(Markup("<p class='soft'>{}</p>").format(_WAITING)), "problem": ""}


def problem(reason: str) -> str:
    """Say why the panels are not up to date."""
    sentence = "These numbers may be out of date."
    return str(Markup('<p class="notice warning">{} {}</p>').format(reason, sentence))


def overview_rows(campaigns: Sequence[Campaign]) -> list[OverviewLine]:
    """Make the table of all campaigns that a browser may organise."""
    rows = []
    for campaign in campaigns:
        with campaign.database.reading() as connection:
            row = stored.find(connection, campaign.name)
            counts = judgments.counts(connection, campaign.id)
        people = sum(one.kind != MACHINE for one in counts.annotators)
        state = _state(row.status, counts)
        rows.append(OverviewLine(campaign.name, state, counts.judged, counts.planned, people))
    return rows


def _state(status: str, counts: judgments.Counts) -> str:
    """Return "finished" if all items are judged, else the status of a campaign."""
    return "finished" if counts.judged >= counts.planned else status


def _table(table: Table, number: int) -> Markup:
    """A table that can be scrolled by keyboard where it is wider than the page."""
    region = Markup('<div class="wide" tabindex="0" role="region" data-key="{}" aria-label="{}">')
    opened = region.format(f"table-{number}", table.caption or f"Table {number}")
    return Markup(page.html_table(table).replace('<div class="wide">', opened, 1))


def _charts(result: Any) -> tuple[list[Markup], str]:
    """Draw the charts of a result as SVG; without the packages for charts, say so."""
    drawn = []
    try:
        for make in presentation.charts(result).values():
            drawn += [Markup(charts.svg(chart)) for chart in make()]
    except MissingComponent as missing:
        return [], str(missing)
    return drawn, ""
