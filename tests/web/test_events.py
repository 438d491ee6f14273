"""Live changes of a dashboard, from a real server."""

import json
import threading
from contextlib import ExitStack

import pytest
from tests.web._browser import answer_to, token_of
from tests.web._server import client, running

from tertium.web.access import csrf_token
from tertium.web.pages import events as page

pytestmark = pytest.mark.slow


@pytest.fixture
def server(campaign):
    with running(campaign) as (server, base):
        yield server, base


def panels(stream):
    """Panels in the order in which they arrive."""
    event = ""
    for line in stream.iter_lines():
        if line.startswith("event: "):
            event = line.removeprefix("event: ")
        elif line.startswith("data: "):
            yield event, json.loads(line.removeprefix("data: "))


def sees(found, wanted):
    """Whether a text appears in the panel of progress, before the stream ends."""
    return any(
        event == "panel" and data["panel"] == "control" and wanted in data["html"]
        for event, data in found
    )


def test_a_judgment_arrives_on_the_dashboard(campaign, server):
    _, base = server
    with (
        client(base, token_of(campaign)) as organiser,
        client(base, token_of(campaign, "annotator", "ann")) as annotator,
        organiser.stream("GET", "/c/news24/events", timeout=20) as stream,
    ):
        assert stream.headers["content-type"].startswith("text/event-stream")
        assert stream.headers["cache-control"] == "no-store"
        found = panels(stream)
        assert sees(found, "0 of 40 items judged")
        item = annotator.get("/c/news24/work").json()["items"][0]
        csrf = {"X-CSRF-Token": csrf_token(next(iter(annotator.cookies.jar)).value)}
        saved = annotator.post("/c/news24/answers", json=answer_to(item), headers=csrf)
        assert saved.status_code == 200
        assert sees(found, "1 of 40 items judged")
        campaign.pause()
        assert sees(found, "Paused")


def test_a_revoked_organiser_is_cut_off(campaign, server, monkeypatch):
    monkeypatch.setattr(page, "_CHECK", 0.0)
    _, base = server
    with (
        client(base, token_of(campaign)) as organiser,
        organiser.stream("GET", "/c/news24/events", timeout=20) as stream,
    ):
        found = panels(stream)
        assert next(found)[0] == "panel"
        campaign.new_link(role="organiser")
        assert [event for event, _ in found if event != "panel"] == ["ended"]


def test_a_session_has_few_streams(campaign, server):
    _, base = server
    with client(base, token_of(campaign)) as organiser, ExitStack() as stack:
        streams = []
        for _ in range(4):
            opened = organiser.stream("GET", "/c/news24/events", timeout=20)
            streams.append(panels(stack.enter_context(opened)))
            assert next(streams[-1])[0] == "panel"
        with organiser.stream("GET", "/c/news24/events") as refused:
            assert refused.status_code == 429
        other = stack.enter_context(client(base, token_of(campaign)))
        with other.stream("GET", "/c/news24/events", timeout=20) as stream:
            assert stream.status_code == 200


def test_streams_end_with_the_server(campaign):
    ended = threading.Event()
    with running(campaign) as (server, base), client(base, token_of(campaign)) as organiser:

        def listen():
            with organiser.stream("GET", "/c/news24/events", timeout=20) as stream:
                for event, _ in panels(stream):
                    if event == "panel":
                        server.should_exit = True
            ended.set()

        thread = threading.Thread(target=listen)
        thread.start()
        assert ended.wait(10)
        thread.join()
