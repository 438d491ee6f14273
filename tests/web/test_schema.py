"""Requests made at random from the description of all routes cause no server error."""

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from schemathesis.checks import not_a_server_error
from schemathesis.core.result import Ok
from tests.web._browser import BASE, Browser, entered

pytestmark = pytest.mark.slow

JSON = {"Content-Type": "application/json"}

ROLES = ["nobody", "annotator", "organiser", "viewer"]

# Examples of each operation: 33, or 5 of the tests that run all day.
EXAMPLES = settings.default.max_examples // 3 if settings.default else 33


@pytest.fixture
def operations(app):
    """All operations of the description but the stream of events, which does not end."""
    schema = schemathesis.openapi.from_dict(app.openapi())
    found = [result.ok() for result in schema.get_all_operations() if isinstance(result, Ok)]
    # /enter, /join, /form, /lessons and /prolific have two.
    assert len(found) == len(list(app.openapi()["paths"])) + 5
    return [one for one in found if not one.path.endswith("/events")]


@pytest.fixture
def headers(app, campaign):
    """Credentials of each role."""
    limits = app.state.site.limits
    for buckets in (limits.failures, limits.requests, limits.tokens):
        buckets.burst = buckets.rate = 1e9
    found = {}
    for role in ROLES:
        browser = Browser(app)
        if role != "nobody":
            browser = entered(app, campaign, role, "ann" if role == "annotator" else "")
        cookie = "; ".join(f"{one.name}={one.value}" for one in browser.client.cookies.jar)
        found[role] = {"Cookie": cookie, "X-CSRF-Token": browser.csrf}
    return found


@pytest.mark.parametrize("role", ROLES)
def test_random_requests_cause_no_server_error(app, operations, headers, role):
    answered = set()

    @given(data=st.data())
    @settings(
        max_examples=EXAMPLES,
        phases=[Phase.explicit, Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    def ask(operation, data):
        case = data.draw(operation.as_strategy())
        if "campaign" in case.path_parameters and data.draw(st.integers(0, 3)):
            case.path_parameters["campaign"] = "news24"
        case.operation.app = app
        sent = headers[role] if operation.body else headers[role] | JSON
        answer = case.call(base_url=BASE, app=app, headers=sent, allow_redirects=False)
        answered.add(answer.status_code)
        case.validate_response(answer, checks=[not_a_server_error])
        assert answer.headers["x-frame-options"] == ["DENY"]

    for operation in operations:
        ask(operation=operation)
    assert 415 not in answered
    assert (401 in answered) == (role == "nobody")
    assert 200 in answered
    assert 404 in answered
