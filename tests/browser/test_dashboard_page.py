"""The organiser's dashboard in a real browser."""

import re

import httpx
import pytest
from playwright.sync_api import expect
from tests.browser._annotators import chromium, link_of, sentences, served, texts_of, violations
from tests.web._browser import answer_to

import tertium
from tertium.storage import campaigns as stored
from tertium.web.access import csrf_token

pytestmark = pytest.mark.slow

HOSTILE = "<img src=x onerror=window.hacked=1>"


@pytest.fixture(scope="module")
def browser():
    with chromium() as browser:
        yield browser


@pytest.fixture
def campaign(tmp_path):
    with tertium.new_campaign(
        texts_of(sentences(20)),
        tmp_path / "news24",
        annotators=["ann", "bob"],
        judgments=28,
        hit_size=20,
    ) as made:
        yield made


@pytest.fixture
def base(campaign):
    with served(campaign) as base:
        yield base


@pytest.fixture
def open_page(browser, campaign, base):
    """Open the dashboard; afterwards nothing was loaded from elsewhere, and no error occurred."""
    contexts, foreign, errors = [], [], []

    def note(request):
        if not request.url.startswith(base):
            foreign.append(request.url)

    def make(**how):
        context = browser.new_context(**how)
        contexts.append(context)
        page = context.new_page()
        page.on("request", note)
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.on("console", lambda message: errors.append(message.text))
        page.goto(link_of(campaign, base, role="organiser"))
        expect(page.locator("#live")).to_have_text("Live")
        return page

    yield make
    for context in contexts:
        context.close()
    assert not foreign
    assert not errors


def judge(base, campaign, name, count):
    """Answer items as an annotator."""
    with httpx.Client(base_url=base) as client:
        token = link_of(campaign, base, name).partition("#")[2]
        client.post("/enter", json={"token": token}).raise_for_status()
        headers = {"X-CSRF-Token": csrf_token(next(iter(client.cookies.jar)).value or "")}
        for number in range(count):
            item = client.get("/c/news24/work").json()["items"][0]
            answer = answer_to(item, (37 * number) % 101)
            client.post("/c/news24/answers", json=answer, headers=headers).raise_for_status()


def test_the_dashboard_changes_while_judgments_arrive(open_page, base, campaign):
    page = open_page()
    expect(page.locator("[data-panel=control]")).to_contain_text("0 of 40 items judged")
    judge(base, campaign, "ann", 2)
    expect(page.locator("[data-panel=control]")).to_contain_text("2 of 40 items judged")
    row = page.get_by_role("row", name=re.compile("^ann"))
    expect(row.first.get_by_role("cell").nth(1)).to_have_text("2")


def test_the_organiser_acts_by_keyboard(open_page, campaign):
    page = open_page()
    page.get_by_role("button", name="Pause").press("Enter")
    expect(page.locator(".badge")).to_have_text("Paused")
    expect(page.get_by_role("button", name="Resume")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator(".badge")).to_have_text("Running")
    page.get_by_role("button", name="Exclude: bob").press("Enter")
    expect(page.get_by_role("button", name="Include: bob")).to_be_focused()
    assert [one.status for one in campaign.annotators()] == ["active", "excluded"]


def test_links_of_annotators(open_page, campaign, base):
    page = open_page()
    page.get_by_label("Name of a new annotator").fill("eve")
    page.keyboard.press("Enter")
    expect(page.locator("#link")).to_have_value(re.compile(re.escape(f"{base}/enter#")))
    assert page.locator("#link").input_value() == link_of(campaign, base, "eve")
    expect(page.get_by_role("button", name="Exclude: eve")).to_be_visible()
    page.once("dialog", lambda dialog: dialog.dismiss())
    page.get_by_role("button", name="Revoke: eve").click()
    expect(page.get_by_role("button", name="Revoke: eve")).to_be_enabled()
    assert campaign.annotators()[-1].status == "active"
    page.once("dialog", lambda dialog: dialog.accept())
    page.get_by_role("button", name="Revoke: eve").click()
    expect(page.get_by_role("button", name="Revoke: eve")).to_have_count(0)
    assert campaign.annotators()[-1].status == "revoked"


def test_the_export_is_a_file(open_page, campaign, base):
    judge(base, campaign, "ann", 3)
    page = open_page()
    with page.expect_download() as download:
        page.get_by_text("Export ratings").click()
    assert download.value.suggested_filename == "news24.csv"
    assert len(tertium.read_ratings(download.value.path())) == 3


def test_hostile_names_run_no_script(open_page, campaign):
    with campaign.database.writing() as connection:
        stored.add_annotator(connection, campaign.id, HOSTILE)
    page = open_page()
    expect(page.locator("[data-panel=annotators]")).to_contain_text(HOSTILE)
    assert page.evaluate("window.hacked") is None


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [1000, 360])
def test_the_dashboard_is_accessible(open_page, campaign, base, scheme, width):
    for name in ("ann", "bob"):
        judge(base, campaign, name, 15)
    page = open_page(color_scheme=scheme, viewport={"width": width, "height": 800})
    page.locator("[data-panel=statistics] svg").wait_for()
    assert violations(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    page.goto(f"{base}/")
    assert violations(page) == []
