"""What holds for every request: Host header, size of the body, security headers."""

import pytest
from tests.web._browser import Browser, entered

from tertium.web.middleware import HEADERS

PATHS = ["/enter", "/", "/c/news24/dashboard", "/c/news24/work", "/unknown", "/static/base.css"]


@pytest.mark.parametrize("path", PATHS)
def test_every_answer_has_security_headers(app, path):
    answer = Browser(app).get(path)
    for name, value in HEADERS.items():
        assert answer.headers[name] == value, name
    policy = answer.headers["content-security-policy"]
    assert "unsafe" not in policy
    assert "default-src 'none'" in policy
    assert "frame-ancestors 'none'" in policy
    assert ("no-store" in answer.headers["cache-control"]) != path.startswith("/static/")


def test_static_files_are_cached(app):
    answer = Browser(app).get("/static/base.css")
    assert answer.status_code == 200
    again = Browser(app).get("/static/base.css", headers={"If-None-Match": answer.headers["etag"]})
    assert again.status_code == 304


@pytest.mark.parametrize("path", ["/static/../app.py", "/static/%2e%2e/app.py", "/static/"])
def test_only_static_files_are_served(app, path):
    answer = Browser(app).get(path)
    assert answer.status_code == 404
    assert answer.json()["code"] == "not-found"


@pytest.mark.parametrize("path", ["/openapi.json", "/docs", "/redoc"])
def test_routes_are_not_described_to_visitors(app, path):
    assert Browser(app).get(path).status_code == 404


@pytest.mark.parametrize(
    "host", ["evil.example", "evil.example:8000", "", "127.0.0.1.evil.example"]
)
@pytest.mark.parametrize("path", PATHS)
def test_a_foreign_name_of_the_server_is_refused(app, campaign, host, path):
    browser = entered(app, campaign)
    answer = browser.get(path, headers={"Host": host})
    assert (answer.status_code, answer.json()["code"]) == (421, "wrong-host")
    assert answer.headers["x-frame-options"] == "DENY"


def large(size):
    """A body that arrives in parts, so that its length is not known before."""
    for _ in range(size // 1000):
        yield b" " * 1000


@pytest.mark.parametrize("path", ["/enter", "/c/news24/answers", "/c/news24/pause", "/unknown"])
def test_ten_megabytes_are_refused(app, campaign, path):
    browser = entered(app, campaign, "annotator", "ann")
    headers = {"Content-Type": "application/json", "X-CSRF-Token": browser.csrf}
    for content in (b" " * 10**7, large(10**7)):
        answer = browser.client.post(path, content=content, headers=headers)
        assert (answer.status_code, answer.json()["code"]) == (413, "too-large")


def test_a_body_at_the_limit_is_read(app):
    content = b'{"token": "x"}'.ljust(64 * 1024)
    headers = {"Content-Type": "application/json"}
    assert Browser(app).client.post("/enter", content=content, headers=headers).status_code == 404


@pytest.mark.parametrize("method", ["PUT", "DELETE", "PATCH", "OPTIONS", "TRACE", "BREW"])
def test_other_methods_do_not_exist(app, method):
    answer = Browser(app).client.request(method, "/enter")
    assert answer.status_code == 404


@pytest.mark.parametrize(
    "content", [b"", b"{", b"[]", b"null", b"1" * 5000, b"[" * 30000, b'"\xff"', b'{"token": NaN}']
)
def test_malformed_json_is_refused(app, content):
    headers = {"Content-Type": "application/json"}
    answer = Browser(app).client.post("/enter", content=content, headers=headers)
    assert answer.status_code in (400, 422)
    assert answer.json() == {"error": "The request is malformed.", "code": "bad-request"}


def test_a_defect_is_a_plain_answer(app):
    from tertium.web.access import public

    app.add_api_route("/broken", lambda: 1 / 0, dependencies=[public])
    browser = Browser(app)
    browser.client._transport.raise_server_exceptions = False
    answer = browser.get("/broken")
    assert answer.status_code == 500
    assert answer.json()["code"] == "defect"
    assert "division" not in answer.text
    assert answer.headers["x-frame-options"] == "DENY"
