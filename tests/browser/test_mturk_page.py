"""The page of Mechanical Turk in Chromium, in the form that the market puts it into."""

from urllib.parse import parse_qs, urlsplit

import pytest
from playwright.sync_api import expect
from tests.browser._annotators import HOSTILE, chromium, sentences, texts_of, violations
from tests.browser._hits import exported, hit_page, pool_of

pytestmark = pytest.mark.slow

LINES = [*HOSTILE, "", "\U0001f600 \U0001d518 e\u0301 \u0915\u094d\u0937", *sentences(20)]


@pytest.fixture(scope="module")
def chrome():
    with chromium() as found:
        yield found


@pytest.fixture
def hit(chrome, tmp_path):
    """Open the page of the first HIT of a campaign; afterwards no script has failed."""
    problems, requests = [], []

    def opened(template="template.html", *, width=900, lines=LINES, **options):
        with pool_of(texts_of(lines), tmp_path / "news24", **options) as campaign:
            files = exported(campaign, tmp_path / "hits")
        (tmp_path / "page.html").write_text(hit_page(files, template=template), encoding="utf-8")
        page = chrome.new_context(viewport={"width": width, "height": 900}).new_page()
        page.set_default_timeout(10_000)
        page.on("pageerror", lambda error: problems.append(str(error)))
        page.on("request", lambda request: requests.append(request.url))
        page.goto(f"file://{tmp_path / 'page.html'}")
        return page

    yield opened
    assert problems == []
    assert all(url.startswith("file:") for url in requests if "crowd-html-elements" not in url)


def sent(page):
    """Submit the page; what was sent, or {} if it was not."""
    page.click("#submitButton")
    page.wait_for_timeout(200)
    found = parse_qs(urlsplit(page.url).query)
    return {name: value for name, (value,) in found.items()}


def test_untouched_sliders_cannot_be_submitted(hit):
    page = hit()
    assert sent(page) == {}
    expect(page.locator(".problem")).to_have_count(1)
    sliders = page.locator("input[type=range]")
    expect(sliders).to_have_count(20)
    for number in range(19):
        sliders.nth(number).click()
    assert sent(page) == {}
    expect(page.locator(".progress")).to_have_text("19 of 20 done")
    sliders.nth(19).press("Home")
    sliders.nth(19).press("ArrowRight")
    found = sent(page)
    assert found["hit_key"]
    assert {name for name in found if name.startswith("answer_")} == {
        f"answer_{number}_1" for number in range(1, 21)
    }
    assert found["answer_1_1"] in ("49", "50", "51")
    assert found["answer_20_1"] == "1"


def test_a_form_without_validation_does_not_submit_either(hit):
    page = hit()
    page.evaluate("document.getElementById('mturk_form').noValidate = true")
    assert sent(page) == {}
    expect(page.locator(".item.missing")).to_have_count(20)
    expect(page.locator(".problem")).to_have_text("Choose an answer first.")


def test_hostile_texts_are_shown_as_text(hit):
    page = hit(hit_size=40)
    shown = page.locator(".output").all_text_contents()
    for line in (line for line in HOSTILE if line in shown):
        shown.remove(line)
    assert page.evaluate("window.hacked") is None
    assert page.locator(".tertium img, .tertium svg, .tertium b").count() in (0, 1)


@pytest.mark.parametrize("answer", ["five-point", "yes-no"])
def test_points_by_keyboard(hit, answer):
    page = hit(answer=answer)
    groups = page.locator("fieldset")
    for number in range(20):
        groups.nth(number).locator("input").first.focus()
        page.keyboard.press("Space")
        page.keyboard.press("ArrowDown")
    found = sent(page)
    values = {value for name, value in found.items() if name.startswith("answer_")}
    assert values == {"4" if answer == "five-point" else "no"}


def test_ranks_without_ties(hit):
    page = hit(task="ranking", no_ties=True, hit_size=4)
    first = page.locator(".item").first
    ranks = first.locator("fieldset")
    ranks.nth(0).get_by_label("1").check()
    ranks.nth(1).get_by_label("1").check()
    expect(ranks.nth(0).get_by_label("1")).not_to_be_checked()
    total = page.locator("fieldset").count()
    expect(page.locator(".progress")).to_have_text(f"1 of {total} done")
    for number in range(0, total, 2):
        page.locator("fieldset").nth(number).get_by_label("2").check()
        page.locator("fieldset").nth(number + 1).get_by_label("1").check()
    found = sent(page)
    assert (found["answer_1_1"], found["answer_1_2"]) == ("2", "1")


def test_a_preference_with_a_comment(hit):
    page = hit(task="preference", hit_size=4, show="both")
    expect(page.get_by_text("may be imprecise")).to_be_visible()
    items = page.locator(".item")
    for number in range(items.count()):
        items.nth(number).get_by_label("Equal quality").check()
    items.nth(0).get_by_label("Translation B is better").check()
    items.nth(0).get_by_text("Add a comment").click()
    items.nth(0).locator("textarea").fill('"B" & <b>')
    found = sent(page)
    assert (found["answer_1"], found["answer_2"]) == ("1", "equal")
    assert found["comment_1"] == '"B" & <b>'
    assert "comment_2" not in found


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"answer": "five-point", "interface": "de", "show": "reference"},
        {"interface": "ar", "systems_per_item": 2, "hit_size": 8, "width": 360},
        {"task": "ranking", "hit_size": 4, "width": 360},
        {"task": "preference", "hit_size": 4},
    ],
)
def test_pages_are_accessible_and_fit_a_phone(hit, options):
    page = hit(**options)
    assert violations(page) == []
    width = options.get("width", 900)
    assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_the_page_with_crowd_elements(hit):
    """Amazon's script does not load here, so the elements do nothing, but the form is complete."""
    page = hit(template="template-crowd.html", lines=sentences(20))
    expect(page.locator("crowd-form input[type=range]")).to_have_count(20)
    page.evaluate(
        """document.querySelector("crowd-form").dispatchEvent(
            new Event("submit", { cancelable: true, bubbles: true }))"""
    )
    expect(page.locator(".item.missing")).to_have_count(20)
