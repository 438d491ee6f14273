"""Annotators in Chromium: each test gets browser profiles that load nothing from elsewhere."""

import pytest
from playwright.sync_api import expect
from tests.browser._annotators import chromium, link_of, served


@pytest.fixture(scope="module")
def base(campaigns):
    with served(*campaigns.values()) as address:
        yield address


@pytest.fixture(scope="module")
def chrome():
    with chromium() as found:
        yield found


@pytest.fixture
def device(chrome, base):
    """Make browser profiles; afterwards no script has failed, and nothing has left the host."""
    contexts, requests, problems = [], [], []

    def note(message):
        # Requests that fail are part of some tests.
        if message.type == "error" and "Failed to load resource" not in message.text:
            problems.append(message.text)

    def make(**settings):
        context = chrome.new_context(**settings)
        context.set_default_timeout(10_000)
        context.on("request", lambda request: requests.append(request.url))
        context.on("weberror", lambda error: problems.append(str(error.error)))
        context.on("console", note)
        contexts.append(context)
        return context

    yield make
    for context in contexts:
        context.close()
    assert problems == []
    assert {url for url in requests if not url.startswith((f"{base}/", "data:"))} == set()


@pytest.fixture
def opened(device, campaigns, base):
    """Open the personal link of an annotator, and close the instructions."""

    def open_link(campaign="news", name="ann", context=None, **settings):
        page = (context or device(**settings)).new_page()
        page.goto(link_of(campaigns[campaign], base, name))
        page.wait_for_url("**/annotate")
        expect(page.locator("#item-title")).to_be_visible()
        begin = page.locator("#begin")
        if begin.is_visible():
            begin.click()
            expect(begin).to_have_text(begin.get_attribute("data-close"))
        return page

    return open_link
