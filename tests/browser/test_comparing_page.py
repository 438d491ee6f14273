"""Rankings, preferences and further sliders."""

import json
import re
from typing import Any

import pytest
from playwright.sync_api import expect
from tests.browser._annotators import judged, violations

import tertium

pytestmark = pytest.mark.slow

SEGMENTS = 4
PHONE = {"viewport": {"width": 390, "height": 800}, "has_touch": True}


def texts(pair="de-en", count=5):
    """Systems that say the same with other last words."""
    line, words = {
        "de-en": ("The old bridge {} was closed", ("today.", "early.", "late.", "again.", "now.")),
        "de-ar": ("أُغلق الجسر القديم {} وقت", ("الصباح.", "الظهيرة.", "المساء.")),
    }[pair]
    return tertium.testset(
        systems={
            f"s{place}": [f"{line.format(n)} {word}" for n in range(SEGMENTS)]
            for place, word in enumerate(words[:count])
        },
        source=[f"Die alte Brücke {n} wurde gesperrt." for n in range(SEGMENTS)],
        references=[line.format(n) for n in range(SEGMENTS)],
        language_pair=pair,
    )


@pytest.fixture(scope="module")
def campaigns(tmp_path_factory):
    folder = tmp_path_factory.mktemp("campaigns")
    arabic = texts("de-ar")
    two = texts(count=2)
    common: dict[str, Any] = {"control_share": 0, "annotators": ["ann", "bob"]}
    made = {
        "ranking": tertium.new_campaign(
            texts(), folder / "ranking", task="ranking", judgments=40, **common
        ),
        "strict": tertium.new_campaign(
            arabic, folder / "strict", task="ranking", no_ties=True, interface="ar", **common
        ),
        "preference": tertium.new_campaign(
            two,
            folder / "preference",
            task="preference",
            judgments=16,
            show="both",
            reference_share=0.5,
            **common,
        ),
        "decide": tertium.new_campaign(
            two, folder / "decide", task="preference", no_ties=True, interface="ar", **common
        ),
        "sliders": tertium.new_campaign(
            two,
            folder / "sliders",
            systems_per_item=2,
            sliders="fluency:0-100,style:1-7:0.5",
            **common,
        ),
        "points": tertium.new_campaign(
            two,
            folder / "points",
            systems_per_item=2,
            answer="five-point",
            sliders="style:1-7",
            **common,
        ),
    }
    yield made
    for one in made.values():
        one.close()


def answers(campaign, name):
    rows = sorted(judged(campaign, name), key=lambda row: (row.hit, row.position))
    return [json.loads(row.answer) for row in rows]


def fits(page):
    width = page.evaluate("[document.documentElement.scrollWidth, innerWidth]")
    return width[0] <= width[1]


def answered(page, number):
    """Wait until so many items are answered."""
    expect(page.locator("#bar")).to_have_js_property("value", number)


def saved(page):
    """Wait until the server has all answers, in either language."""
    expect(page.locator("#saving")).to_have_text(re.compile("All answers saved|حُفظت"))


def done(page):
    expect(page.locator("[data-view=done]")).to_be_visible()
    saved(page)


def test_a_hit_of_rankings_by_keyboard(opened, campaigns):
    page = opened("ranking", "ann")
    assert violations(page) == []
    for number, digits in enumerate(("12345", "54321", "11111", "13355")):
        page.keyboard.type(digits[:2])
        page.keyboard.press("Enter")  # the ranking is not complete: nothing is submitted
        answered(page, number)
        page.keyboard.type(digits[2:])
        page.keyboard.press("Enter")
        answered(page, number + 1)
    done(page)
    expected = [[1, 2, 3, 4, 5], [5, 4, 3, 2, 1], [1, 1, 1, 1, 1], [1, 3, 3, 5, 5]]
    assert answers(campaigns["ranking"], "ann") == [{"ranks": ranks} for ranks in expected]


def test_a_hit_of_rankings_by_mouse_with_a_comment(opened, campaigns):
    page = opened("ranking", "bob")
    for item in range(SEGMENTS):
        cards = page.locator(".output")
        expect(cards).to_have_count(5)
        for place in range(5):
            expect(page.locator("#submit")).to_be_disabled()
            cards.nth(place).get_by_role("radio").nth((place + item) % 5).click()
            if (item, place) == (1, 2):
                page.reload()  # the ranks so far are kept
                expect(page.locator(".ranks input:checked")).to_have_count(3)
        if not item:
            page.get_by_text("Add a comment").click()
            page.get_by_role("textbox").fill("A and B \U0001f600 look alike")
            assert violations(page) == []
        page.locator("#submit").click()
    done(page)
    given = answers(campaigns["ranking"], "bob")
    assert given[0] == {"ranks": [1, 2, 3, 4, 5], "comment": "A and B \U0001f600 look alike"}
    assert given[3] == {"ranks": [4, 5, 1, 2, 3]}


def test_arrows_lead_to_other_outputs_and_an_answer_can_be_changed(opened, campaigns):
    page = opened("strict", "ann")
    page.keyboard.type("1")
    page.keyboard.press("ArrowDown")
    page.keyboard.type("2")
    page.keyboard.type("3")
    page.keyboard.press("Enter")
    saved(page)
    assert answers(campaigns["strict"], "ann") == [{"ranks": [1, 3, 2]}]
    page.keyboard.press("u")
    expect(page.locator("#correcting")).to_be_visible()
    expect(page.locator(".ranks input:checked")).to_have_count(3)
    page.keyboard.press("ArrowDown")
    page.keyboard.type("2")
    # The last output had rank 2, and has none now: ties are not allowed here.
    expect(page.locator(".ranks input:checked")).to_have_count(2)
    page.keyboard.type("3")
    page.keyboard.press("Enter")
    saved(page)
    assert answers(campaigns["strict"], "ann") == [{"ranks": [1, 2, 3]}]


def test_rankings_from_right_to_left_on_a_phone(opened, campaigns):
    page = opened("strict", "bob", **PHONE)
    assert page.locator("html").get_attribute("dir") == "rtl"
    first = page.locator(".output").first.get_by_role("radio")
    one, three = (first.nth(place).bounding_box() for place in (0, 2))
    assert one["x"] > three["x"]
    assert min(one["width"], one["height"]) >= 44
    assert fits(page)
    assert violations(page) == []
    for item in range(2):
        for place in range(3):
            page.locator(".output").nth(place).get_by_role("radio").nth((place + item) % 3).tap()
        page.locator("#submit").tap()
    done(page)
    assert answers(campaigns["strict"], "bob") == [{"ranks": [1, 2, 3]}, {"ranks": [2, 3, 1]}]


def test_a_hit_of_preferences_by_keyboard(opened, campaigns):
    page = opened("preference", "ann")
    references = []
    for number, key in enumerate(("a", "2", "0", "="), 1):
        references.append(page.locator("#reference").is_visible())
        page.keyboard.press(key)
        page.keyboard.press("Enter")
        answered(page, number)
    done(page)
    assert [one["preferred"] for one in answers(campaigns["preference"], "ann")] == [
        0,
        1,
        None,
        None,
    ]
    assert sum(references) == 2


def test_a_hit_of_preferences_by_mouse_with_a_comment(opened, campaigns):
    page = opened("preference", "bob")
    for number, label in enumerate(
        ("Translation A is better", "Equal quality", "Translation B is better", "Equal quality")
    ):
        expect(page.locator("#submit")).to_be_disabled()
        page.locator("#fields").get_by_text(label).click()
        if number == 1:
            page.get_by_text("Add a comment").click()
            page.get_by_role("textbox").fill("No difference")
            assert violations(page) == []
            # What was answered is still there after the page was loaded again.
            page.reload()
            expect(page.get_by_role("textbox")).to_have_value("No difference")
            expect(page.get_by_role("radio", name=label)).to_be_checked()
        page.locator("#submit").click()
    done(page)
    assert answers(campaigns["preference"], "bob") == [
        {"preferred": 0},
        {"preferred": None, "comment": "No difference"},
        {"preferred": 1},
        {"preferred": None},
    ]


def test_preferences_without_ties_from_right_to_left_on_a_phone(opened, campaigns):
    page = opened("decide", "ann", **PHONE)
    choices = page.locator("#fields .choice:visible")
    expect(choices).to_have_count(2)
    page.keyboard.press("0")
    expect(page.locator("#submit")).to_be_disabled()
    assert fits(page)
    assert violations(page) == []
    for place in (0, 1):
        choices.nth(place).tap()
        page.locator("#submit").tap()
    done(page)
    assert answers(campaigns["decide"], "ann") == [{"preferred": 0}, {"preferred": 1}]


def test_further_sliders_by_keyboard(opened, campaigns):
    page = opened("sliders", "ann")
    for number in range(2):
        for value in (70 + number, 5, 3, 80, 6):
            page.keyboard.type(str(value))
            page.keyboard.press("Enter")
        answered(page, number)
        page.keyboard.press("End")
        page.keyboard.press("ArrowLeft")
        page.keyboard.press("Enter")
        answered(page, number + 1)
    done(page)
    assert answers(campaigns["sliders"], "ann") == [
        {
            "outputs": [
                {"value": 70 + number, "sliders": {"fluency": 5, "style": 3}},
                {"value": 80, "sliders": {"fluency": 6, "style": 6.5}},
            ]
        }
        for number in range(2)
    ]


def test_further_sliders_by_mouse(opened, campaigns):
    page = opened("sliders", "bob")
    sliders = page.get_by_role("slider")
    expect(sliders).to_have_count(6)
    for place in range(6):
        expect(page.locator("#submit")).to_be_disabled()
        expect(sliders.nth(place)).to_have_class("untouched")
        sliders.nth(place).click()
    assert violations(page) == []
    page.locator("#submit").click()
    saved(page)
    middle = {"value": 50, "sliders": {"fluency": 50, "style": 4}}
    assert answers(campaigns["sliders"], "bob") == [{"outputs": [middle, middle]}]
    page.keyboard.press("u")
    expect(sliders.nth(2)).to_have_attribute("aria-valuetext", "4")


def test_a_slider_stands_below_five_points_on_a_phone(opened, campaigns):
    page = opened("points", "ann", **PHONE)
    assert fits(page)
    for place in range(2):
        page.locator(".output").nth(place).get_by_text("Most").tap()
        page.get_by_role("slider", name="style, from 1 to 7").nth(place).tap()
    assert violations(page) == []
    page.locator("#submit").tap()
    saved(page)
    part = {"value": 4, "sliders": {"style": 4}}
    assert answers(campaigns["points"], "ann") == [{"outputs": [part, part]}]
