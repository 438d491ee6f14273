"""The form, the tutorial, loud checks, Prolific, limits, resets and viewers, in Chromium."""

import re

import pytest
from playwright.sync_api import expect
from tests import people_files
from tests.browser._annotators import (
    answer,
    judged,
    link_of,
    saved,
    sentences,
    texts_of,
    violations,
)

import tertium

pytestmark = pytest.mark.slow

CODES = "passed=PASS1,failed=FAIL1,screened-out=OUT1"
PHONE = {"viewport": {"width": 390, "height": 800}, "has_touch": True}


@pytest.fixture(scope="module")
def campaigns(tmp_path_factory):
    folder = tmp_path_factory.mktemp("campaigns")
    loud = [one for one in people_files.CHECKS if one["loud"]]
    files = people_files.write(folder, checks=loud)
    made = {}

    def make(name, *wanted, **settings):
        given = {"judgments": 14, "hit_size": 20, **settings}
        chosen = {one: files[one] for one in wanted}
        made[name] = tertium.new_campaign(texts_of(sentences(20)), folder / name, **chosen, **given)

    make("taught", "tutorial", annotators=["ann", "bob", "cleo", "dora"], judgments=56)
    make("again", "tutorial", annotators=["ann", "bob"], judgments=28)
    make("asked", "form", "tutorial", annotators=["ann", "bob", "cleo"], judgments=42)
    make("strict", "tutorial", annotators=["ann"], tutorial_pass=1.0)
    make("checked", "attention_checks", annotators=["ann"], judgments=14, checks_per_hit=1)
    make("pool", pool=True, judgments=42, limit=20, prolific_codes=CODES)
    make("left", pool=True)
    make("opened", annotators=["ann"])
    yield made
    for one in made.values():
        one.close()


@pytest.fixture
def arrive(device, campaigns, base):
    """Open the link of an annotator, wherever it leads."""

    def open_link(campaign, name, place, context=None, **settings):
        page = (context or device(**settings)).new_page()
        page.goto(link_of(campaigns[campaign], base, name))
        page.wait_for_url(f"**/{campaign}/{place}")
        return page

    return open_link


def begin(page):
    """Close the instructions."""
    page.locator("#begin").click()
    expect(page.locator("#instructions")).to_be_hidden()


def respond(page, number, verdict):
    """Answer an item of the tutorial with a number, and wait for the feedback."""
    page.keyboard.type(number)
    page.keyboard.press("Enter")
    expect(page.locator("#feedback-title")).to_have_text(verdict)
    expect(page.locator("#feedback-title")).to_be_visible()


def test_a_tutorial_by_keyboard(arrive, campaigns):
    page = arrive("taught", "ann", "tutorial")
    begin(page)
    expect(page.locator("#item-title")).to_have_text("Example 1 of 3")
    expect(page.locator("#known")).to_be_hidden()
    respond(page, "20", "Your answer is not as expected.")
    expect(page.locator("#feedback-text")).to_have_text("Every word is translated.")
    expect(page.locator("#feedback-repeat")).to_be_visible()
    expect(page.locator("#continue")).to_be_hidden()
    expect(page.locator("#feedback-title")).to_be_focused()
    assert violations(page) == []
    respond(page, "90", "Your answer is as expected.")
    expect(page.locator("#feedback-repeat")).to_be_hidden()
    expect(page.locator("#submit")).to_be_hidden()
    assert violations(page) == []
    # The answer cannot be changed while the feedback is read.
    page.keyboard.type("11")
    expect(page.locator("#slider-value")).to_have_text("90")
    page.keyboard.press("Enter")
    expect(page.locator("#item-title")).to_have_text("Example 2 of 3")
    respond(page, "70", "Your answer is not as expected.")
    page.locator("#continue").click()
    expect(page.locator("#item-title")).to_have_text("Example 3 of 3")
    page.keyboard.type("50")
    page.keyboard.press("Enter")  # the first of two outputs; the next Enter is for both
    respond(page, "60", "Your answer was noted.")
    expect(page.locator("#continue")).to_have_text("Begin the work")
    page.locator("#continue").click()
    page.wait_for_url("**/taught/annotate")
    begin(page)
    answer(page, 40)
    saved(page)
    assert len(judged(campaigns["taught"], "ann")) == 1
    assert [one.correct for one in campaigns["taught"].tutorial_answers()] == [
        *(False, True, False, True)
    ]


def test_a_tutorial_that_was_passed_in_this_browser_can_be_skipped(arrive, campaigns, device):
    context = device()
    page = arrive("taught", "bob", "tutorial", context)
    begin(page)
    respond(page, "85", "Your answer is as expected.")
    page.keyboard.press("Enter")
    respond(page, "5", "Your answer is as expected.")
    page.keyboard.press("Enter")
    page.keyboard.type("50")
    page.keyboard.press("Enter")
    respond(page, "60", "Your answer was noted.")
    page = arrive("again", "ann", "tutorial", context)
    begin(page)
    expect(page.locator("#known")).to_contain_text("You have passed this tutorial before.")
    assert violations(page) == []
    page.locator("#skip-tutorial").click()
    page.wait_for_url("**/again/annotate")
    assert campaigns["again"].tutorial_answers() == []
    # Another browser does not know the tutorial, and a made-up memory does not help.
    page = arrive("again", "bob", "tutorial")
    begin(page)
    expect(page.locator("#known")).to_be_hidden()
    digest = campaigns["again"].description.tutorial
    page.evaluate(f"localStorage.setItem('tertium.tutorial.{digest}', '\"x\"')")
    page.reload()
    begin(page)
    page.locator("#skip-tutorial").click()
    expect(page.locator("#notice")).to_contain_text("could not be skipped")
    expect(page.locator("#known")).to_be_hidden()


def test_the_tutorial_survives_a_lost_connection(arrive):
    page = arrive("taught", "cleo", "tutorial")
    begin(page)
    page.context.set_offline(True)
    page.keyboard.type("90")
    page.keyboard.press("Enter")
    expect(page.locator("#notice")).to_contain_text("The server cannot be reached")
    page.context.set_offline(False)
    respond(page, "90", "Your answer is as expected.")
    expect(page.locator("#notice")).to_be_hidden()
    page.reload()
    expect(page.locator("#item-title")).to_have_text("Example 2 of 3")


def test_a_tutorial_on_an_arabic_phone(arrive, base, device):
    context = device(**PHONE)
    context.add_cookies([{"name": "tertium_language", "value": "ar", "url": base}])
    page = arrive("taught", "dora", "tutorial", context)
    begin(page)
    page.locator("#slider").click()
    page.locator("#submit").click()
    expect(page.locator("#feedback-title")).to_have_text("إجابتك ليست كما هو متوقّع.")
    width, screen = page.evaluate("[document.documentElement.scrollWidth, innerWidth]")
    assert width <= screen
    assert violations(page) == []


def test_who_does_not_pass_the_tutorial_gets_no_work(arrive):
    page = arrive("strict", "ann", "tutorial")
    begin(page)
    respond(page, "20", "Your answer is not as expected.")
    respond(page, "90", "Your answer is as expected.")
    page.keyboard.press("Enter")
    respond(page, "5", "Your answer is as expected.")
    page.keyboard.press("Enter")
    page.keyboard.type("50")
    page.keyboard.press("Enter")
    respond(page, "60", "Your answer was noted.")
    page.locator("#continue").click()
    expect(page.get_by_role("heading", name="Thank you for your interest")).to_be_visible()
    assert violations(page) == []


def test_the_form_names_what_is_missing(arrive, campaigns):
    page = arrive("asked", "ann", "form")
    expect(page.get_by_role("heading", name="Before you begin")).to_be_visible()
    assert violations(page) == []
    page.get_by_label("For how many years").fill("many")
    page.get_by_role("button", name="Continue").click()
    native = page.get_by_role("group", name="Is English your native language?")
    expect(native).to_contain_text("Please answer this question.")
    expect(native.get_by_role("radio").first).to_be_focused()
    years = page.locator("[data-name=years]")
    expect(years).to_contain_text("This answer is not possible here.")
    assert violations(page) == []
    native.get_by_label("yes").check()
    page.get_by_label("For how many years").fill("2,5")
    page.keyboard.press("Enter")
    page.wait_for_url("**/asked/tutorial")
    assert campaigns["asked"].form_answers()["ann"] == {"native": "yes", "years": 2.5}


def test_the_form_in_another_language_on_a_phone(arrive, device, base):
    context = device(**PHONE)
    context.add_cookies([{"name": "tertium_language", "value": "ar", "url": base}])
    page = arrive("asked", "bob", "form", context)
    expect(page.get_by_role("heading", name="قبل أن تبدأ")).to_be_visible()
    width, screen = page.evaluate("[document.documentElement.scrollWidth, innerWidth]")
    assert width <= screen
    assert violations(page) == []


def test_an_answer_of_the_form_can_end_the_participation(arrive):
    page = arrive("asked", "cleo", "form")
    page.get_by_label("no", exact=True).check()
    page.get_by_role("button", name="Continue").click()
    expect(page.get_by_role("heading", name="Thank you for your interest")).to_be_visible()


def test_a_loud_check_comes_back_until_it_is_right(arrive, campaigns):
    page = arrive("checked", "ann", "annotate")
    begin(page)
    for _ in range(21):
        shown = page.locator("#output").inner_text()
        found = re.match(r"Choose (\d+)", shown)
        if found:
            break
        answer(page, 50)
    assert found
    title = page.locator("#item-title").inner_text()
    page.keyboard.type("99")
    page.keyboard.press("Enter")
    expect(page.locator("#notice")).to_contain_text("Please read the texts again")
    expect(page.locator("#output")).to_have_text(shown)
    expect(page.locator("#item-title")).to_have_text(title)
    expect(page.locator("#slider-value")).to_have_text("99")
    assert violations(page) == []
    page.keyboard.type(found[1])
    page.keyboard.press("Enter")
    expect(page.locator("#output")).not_to_have_text(shown)
    expect(page.locator("#notice")).to_be_hidden()
    saved(page)
    attempts = [one.passed for one in campaigns["checked"].check_answers()]
    assert attempts == [False, True]


def study(campaigns, base, pid):
    url = next(one.url(base) for one in campaigns["pool"].links() if one.role == "prolific")
    for name, value in (("PROLIFIC_PID", pid), ("STUDY_ID", "1" * 24), ("SESSION_ID", "2" * 24)):
        url = url.replace(f"{{{{%{name}%}}}}", value)
    return url


def test_from_prolific_and_back(device, campaigns, base):
    page = device().new_page()
    page.goto(study(campaigns, base, "a" * 24))
    expect(page.get_by_role("heading", name="Welcome")).to_be_visible()
    assert violations(page) == []
    page.get_by_role("button", name="Begin").click()
    page.wait_for_url("**/pool/annotate")
    begin(page)
    answer(page, *range(30, 49))
    page.keyboard.type("50")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="You have judged your share")).to_be_visible()
    link = page.get_by_role("link", name="Open Prolific")
    expect(link).to_have_attribute("href", "https://app.prolific.com/submissions/complete?cc=PASS1")
    expect(page.locator("#completion-code")).to_have_text("PASS1")
    expect(page.locator("#return")).to_be_hidden()
    assert violations(page) == []
    assert len(judged(campaigns["pool"], f"prolific-{'a' * 24}")) == 20
    # The same participant, in another browser.
    again = device().new_page()
    again.goto(study(campaigns, base, "a" * 24))
    again.get_by_role("button", name="Begin").click()
    expect(again.locator("#completion-code")).to_have_text("PASS1")


@pytest.mark.parametrize("query", ["", "?PROLIFIC_PID=x&STUDY_ID=y&SESSION_ID=z"])
def test_an_address_without_ids_of_prolific(device, campaigns, base, query):
    page = device().new_page()
    page.goto(study(campaigns, base, "a" * 24).partition("?")[0] + query)
    expect(page.get_by_role("heading", name="Open the study on Prolific")).to_be_visible()
    assert violations(page) == []


def test_a_wrong_token_leads_back_to_prolific(device, campaigns, base):
    page = device().new_page()
    whole = study(campaigns, base, "b" * 24)
    page.goto(re.sub("/pool/[^?]+", "/pool/wrong", whole))
    page.get_by_role("button", name="Begin").click()
    expect(page.get_by_role("heading", name="Open the study on Prolific")).to_be_visible()


def test_work_is_returned_to_the_pool(device, campaigns, base):
    campaign = campaigns["left"]
    campaign.add_annotator("ann")
    page = device().new_page()
    page.goto(link_of(campaign, base, "ann"))
    page.wait_for_url("**/left/annotate")
    begin(page)
    answer(page, 40)
    saved(page)
    page.once("dialog", lambda dialog: dialog.dismiss())
    page.locator("#return").click()
    expect(page.locator("#item-title")).to_be_visible()
    page.once("dialog", lambda dialog: dialog.accept())
    page.locator("#return").click()
    expect(page.get_by_role("heading", name="Your work was returned")).to_be_visible()
    assert violations(page) == []
    with campaign.database.reading() as connection:
        assert connection.exec_driver_sql("SELECT annotator FROM hits").scalars().all() == [None]
    page.get_by_role("button", name="Work on").click()
    expect(page.locator("#item-title")).to_have_text("Item 2 of 20")


def test_items_that_are_reset_come_back_to_an_open_page(arrive, campaigns):
    page = arrive("opened", "ann", "annotate")
    begin(page)
    first = page.locator("#output").inner_text()
    answer(page, 30, 40)
    saved(page)
    assert campaigns["opened"].reset("ann") == 2
    page.evaluate("dispatchEvent(new Event('online'))")
    expect(page.locator("#done")).to_have_text("0 of 20 done")
    page.reload()
    expect(page.locator("#output")).to_have_text(first)


def test_a_viewer_watches_the_dashboard(device, campaigns, base):
    page = device().new_page()
    page.goto(link_of(campaigns["taught"], base, "", "viewer"))
    page.wait_for_url("**/taught/dashboard")
    expect(page.locator("#live")).to_have_text("Live")
    expect(page.get_by_role("row", name="ann").first).to_be_visible()
    expect(page.locator("main").get_by_role("button")).to_have_count(0)
    expect(page.locator("main").get_by_role("link")).to_have_count(0)
    assert violations(page) == []
