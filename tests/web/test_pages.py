"""Pages for annotators as the server makes them."""

import json
import re

import pytest
from tests.web._browser import Browser, entered, token_of

from tertium.web.app import make_app


def page_of(campaign, **headers):
    browser = entered(make_app([campaign]), campaign, "annotator", "ann")
    return browser.get("/c/news24/annotate", headers=headers).text


def data_of(page):
    """The data that a page hands to its script."""
    found = re.findall(r'<script type="application/json" id="page-data">(.*?)</script>', page, re.S)
    return json.loads(found[0])


def test_the_page_knows_its_campaign(campaign):
    page = page_of(campaign)
    data = data_of(page)
    assert data["campaign"] == "news24"
    assert data["base"] == "/c/news24"
    assert data["answer"] == "slider"
    assert (data["sourceLanguage"], data["outputLanguage"]) == ("de", "en")
    assert not re.search("alpha|beta", page, re.IGNORECASE)
    assert not re.search(r"<script(?! type=\"(module\" src|application/json)).*>", page)


def test_five_points_have_anchors_the_best_first(make_campaign):
    page = page_of(make_campaign(answer="five-point"))
    assert re.findall(r'type="radio"[^>]*value="(\d)"', page) == list("54321")
    assert "Most" in page


def test_default_instructions_are_in_the_language_of_the_campaign(make_campaign):
    campaign = make_campaign(interface="ar")
    assert '<html lang="ar" dir="rtl">' in page_of(campaign)
    assert '<div class="prose" dir="auto" lang="ar">' in page_of(campaign)
    assert "<strong>المعنى</strong>" in page_of(campaign)
    (campaign.folder / "instructions.md").write_text("<script>alert(1)</script>\n\n**Lies!**")
    page = page_of(campaign)
    assert '<div class="prose" dir="auto">' in page
    assert "&lt;script&gt;alert(1)" in page
    assert "<strong>Lies!</strong>" in page


def test_the_language_of_a_page(campaign):
    app = make_app([campaign])
    browser = Browser(app)
    wanted = {"Accept-Language": "cs,de;q=0.5"}
    assert '<html lang="cs"' in browser.get("/enter", headers=wanted).text
    assert '<html lang="de"' in browser.get("/enter?language=de", headers=wanted).text
    assert '<html lang="en"' in page_of(campaign, **wanted)  # the campaign's language
    browser.client.cookies.set("tertium_language", "es")
    assert '<html lang="es"' in browser.get("/enter").text
    for odd in ("../../secret", "<script>", "x" * 10_000):
        assert '<html lang="es"' in browser.get("/enter", params={"language": odd}).text


@pytest.mark.parametrize(
    ("role", "name", "place"),
    [("annotator", "ann", "/c/news24/annotate"), ("organiser", "", "/c/news24/dashboard")],
)
def test_the_start_page_leads_to_the_page_of_the_role(app, campaign, role, name, place):
    browser = entered(app, campaign, role, name)
    answer = browser.get("/c/news24/")
    assert (answer.status_code, answer.headers["location"]) == (303, place)


def test_the_token_is_in_no_page(app, campaign):
    token = token_of(campaign, "annotator", "ann")
    browser = entered(app, campaign, "annotator", "ann")
    for path in ("/enter", "/", "/c/news24/annotate", "/c/news24/work"):
        text = browser.get(path).text
        assert token not in text
        assert browser.session not in text
