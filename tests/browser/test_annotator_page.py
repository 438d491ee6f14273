"""The annotator's pages in Chromium, with real campaigns."""

import pytest
from playwright.sync_api import expect
from tests.browser._annotators import (
    HOSTILE,
    ITEMS,
    answer,
    judged,
    link_of,
    saved,
    sentences,
    texts_of,
    title,
    values,
    violations,
)

import tertium

pytestmark = pytest.mark.slow

PEOPLE = ["mouse", "keys", "untouched", "more-keys", "clock", "resume", "undo", "phone"]
PEOPLE += ["axe-light", "axe-dark"]
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}


ARABIC = [f"IBM: هذه هي الجملة رقم {number} من النص (Watson 3.0)." for number in range(10)]


@pytest.fixture(scope="module")
def campaigns(tmp_path_factory):
    folder = tmp_path_factory.mktemp("campaigns")
    made = {}

    def make(name, texts, annotators=("ann",), **settings):
        made[name] = tertium.new_campaign(
            texts,
            folder / name,
            annotators=annotators,
            judgments=14 * len(annotators),
            hit_size=ITEMS,
            **settings,
        )

    texts = texts_of(sentences(80))
    make("news", texts, PEOPLE)
    make("five", texts, answer="five-point")
    make("fluent", texts, task="fluency", answer="yes-no")
    make("arabic", texts_of(ARABIC, "en-ar"), interface="ar")
    make("hostile", texts_of([*HOSTILE, *sentences(8)]))
    made["pool"] = tertium.new_campaign(
        texts, folder / "pool", pool=True, judgments=14, hit_size=ITEMS
    )
    yield made
    for one in made.values():
        one.close()


def test_a_whole_hit_by_mouse(opened, campaigns):
    page = opened(name="mouse")
    assert page.evaluate("location.href").endswith("/c/news/annotate")  # no token
    box = page.locator("#slider").bounding_box()
    expected = []
    for number in range(ITEMS):
        title(page, number + 1)
        expect(page.locator("#submit")).to_be_disabled()
        page.mouse.click(box["x"] + 20 + 30 * number, box["y"] + box["height"] / 2)
        expected.append(int(page.locator("#slider-value").inner_text()))
        page.locator("#submit").click()
    expect(page.get_by_role("heading", name="Thank you")).to_be_visible()
    assert values(campaigns["news"], "mouse") == expected
    assert len(set(expected)) == ITEMS


def test_a_whole_hit_by_keyboard(opened, campaigns):
    page = opened(name="keys")
    for number in range(ITEMS):
        title(page, number + 1)
        # The first arrow shows the thumb in the middle.
        for _ in range(number + 1):
            page.keyboard.press("ArrowRight")
        page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Thank you")).to_be_focused()
    assert values(campaigns["news"], "keys") == list(range(50, 50 + ITEMS))


@pytest.mark.parametrize(
    ("campaign", "keys", "stored"),
    [("five", "12345", [1, 2, 3, 4, 5]), ("fluent", "yn", ["yes", "no"])],
)
def test_a_whole_hit_of_radio_buttons_by_keyboard(campaign, keys, stored, opened, campaigns):
    page = opened(campaign)
    for number in range(ITEMS):
        title(page, number + 1)
        expect(page.locator("input[type=radio]:checked")).to_have_count(0)
        page.keyboard.press("Enter")  # without an answer
        page.keyboard.press(keys[number % len(keys)])
        page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Thank you")).to_be_visible()
    assert values(campaigns[campaign], "ann") == [stored[n % len(keys)] for n in range(ITEMS)]


def test_an_untouched_slider_has_no_value(opened, campaigns):
    page = opened(name="untouched")
    slider, submit = page.locator("#slider"), page.locator("#submit")
    answer(page, 80)
    title(page, 2)
    expect(slider).to_have_attribute("aria-valuetext", "no answer yet")
    expect(slider).to_have_class("untouched")
    expect(submit).to_be_disabled()
    page.keyboard.press("Enter")
    submit.click(force=True)
    page.locator("#item").evaluate("form => form.requestSubmit()")
    title(page, 2)
    expect(slider).to_be_focused()  # which says where an answer is missing
    # The value in the middle is chosen by a click, although the slider does not move.
    slider.click()
    expect(slider).to_have_attribute("aria-valuetext", "50")
    submit.click()
    title(page, 3)
    expect(slider).to_have_class("untouched")
    saved(page)
    assert values(campaigns["news"], "untouched") == [80, 50]


def test_keys_of_the_slider(opened):
    page = opened(name="more-keys")
    page.locator("#slider").focus()
    shown = page.locator("#slider-value")
    for key, value in [
        ("PageUp", 50),
        ("PageUp", 60),
        ("ArrowLeft", 59),
        ("End", 100),
        ("Home", 0),
    ]:
        page.keyboard.press(key)
        expect(shown).to_have_text(str(value))
    page.keyboard.press("?")
    expect(page.locator("#help")).to_be_visible()
    page.keyboard.type("42")
    page.locator("#shortcuts").uncheck()
    page.keyboard.press("Escape")
    page.keyboard.type("42")  # single characters are not shortcuts any more
    expect(shown).to_have_text("0")


def test_times_of_an_answer(device, opened, campaigns):
    context = device()
    context.clock.install()
    page = opened(name="clock", context=context)
    context.clock.run_for(7_000)
    page.keyboard.press("ArrowRight")  # touched
    context.clock.run_for(300_000)  # idle: only the first minute is time of work
    page.keyboard.press("ArrowRight")
    context.clock.run_for(3_000)
    # The campaign is younger than these five minutes, and the server does not believe them.
    with page.expect_request("**/answers") as found:
        page.keyboard.press("Enter")
    sent = found.value.post_data_json
    assert sent["touched"] - sent["shown"] == pytest.approx(7, abs=1)
    assert sent["submitted"] - sent["shown"] == pytest.approx(310, abs=2)
    assert sent["active"] == pytest.approx(70, abs=2)
    saved(page)
    (row,) = judged(campaigns["news"], "clock")
    assert row.shown <= row.touched <= row.submitted <= row.received


def test_work_continues_on_another_device(opened):
    page = opened(name="resume")
    answer(page, 10, 20, 30)
    saved(page)
    page.keyboard.type("44")
    page.reload()  # the answer that was not submitted yet is kept on this device
    title(page, 4)
    expect(page.locator("#slider-value")).to_have_text("44")
    other = opened(name="resume")
    title(other, 4)
    expect(other.locator("#slider")).to_have_class("untouched")
    other.keyboard.press("u")
    expect(other.locator("#slider-value")).to_have_text("30")


def test_the_last_answer_can_be_changed(opened, campaigns):
    page = opened(name="undo")
    expect(page.locator("#undo")).to_be_hidden()
    answer(page, 10, 20)
    page.keyboard.type("33")  # not submitted yet
    page.locator("#undo").click()
    title(page, 2)
    expect(page.locator("#correcting")).to_be_visible()
    expect(page.locator("#slider-value")).to_have_text("20")
    page.keyboard.type("25")
    page.locator("#submit").click()
    title(page, 3)
    expect(page.locator("#slider-value")).to_have_text("33")
    page.keyboard.press("u")
    expect(page.locator("#slider-value")).to_have_text("25")
    page.locator("#keep").click()
    title(page, 3)
    saved(page)
    assert values(campaigns["news"], "undo") == [10, 25]
    assert [row.version for row in judged(campaigns["news"], "undo")] == [1, 2]


def test_arabic(opened, campaigns):
    page = opened("arabic")
    assert page.evaluate("[document.documentElement.lang, document.dir]") == ["ar", "rtl"]
    output = page.locator("#output")
    expect(output).to_have_attribute("lang", "ar")
    expect(output).to_have_attribute("dir", "rtl")  # although it begins with a Latin word
    expect(page.locator("#source")).to_have_attribute("dir", "ltr")
    page.locator("#slider").click(position={"x": 5, "y": 24})  # the left end is the highest value
    assert int(page.locator("#slider-value").inner_text()) > 95
    page.keyboard.press("End")
    page.keyboard.press("ArrowRight")
    expect(page.locator("#slider-value")).to_have_text("99")
    page.keyboard.press("Enter")
    expect(page.locator("#done")).to_contain_text("1")
    expect(page.locator("#saving")).to_have_text("حُفظت جميع الإجابات")
    assert values(campaigns["arabic"], "ann") == [99]
    assert violations(page) == []
    page.locator("#language").select_option("de")
    expect(page.locator("#submit")).to_have_text("Absenden")


def test_a_phone(opened, campaigns):
    page = opened(name="phone", **PHONE)
    page.locator("#slider").tap()
    page.locator("#submit").tap()
    title(page, 2)
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    for control in page.locator("button:visible, select:visible, #slider").all():
        box = control.bounding_box()
        assert min(box["width"], box["height"]) >= 44, control.inner_text()
    saved(page)
    assert values(campaigns["news"], "phone") == [50]


def test_hostile_texts_run_no_script(opened, campaigns):
    page = opened("hostile")
    seen = []
    for number in range(ITEMS):
        title(page, number + 1)
        seen.append(page.locator("#output").evaluate("element => element.textContent"))
        assert page.locator("#output > *, #source > *").count() == 0
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        assert page.locator("#question").bounding_box()["x"] >= 0
        page.keyboard.type("50")
        page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Thank you")).to_be_visible()
    assert page.evaluate("window.hacked") is None
    assert sum(any(text.startswith(line[:20]) for line in HOSTILE) for text in seen) >= 5


def test_links_that_lead_nowhere(device, base):
    page = device().new_page()
    page.goto(f"{base}/enter#wrong")
    expect(page.get_by_role("heading", name="This link is not valid")).to_be_focused()
    assert page.evaluate("location.href") == f"{base}/enter"
    page.goto(f"{base}/enter")
    page.reload()
    expect(page.get_by_role("heading", name="Open your personal link")).to_be_visible()


def test_joining_a_pool(device, campaigns, base):
    page = device().new_page()
    page.goto(link_of(campaigns["pool"], base, role="pool"))
    page.locator("#name").fill("no spaces")
    page.locator("#submit").click()
    expect(page.locator("#problem")).to_contain_text("cannot be used")
    page.locator("#name").fill("eve")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Keep your personal link")).to_be_focused()
    link = page.locator("#link").input_value()
    assert link == link_of(campaigns["pool"], base, "eve")
    assert violations(page) == []
    page.locator("#start").click()
    expect(page.locator("#begin")).to_be_visible()
    other = device().new_page()
    other.goto(link)
    expect(other.locator("#begin")).to_be_visible()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_pages_are_accessible(scheme, device, opened, campaigns, base):
    context = device(color_scheme=scheme)
    page = context.new_page()
    page.goto(f"{base}/enter#wrong")
    expect(page.get_by_role("heading", name="This link is not valid")).to_be_visible()
    assert violations(page) == []
    page.goto(link_of(campaigns["news"], base, f"axe-{scheme}"))
    expect(page.locator("#instructions")).to_be_visible()
    assert violations(page) == []
    page.keyboard.press("Escape")
    assert violations(page) == []  # no answer yet
    page.keyboard.press("?")
    assert violations(page) == []
    page.keyboard.press("Escape")
    page.keyboard.type("60")
    assert violations(page) == []
    page.context.set_offline(True)
    page.keyboard.press("Enter")
    expect(page.locator("#connection")).to_be_visible()
    page.keyboard.press("u")
    assert violations(page) == []
    page.context.set_offline(False)
    page.evaluate("localStorage.clear()")
    for campaign in ("five", "fluent"):
        page.goto(link_of(campaigns[campaign], base, "ann"))
        page.wait_for_url("**/annotate")
        expect(page.locator("main h1:visible").first).to_be_visible()
        assert violations(page) == []
    page.goto(f"{base}/c/nowhere/annotate")
    assert violations(page) == []
