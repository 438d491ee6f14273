"""Who may do what: a walk over every route with every kind of wrong credentials."""

import json
import re

import pytest
from fastapi.routing import APIRoute
from tests.web._browser import Browser, answer_to, entered, token_of
from tests.web.test_routes import guards

from tertium.web.access import Known, Member, Public
from tertium.web.app import make_app

pytestmark = pytest.mark.slow

BODIES = {
    "/enter": {"token": "x" * 43},
    "/c/{campaign}/answers": answer_to({"id": 1, "digest": "0" * 32}),
    "/c/{campaign}/join": {"name": "eve"},
    "/c/{campaign}/annotators": {"name": "eve"},
}


def guarded(app):
    """Method, path and guard of every route that not everybody may use."""
    for route in app.routes:
        if isinstance(route, APIRoute) and not isinstance(guards(route)[0], Public):
            for method in sorted(route.methods or ()):
                yield method, route.path, guards(route)[0]


def request(browser, method, path, name="news24"):
    """Send a well-formed request to a route."""
    place = path.replace("{campaign}", name).replace("{annotator}", "1")
    body = BODIES.get(path, {})
    return browser.post(place, body) if method == "POST" else browser.get(place)


def patient(app):
    """Lift the limits, so that a walk can fail often."""
    limits = app.state.site.limits
    for buckets in (limits.failures, limits.requests, limits.tokens):
        buckets.burst = buckets.rate = 1e9
    return app


def shape(answer):
    """What an answer tells: everything but the token of a session."""
    hidden = {"date", "set-cookie", "content-length"}
    return (
        answer.status_code,
        answer.text,
        {k: v for k, v in answer.headers.items() if k not in hidden},
    )


def test_without_a_session_everything_is_401(app):
    patient(app)
    for method, path, _ in guarded(app):
        answer = request(Browser(app), method, path)
        assert answer.status_code == 401, (method, path)
        assert answer.json()["code"] == "no-session"


@pytest.mark.parametrize(
    "session", ["x", "A" * 43, "é", "A" * 5000, "../../secret", "A" * 42 + "\\"]
)
def test_an_invented_session_is_401(app, session):
    patient(app)
    browser = Browser(app)
    for method, path, _ in guarded(app):
        place = path.replace("{campaign}", "news24").replace("{annotator}", "1")
        cookie = f"{app.state.site.cookie}={session}".encode()
        headers = {"Cookie": cookie, "Content-Type": "application/json"}
        answer = browser.client.request(method, place, content=b"{}", headers=headers)
        assert answer.status_code == 401, (method, path)


def test_the_wrong_role_is_403(app, campaign):
    patient(app)
    browsers = {
        "annotator": entered(app, campaign, "annotator", "ann"),
        "organiser": entered(app, campaign),
    }
    refused = 0
    for method, path, guard in guarded(app):
        for role, browser in browsers.items():
            if isinstance(guard, Member) and role not in guard.roles:
                answer = request(browser, method, path)
                assert (answer.status_code, answer.json()["code"]) == (403, "wrong-role")
                refused += 1
    assert refused > 10
    assert [one.status for one in campaign.annotators()] == ["active", "active"]


def test_a_foreign_campaign_looks_like_an_unknown_one(make_campaign):
    ours, theirs = make_campaign("ours"), make_campaign("theirs")
    app = patient(make_app([ours, theirs]))
    organiser = entered(app, ours)
    for method, path, guard in guarded(app):
        if isinstance(guard, Member):
            foreign = request(organiser, method, path, "theirs")
            assert foreign.status_code == 404, path
            assert shape(foreign) == shape(request(organiser, method, path, "unknown"))
            assert shape(request(Browser(app), method, path, "theirs")) == shape(
                request(Browser(app), method, path, "unknown")
            )


def test_a_revoked_annotator_has_no_access(app, campaign):
    patient(app)
    token = token_of(campaign, "annotator", "ann")
    browser = entered(app, campaign, "annotator", "ann")
    campaign.revoke("ann")
    for method, path, _ in guarded(app):
        assert request(browser, method, path).status_code == 401, path
    assert Browser(app).enter(token).status_code == 404


def test_a_new_link_ends_the_earlier_one_and_its_sessions(app, campaign):
    patient(app)
    token = token_of(campaign, "annotator", "ann")
    browser = entered(app, campaign, "annotator", "ann")
    new = campaign.new_link("ann")
    assert browser.get("/c/news24/work").status_code == 401
    assert Browser(app).enter(token).status_code == 404
    assert Browser(app).enter(new.token).status_code == 200


def test_an_excluded_annotator_notices_nothing(app, campaign):
    browser = entered(app, campaign, "annotator", "ann")
    campaign.exclude("ann")
    assert browser.get("/c/news24/work").json()["status"] == "running"


def test_an_expired_session_is_401(app, campaign):
    patient(app)
    site = app.state.site
    browser = entered(app, campaign)
    now = site.clock()
    site.clock = lambda: now + 31 * 24 * 3600
    for method, path, _ in guarded(app):
        assert request(browser, method, path).status_code == 401, path


def test_a_deleted_annotator_has_no_access(app, campaign):
    browser = entered(app, campaign, "annotator", "ann")
    campaign.delete_annotator("ann")
    assert browser.get("/c/news24/work").status_code == 401


def test_a_session_has_the_rights_of_all_links_that_it_opened(make_campaign):
    first, second = make_campaign("first"), make_campaign("second")
    app = make_app([first, second])
    browser = entered(app, first, "annotator", "ann")
    session = browser.session
    browser.enter(token_of(second, "annotator", "bob"))
    assert browser.session == session
    assert browser.get("/c/first/work").status_code == 200
    assert browser.get("/c/second/work").status_code == 200
    page = browser.get("/").text
    assert "/c/first/" in page
    assert "/c/second/" in page


def test_an_organiser_gets_a_new_session_and_keeps_other_rights(make_campaign):
    first, second, third = (make_campaign(name) for name in ("first", "second", "third"))
    app = make_app([first, second, third])
    browser = entered(app, first, "annotator", "ann")
    old = browser.session
    browser.enter(token_of(second))
    assert browser.session != old
    assert browser.get("/c/first/work").status_code == 200
    assert browser.get("/c/second/dashboard").status_code == 200
    cookie = {"Cookie": f"{app.state.site.cookie}={old}"}
    assert Browser(app).get("/c/first/work", headers=cookie).status_code == 401
    # The session that organises one campaign can organise another.
    session = browser.session
    browser.enter(token_of(third))
    assert browser.session == session
    page = browser.get("/").text
    assert all(f"/c/{name}/dashboard" in page for name in ("second", "third"))


def test_the_cookie_is_out_of_reach_of_scripts_and_other_sites(app, campaign):
    cookie = Browser(app).enter(token_of(campaign)).headers["set-cookie"]
    assert cookie.startswith("tertium_session_8000=")
    assert {"HttpOnly", "Path=/", "SameSite=strict"} <= set(cookie.split("; "))
    assert "Secure" not in cookie


def test_behind_https_the_cookie_is_secure(campaign):
    from tertium.web.addresses import Addresses

    app = make_app([campaign], Addresses(public_url="https://example.org"))
    browser = Browser(app, "https://example.org")
    answer = browser.client.post("/enter", json={"token": token_of(campaign)})
    cookie = answer.headers["set-cookie"]
    assert cookie.startswith("__Host-tertium_session=")
    assert "Secure" in cookie
    assert "max-age" in answer.headers["strict-transport-security"]


def test_the_database_has_neither_tokens_nor_sessions(app, campaign, tmp_path):
    token = token_of(campaign)
    session = entered(app, campaign).session
    stored = b"".join(file.read_bytes() for file in (tmp_path / "news24").glob("campaign.db*"))
    assert len(stored) > 1000
    assert token.encode() not in stored
    assert session.encode() not in stored
    assert b"127.0.0.1" not in stored
    assert b"testclient" not in stored


def test_an_annotator_has_a_limited_number_of_sessions(app, campaign):
    browsers = [entered(app, campaign, "annotator", "ann") for _ in range(12)]
    other = entered(app, campaign, "annotator", "bob")
    found = [browser.get("/c/news24/work").status_code for browser in browsers]
    assert found == [401] * 2 + [200] * 10
    assert other.get("/c/news24/work").status_code == 200


def test_sessions_on_both_databases(stored):
    app = patient(make_app([stored]))
    browsers = [entered(app, stored, "annotator", "ann") for _ in range(11)]
    found = [browser.get("/c/news24/work").status_code for browser in browsers]
    assert found == [401] + [200] * 10
    organiser = browsers[-1]
    organiser.enter(token_of(stored))
    assert organiser.get("/c/news24/dashboard").status_code == 200
    assert organiser.post("/c/news24/annotators", {"name": "eve"}).status_code == 200
    stored.new_link(role="organiser")
    assert organiser.get("/c/news24/dashboard").status_code == 401


@pytest.mark.parametrize(
    "token", ["", "x", "A" * 43, "é" * 43, "\ud800", "\0" * 43, "A" * 200, "' OR 1=1 --"]
)
def test_wrong_tokens_are_all_alike(app, token):
    headers = {"Content-Type": "application/json"}
    content = json.dumps({"token": token}).encode()
    answer = Browser(app).client.post("/enter", content=content, headers=headers)
    assert answer.status_code in (404, 422)
    if answer.status_code == 404:
        assert answer.json() == {"error": "This page does not exist.", "code": "not-found"}
    assert "set-cookie" not in answer.headers


def counted(function, calls):
    """The function, which notes its name whenever it is called."""

    def call(*arguments):
        calls.append(function.__name__)
        return function(*arguments)

    return call


def test_every_token_needs_the_same_work(make_campaign, monkeypatch):
    """A wrong token asks every campaign, as a right one does, and computes as many codes."""
    from tertium.campaign import links
    from tertium.storage import access as stored

    campaigns = [make_campaign("first"), make_campaign("second")]
    app = make_app(campaigns)
    calls: list[str] = []
    for module, name in ((stored, "find_link"), (links, "token")):
        monkeypatch.setattr(module, name, counted(getattr(module, name), calls))
    tokens = [token_of(campaigns[0]), token_of(campaigns[1]), "A" * 43, "x"]
    work = []
    for token in tokens:
        calls.clear()
        Browser(app).client.post("/enter", json={"token": token})
        work.append(list(calls))
    assert work == [["find_link", "token"] * 2] * 4


def test_wrong_tokens_are_slowed_down(app, campaign):
    browser = Browser(app)
    found = [browser.enter(f"{number:043d}").status_code for number in range(25)]
    assert found[:20] == [404] * 20
    assert found[-1] == 429
    refused = browser.enter(token_of(campaign))
    assert refused.status_code == 429
    assert int(refused.headers["retry-after"]) >= 1


def test_requests_without_access_are_slowed_down_but_annotators_can_enter(app, campaign):
    browser = Browser(app)
    app.state.site.limits.failures.rate = 1e-3
    found = [browser.get("/c/news24/work").status_code for _ in range(70)]
    assert (found[0], found[-1]) == (401, 429)
    assert browser.enter(token_of(campaign, "annotator", "ann")).status_code == 200
    assert browser.get("/c/news24/work").status_code == 200


def test_a_session_has_a_rate(app, campaign):
    browser, other = entered(app, campaign), entered(app, campaign, "annotator", "bob")
    app.state.site.limits.requests.rate = 1e-3
    found = [browser.get("/c/news24/export.csv").status_code for _ in range(70)]
    assert found[-1] == 429
    assert other.get("/c/news24/work").status_code == 200


def test_a_post_needs_the_token_of_its_page(app, campaign):
    browser, other = entered(app, campaign), entered(app, campaign, "annotator", "bob")
    for wrong in ("", "x", other.csrf, browser.csrf[:-1], "é"):
        headers = {"X-CSRF-Token": wrong.encode()}
        answer = browser.client.post("/c/news24/pause", json={}, headers=headers)
        assert (answer.status_code, answer.json()["code"]) == (403, "csrf")
    assert browser.client.post("/c/news24/pause", json={}).status_code == 403
    assert campaign.status().state == "running"
    assert browser.post("/c/news24/pause").status_code == 200


@pytest.mark.parametrize("path", ["/enter", "/c/news24/pause"])
@pytest.mark.parametrize(
    "headers",
    [
        {"Origin": "https://evil.example"},
        {"Origin": "null"},
        {"Origin": "http://127.0.0.1:9000"},
        {"Sec-Fetch-Site": "cross-site"},
        {"Sec-Fetch-Site": "same-site"},
    ],
)
def test_pages_of_other_sites_cannot_post(app, campaign, path, headers):
    browser = entered(app, campaign)
    body = {"token": token_of(campaign)} if path == "/enter" else {}
    answer = browser.post(path, body, headers=headers)
    assert (answer.status_code, answer.json()["code"]) == (403, "wrong-origin")


@pytest.mark.parametrize("path", ["/enter", "/c/news24/pause", "/c/news24/annotators"])
@pytest.mark.parametrize("kind", ["text/plain", "application/x-www-form-urlencoded", ""])
def test_forms_cannot_post(app, campaign, path, kind):
    browser = entered(app, campaign)
    headers = {"Content-Type": kind, "X-CSRF-Token": browser.csrf}
    answer = browser.client.post(path, content=b'{"name": "x", "token": "x"}', headers=headers)
    assert (answer.status_code, answer.json()["code"]) == (415, "not-json")


def test_own_pages_can_post(app, campaign):
    browser = entered(app, campaign)
    headers = {"Origin": "http://127.0.0.1:8000", "Sec-Fetch-Site": "same-origin"}
    assert browser.post("/c/news24/pause", headers=headers).status_code == 200


def test_the_overview_shows_only_what_a_browser_may_see(make_campaign):
    ours, theirs = make_campaign("ours"), make_campaign("theirs")
    app = make_app([ours, theirs])
    page = entered(app, ours).get("/").text
    assert "/c/ours/dashboard" in page
    assert "theirs" not in page
    assert any(isinstance(guard, Known) for _, _, guard in guarded(app))


def test_errors_are_pages_for_people(app):
    answer = Browser(app).get("/c/news24/annotate", headers={"Accept": "text/html"})
    assert answer.status_code == 401
    assert answer.headers["content-type"].startswith("text/html")
    assert not re.search("news24|ann|bob", re.sub(r"<[^>]*>", "", answer.text))
