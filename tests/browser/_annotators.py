"""Campaigns served in a thread, and annotators who work in Chromium."""

import json
import shutil
import threading
import warnings
from contextlib import contextmanager

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect, sync_playwright

import tertium
from tertium.core.errors import DataWarning
from tertium.storage import judgments
from tertium.web.addresses import Addresses
from tertium.web.server import listening, make_server

FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1",
]
ITEMS = 20

HOSTILE = (
    '<img src="x" onerror="window.hacked = 1">',
    "</script><script>window.hacked = 2</script>",
    "<svg/onload=window.hacked=3> &lt;b&gt; {{ 7 * 7 }} ${window.hacked=4}",
    "\u202eoverride \u2067 isolate, never closed \u200f",
    "javascript:window.hacked=5 " + "long" * 300,
    "two\nlines   and\ttabs",
)


def texts_of(lines, pair="de-en"):
    """Two systems, of which the second adds a word; hostile texts are suspicious data."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DataWarning)
        return tertium.testset(
            systems={"one": lines, "two": [f"{line} again" for line in lines]},
            source=[f"Sentence number {number} of the source." for number in range(len(lines))],
            references=[f"{line} ({number})" for number, line in enumerate(lines)],
            language_pair=pair,
        )


def sentences(number):
    """Different sentences."""
    return [f"This is sentence {one} of the text." for one in range(number)]


@contextmanager
def served(*campaigns):
    """Serve campaigns on any free port; gives the address."""
    with listening("127.0.0.1", 0) as listener:
        addresses = Addresses("127.0.0.1", listener.getsockname()[1])
        server = make_server(campaigns, addresses)
        thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]})
        thread.start()
        try:
            yield addresses.base
        finally:
            server.should_exit = True
            thread.join()


@contextmanager
def chromium():
    """Debian's browser."""
    found = shutil.which("chromium")
    if found is None:
        pytest.skip("chromium is not installed (tools/system_packages.sh test)")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=found, args=FLAGS)
        try:
            yield browser
        finally:
            browser.close()


def link_of(campaign, base, name="", role="annotator"):
    """The link that the server prints for somebody."""
    links = campaign.links()
    return next(one.url(base) for one in links if (one.role, one.annotator) == (role, name))


def judged(campaign, name):
    """Current judgments of an annotator in the order in which they arrived."""
    with campaign.database.reading() as connection:
        rows = list(judgments.current(connection, campaign.id))
    return [row for row in rows if row.annotator_name == name]


def values(campaign, name):
    """Values of the judgments of an annotator in the order of the items."""
    rows = sorted(judged(campaign, name), key=lambda row: (row.hit, row.position))
    return [json.loads(row.answer)["outputs"][0]["value"] for row in rows]


def violations(page):
    """Violations of WCAG 2 at the levels A and AA, in words."""
    rules = {"type": "tag", "values": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]}
    found = Axe().run(page, options={"runOnly": rules}).response["violations"]
    return [
        f"{one['id']}: {node['html']} {node['failureSummary']}"
        for one in found
        for node in one["nodes"]
    ]


def title(page, number, total=ITEMS):
    """Wait for an item."""
    expect(
        page.get_by_role("heading", name=f"Item {number} of {total}", exact=True)
    ).to_be_visible()


def answer(page, *numbers):
    """Type numbers, one for each item."""
    for number in numbers:
        before = page.locator("#item-title").inner_text()
        page.keyboard.type(str(number))
        page.keyboard.press("Enter")
        expect(page.locator("#item-title")).not_to_have_text(before)
        expect(page.locator("#item-title")).to_be_visible()


def saved(page):
    """Wait until the server has all answers."""
    expect(page.locator("#saving")).to_have_text("All answers saved")
