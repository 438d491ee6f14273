"""Screens with several outputs, documents in context, comments."""

import json

import pytest
from playwright.sync_api import expect
from tests.browser._annotators import judged, saved, sentences, violations

import tertium

pytestmark = pytest.mark.slow

SEGMENTS = 6


@pytest.fixture(scope="module")
def campaigns(tmp_path_factory):
    folder = tmp_path_factory.mktemp("campaigns")
    lines = sentences(SEGMENTS)
    texts = tertium.testset(
        systems={
            name: [f"{line} By {name}." for line in lines] for name in ("one", "two", "three")
        },
        source=[f"Das ist Satz {number} des Textes." for number in range(SEGMENTS)],
        documents=["first"] * 3 + ["second"] * 3,
        language_pair="de-en",
    )
    made = {
        "several": tertium.new_campaign(
            texts,
            folder / "several",
            annotators=["ann", "bob"],
            systems_per_item=3,
            control_share=0,
        ),
        "documents": tertium.new_campaign(
            texts,
            folder / "documents",
            annotators=["ann", "bob"],
            systems_per_item=2,
            context=True,
            document_score=True,
            control_share=0,
        ),
    }
    yield made
    for one in made.values():
        one.close()


def answers(campaign, name):
    rows = sorted(judged(campaign, name), key=lambda row: (row.hit, row.position))
    return [json.loads(row.answer) for row in rows]


def test_several_outputs_by_keyboard(opened, campaigns):
    page = opened("several", "ann")
    for number in range(3):
        expect(page.locator("#item-title")).to_have_text(f"Item {number + 1} of 3")
        for value in (70 + number, 5, 33):
            page.keyboard.type(str(value))
            page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Thank you")).to_be_visible()
    assert answers(campaigns["several"], "ann") == [
        {"outputs": [{"value": 70 + number}, {"value": 5}, {"value": 33}]} for number in range(3)
    ]


def test_several_outputs_by_mouse_with_comments(opened, campaigns):
    page = opened("several", "bob")
    sliders = page.get_by_role("slider")
    expect(sliders).to_have_count(3)
    for place in range(3):
        expect(page.locator("#submit")).to_be_disabled()
        sliders.nth(place).click()
    second = page.locator(".output").nth(1)
    second.get_by_text("Add a comment").click()
    second.get_by_role("textbox").fill("An é and 3 u \U0001f600")
    assert violations(page) == []
    page.locator("#submit").click()
    saved(page)
    (answer,) = answers(campaigns["several"], "bob")
    assert answer["outputs"][1] == {"value": 50, "comment": "An é and 3 u \U0001f600"}
    page.keyboard.press("u")
    expect(second.get_by_role("textbox")).to_have_value("An é and 3 u \U0001f600")


def test_a_document_is_judged_in_its_context(opened, campaigns):
    page = opened("documents", "ann", viewport={"width": 1200, "height": 900})
    before, after = page.locator("#before .row"), page.locator("#after .row")
    expect(before).to_have_count(0)
    expect(after).to_have_count(2)
    first = page.locator("#source").inner_text()
    shown = page.locator(".output .text").all_inner_texts()
    page.locator(".output .text").first.hover()
    assert page.evaluate("[...CSS.highlights.get('place')].map(String).length") == 1
    for number, count in ((1, 2), (2, 2), (3, 2), (4, 2)):
        expect(page.locator("#item-title")).to_have_text(f"Item {number} of 8")
        if number == 2:
            expect(before.first.locator("p")).to_have_text([first, *shown])
            assert violations(page) == []
        for _ in range(count):
            page.keyboard.type("60")
            page.keyboard.press("Enter")
    saved(page)
    campaign = campaigns["documents"]
    assert len(campaign.ratings()) == 6
    whole = campaign.ratings(level="document")
    assert len(whole) == 2
    assert whole.segment.names == ("",)
    expect(before).to_have_count(0)


def test_a_phone_stacks_outputs(opened):
    page = opened("documents", "bob", viewport={"width": 390, "height": 800}, has_touch=True)
    left = page.locator(".output").evaluate_all(
        "all => all.map(o => o.getBoundingClientRect().left)"
    )
    assert len(set(left)) == 1
    width = page.evaluate("[document.documentElement.scrollWidth, innerWidth]")
    assert width[0] <= width[1]
    assert violations(page) == []
