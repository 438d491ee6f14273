"""Every route has a guard; the description of all routes is complete."""

import pytest
from fastapi.routing import APIRoute
from starlette.routing import Mount

from tertium.web.access import Guard, Member


def guards(route):
    """All guards on which a route depends."""
    found, waiting = [], [route.dependant]
    while waiting:
        dependant = waiting.pop()
        waiting += dependant.dependencies
        if isinstance(dependant.call, Guard):
            found.append(dependant.call)
    return found


def test_every_route_has_a_guard(app):
    routes = [route for route in app.routes if not isinstance(route, Mount)]
    assert len(routes) > 10
    for route in routes:
        assert isinstance(route, APIRoute), route
        assert len(guards(route)) == 1, f"{route.path} must depend on one guard of web/access.py"


def test_only_static_files_are_mounted(app):
    assert [route.path for route in app.routes if isinstance(route, Mount)] == ["/static"]


def test_every_page_of_a_campaign_asks_for_a_role(app):
    for route in app.routes:
        if route.path.startswith("/c/"):
            assert isinstance(guards(route)[0], Member), route.path


def test_a_route_without_a_guard_would_be_found(app):
    app.add_api_route("/open", lambda: {})
    with pytest.raises(AssertionError, match="/open must depend"):
        test_every_route_has_a_guard(app)
