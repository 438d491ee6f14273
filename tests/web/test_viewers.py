"""Viewers see the dashboard, and can change nothing."""

import pytest
from fastapi.routing import APIRoute
from tests.web._browser import entered
from tests.web.test_routes import guards

from tertium.web.access import Member


@pytest.fixture
def viewer(app, campaign):
    return entered(app, campaign, "viewer")


def test_a_viewer_sees_the_dashboard_without_buttons(viewer):
    assert viewer.get("/c/news24/").headers["location"] == "/c/news24/dashboard"
    page = viewer.get("/c/news24/dashboard").text
    assert "0 of 40 items judged" in page
    assert "<bdi>ann</bdi>" in page
    for word in ("<button", "Export", "<form", "data-action", "Exclude"):
        assert word not in page.partition("<main")[2]


def test_the_organiser_keeps_the_buttons(app, campaign):
    page = entered(app, campaign).get("/c/news24/dashboard").text
    for word in ("Pause", "Export", "Exclude: ann", "Reset: ann"):
        assert word in page


def test_a_viewer_may_use_no_route_but_those_of_the_dashboard(app, viewer):
    allowed = set()
    for route in app.routes:
        if isinstance(route, APIRoute) and isinstance(guard := guards(route)[0], Member):
            (method,) = tuple(route.methods or ())
            if "viewer" in guard.roles:
                allowed.add((method, route.path))
            else:
                path = route.path.replace("{campaign}", "news24").replace("{annotator}", "1")
                sent = viewer.get(path) if method == "GET" else viewer.post(path)
                assert sent.status_code == 403, path
    assert allowed == {
        ("GET", "/c/{campaign}/"),
        ("GET", "/c/{campaign}/dashboard"),
        ("GET", "/c/{campaign}/events"),
    }


def test_the_overview_leads_viewers_to_the_dashboard(viewer):
    assert 'href="/c/news24/dashboard"' in viewer.get("/").text


def test_a_new_link_ends_the_sessions_of_viewers(campaign, viewer):
    campaign.new_link(role="viewer")
    assert viewer.get("/c/news24/dashboard").status_code == 401
