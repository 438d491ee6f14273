"""A browser without a screen: it opens links, keeps cookies and sends what pages send."""

import html
import re
import time
import uuid
import warnings

with warnings.catch_warnings():
    # Starlette warns that it will use another package than httpx.
    warnings.simplefilter("ignore")
    from starlette.testclient import TestClient

from tertium.web.app import make_app

BASE = "http://127.0.0.1:8000"


class Browser:
    """A browser that visits one application."""

    def __init__(self, app, base=BASE):
        self.client = TestClient(app, base_url=base, follow_redirects=False)
        self.csrf = ""

    def enter(self, token):
        """Open a link; return the answer."""
        answer = self.client.post("/enter", json={"token": token})
        if answer.status_code == 200:
            start = self.get(answer.json()["location"])
            place = start.headers["location"] if start.is_redirect else answer.json()["location"]
            page = self.get(place)
            assert page.status_code == 200, page.text
            self.csrf = html.unescape(re.findall(r'name="csrf" content="([^"]*)"', page.text)[0])
        return answer

    @property
    def session(self):
        """The session in the cookie."""
        return next(iter(self.client.cookies.jar)).value

    def get(self, path, **more):
        return self.client.get(path, **more)

    def post(self, path, body=None, **more):
        headers = {"X-CSRF-Token": self.csrf, **more.pop("headers", {})}
        return self.client.post(path, json={} if body is None else body, headers=headers, **more)


def entered(app, campaign, role="organiser", annotator=""):
    """A browser that has opened the link of a role."""
    browser = Browser(app)
    answer = browser.enter(token_of(campaign, role, annotator))
    assert answer.status_code == 200, answer.text
    return browser


def unlimited(campaign):
    """An application that answers any number of requests at once."""
    app = make_app([campaign])
    requests = app.state.site.limits.requests
    requests.burst = requests.rate = 1e9
    return app


def token_of(campaign, role="organiser", annotator=""):
    """The token of the link of a role."""
    return next(
        link.token for link in campaign.links() if (link.role, link.annotator) == (role, annotator)
    )


def answer_to(item, value=50, /, **more):
    """The answer to an item, as a page sends it."""
    now = time.time()
    return {
        "id": str(uuid.uuid4()),
        "item": item["id"],
        "digest": item["digest"],
        "answer": {"outputs": [{"value": value}]},
        "shown": now - 9,
        "touched": now - 5,
        "submitted": now - 1,
        "sent": now,
        "active": 7.5,
        **more,
    }
