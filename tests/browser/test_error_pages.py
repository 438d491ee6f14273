"""Errors marked in Chromium: by keyboard, mouse and touch, with suggestions, in many scripts."""

import json
import warnings

import pytest
from playwright.sync_api import expect
from tests.browser._annotators import (
    judged,
    link_of,
    saved,
    sentences,
    texts_of,
    title,
    violations,
)

import tertium
from tertium.core.errors import DataWarning
from tertium.storage import work

pytestmark = pytest.mark.slow

PHONE = {"viewport": {"width": 390, "height": 800}, "has_touch": True}

# Emoji of several code points, combining marks, Devanagari, and letters beyond the first plane.
LETTERS = [
    "A family 👨‍👩‍👧‍👦 and a flag 🇩🇪 wave 👋🏽 here.",
    "Un cafe\u0301 tre\u0300s a\u0323\u0308 noir, un x\u0302\u0303.",
    "मैं हिन्दी में क्षत्रिय लिखता हूँ।",
    "𠮷野家 eats 𝒳𝒴 today",
]
ARABIC = [f"ذهبتُ إلى المَدْرَسَةِ مع NATO أمس ({number})." for number in range(20)]


def texts(lines, pair="de-en", **systems):
    """Outputs of systems on the same segments."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DataWarning)
        return tertium.testset(
            systems=systems or {"one": lines, "two": [f"{line} again" for line in lines]},
            source=[f"Das ist der Satz mit der Nummer {number}." for number in range(len(lines))],
            documents=[f"d{number // 2}" for number in range(len(lines))],
            language_pair=pair,
        )


def suggestions(folder):
    rows = ["system,segment,task,annotator,severity,category,side,span_start,span_end,value"]
    for segment in range(1, 5):
        rows += [
            f"one,{segment},esa,qe,minor,,output,5,7,",
            f"one,{segment},esa,qe,major,,output,8,16,",
            f"one,{segment},esa,qe,major,,source,0,3,",
        ]
    path = folder / "spans.csv"
    path.write_text("\n".join(rows), encoding="utf-8")
    return tertium.read_ratings(path)


LESSON = {
    "source": "Der Hund bellt laut.",
    "output": "The cat barks.",
    "expected": {"spans": [{"start": 4, "end": 7, "severity": "major"}, {"start": 13, "end": 13}]},
    "feedback": "The animal is another one, and a word is missing.",
    "must": True,
}


@pytest.fixture(scope="module")
def campaigns(tmp_path_factory):
    folder = tmp_path_factory.mktemp("campaigns")
    several = {"systems_per_item": 2, "control_share": 0}
    four = texts(sentences(4))
    made = {}

    def make(name, testset, **settings):
        made[name] = tertium.new_campaign(testset, folder / name, **settings)

    make("esa", texts_of(sentences(20)), task="esa", annotators=["ann"], judgments=14, hit_size=20)
    lessons = folder / "tutorial.jsonl"
    lessons.write_text(json.dumps(LESSON), encoding="utf-8")
    make("taught", four, task="esa", annotators=["ann"], tutorial=lessons, **several)
    make("mqm", four, task="mqm", annotators=["ann"], **several)
    make("vilar", four, task="mqm", annotators=["ann"], **several)
    make("own", four, task="mqm", typology="mqm", annotators=["ann"], **several)
    make("letters", texts(LETTERS), task="esa", annotators=["ann"], **several)
    make("arabic", texts(ARABIC, "de-ar"), task="mqm", annotators=["ann"], interface="ar")
    right = texts(ARABIC[:4], "de-ar")
    make("right", right, task="esa", annotators=["ann", "bob"], interface="ar", **several)
    make("documents", four, task="esa", annotators=["ann"], context=True, document_score=True)
    make("prefilled", four, task="esa", annotators=["ann"], prefill=suggestions(folder), **several)
    yield made
    for one in made.values():
        one.close()


def answers(campaign, name="ann"):
    rows = sorted(judged(campaign, name), key=lambda row: (row.hit, row.position))
    return [json.loads(row.answer)["outputs"] for row in rows]


def items(campaign, name="ann"):
    """Items that were judged, as the database has them."""
    rows = sorted(judged(campaign, name), key=lambda row: (row.hit, row.position))
    with campaign.database.reading() as connection:
        return [work.item(connection, campaign.id, row.item) for row in rows]


def middle(page, words, output="#output"):
    """The middle of words on the page."""
    return page.evaluate(
        """async ([words, output]) => {
          const { rangeOf } = await import("/static/text_places.js");
          const element = document.querySelector(output);
          element.scrollIntoView({ block: "center" });
          const start = element.textContent.indexOf(words);
          const box = rangeOf(element, start, start + words.length).getBoundingClientRect();
          return [box.left + box.width / 2, box.top + box.height / 2];
        }""",
        [words, output],
    )


def chip(page, name):
    return page.locator(".chooser:visible").get_by_role("button", name=name, exact=True)


def test_a_whole_hit_by_keyboard(opened, campaigns):
    page = opened("esa")
    for number in range(1, 21):
        title(page, number)
        page.keyboard.press("Tab")
        expect(page.locator("#source")).to_be_focused()
        page.keyboard.press("Tab")
        expect(page.locator("#output")).to_be_focused()
        page.keyboard.press("ArrowRight")
        page.keyboard.press("Shift+ArrowRight")
        if number == 1:
            assert violations(page) == []
            page.keyboard.press("Enter")
            expect(chip(page, "Minor")).to_be_focused()
            page.keyboard.press("ArrowRight")
            expect(chip(page, "Major")).to_be_focused()
            page.keyboard.press("Enter")
            expect(page.locator("#output")).to_be_focused()
            page.keyboard.press("g")
            page.keyboard.press("1")
            page.keyboard.press("Shift+Tab")
            page.keyboard.press("Space")
            page.keyboard.press("1")
            assert violations(page) == []
        else:
            page.keyboard.press("2")
        page.keyboard.type("40")
        page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Thank you")).to_be_visible()
    saved(page)
    found = answers(campaigns["esa"])
    assert found[0][0]["spans"] == [
        {"start": 5, "end": 16, "side": "output", "severity": "major", "category": ""},
        {"start": 8, "end": 8, "side": "output", "severity": "minor", "category": ""},
        {"start": 0, "end": 8, "side": "source", "severity": "minor", "category": ""},
    ]
    assert [len(one["spans"]) for (one,) in found] == [3, *[1] * 19]
    assert {one["value"] for (one,) in found} == {40}
    ratings = campaigns["esa"].ratings()
    assert ratings.severity.is_("major").sum() == 20


def test_a_whole_hit_by_mouse(opened, campaigns):
    page = opened("mqm", viewport={"width": 1200, "height": 1000})
    for number in range(1, 5):
        title(page, number, 4)
        expect(page.locator("#submit")).to_be_disabled()
        first = page.locator(".output").first
        page.mouse.move(*middle(page, "sentence"))
        page.mouse.down()
        page.mouse.move(*middle(page, "of"), steps=3)
        page.mouse.up()
        chip(page, "Word order / Single words: Beyond a phrase").click()
        chip(page, "Major").click()
        expect(first.locator(".marks li")).to_have_count(1)
        # An overlapping error, and missing content before a word.
        page.mouse.click(*middle(page, "sentence"))
        page.get_by_role("button", name="Another error here").click()
        page.mouse.click(*middle(page, "sentence"))
        chip(page, "Minor").click()
        chip(page, "Incorrect words: Style").click()
        page.mouse.click(*middle(page, "text"))
        page.get_by_role("button", name="Missing before").click()
        chip(page, "Missing words: Filler words").click()
        chip(page, "Minor").click()
        expect(first.locator(".marks li")).to_have_count(3)
        # The source, for the second output.
        page.get_by_role("radio", name="Translation B").check()
        page.mouse.click(*middle(page, "Nummer", "#source"))
        chip(page, "Missing words: Content words").click()
        if number == 1:
            assert violations(page) == []
        chip(page, "Major").click()
        second = page.locator(".output").nth(1)
        second.get_by_role("button", name="Whole translation").click()
        chip(page, "Whole translation: Other language").click()
        chip(page, "Major").click()
        expect(second.locator(".marks li")).to_have_count(2)
        second.get_by_role("button", name="Delete").first.click()
        page.locator("#submit").click()
    saved(page)
    for first, second in answers(campaigns["mqm"]):
        assert [(one["start"], one["end"], one["category"]) for one in first["spans"]] == [
            (8, 21, "Word order/Word level/Long range"),
            (8, 16, "Incorrect words/Style"),
            (26, 26, "Missing words/Filler words"),
        ]
        assert [(one["side"], one["category"]) for one in second["spans"]] == [
            ("source", "Missing words/Content words")
        ]


def test_a_whole_hit_from_right_to_left_by_keyboard(opened, campaigns):
    page = opened("right", "ann")
    for number in (1, 2):
        expect(page.locator("#item-title")).to_have_text(f"العنصر {number} من 2")
        for place in range(2):
            page.locator(".output .text").nth(place).focus()
            page.keyboard.press("Home")
            page.keyboard.press("ArrowLeft")
            page.keyboard.press("Shift+ArrowLeft")
            page.keyboard.press("Shift+ArrowLeft")
            page.keyboard.press("Shift+ArrowRight")
            page.keyboard.press("2")
            page.keyboard.type("35")
        page.keyboard.press("Enter")
    expect(page.locator('[data-view="done"]')).to_be_visible()
    expect(page.locator("#saving")).to_have_text("حُفظت جميع الإجابات")
    found = zip(items(campaigns["right"]), answers(campaigns["right"]), strict=True)
    for item, parts in found:
        for output, part in zip(item.outputs, parts, strict=True):
            (one,) = part["spans"]
            assert output.text[one["start"] : one["end"]] == "إلى المَدْرَسَةِ"
            assert part["value"] == 35


def test_a_whole_hit_from_right_to_left_by_mouse_on_a_phone(opened, campaigns):
    page = opened("right", "bob", **PHONE)
    for number in (1, 2):
        expect(page.locator("#item-title")).to_have_text(f"العنصر {number} من 2")
        for place in range(2):
            output = page.locator(".output .text").nth(place).get_attribute("id")
            page.mouse.click(*middle(page, "NATO", f"#{output}"))
            page.mouse.click(*middle(page, "أمس", f"#{output}"))
            page.locator(".chooser:visible .severities button").first.click()
            page.get_by_role("slider").nth(place).click()
        page.locator("#submit").click()
    expect(page.locator('[data-view="done"]')).to_be_visible()
    expect(page.locator("#saving")).to_have_text("حُفظت جميع الإجابات")
    found = zip(items(campaigns["right"], "bob"), answers(campaigns["right"], "bob"), strict=True)
    for item, parts in found:
        for output, part in zip(item.outputs, parts, strict=True):
            (one,) = part["spans"]
            assert output.text[one["start"] : one["end"]] == "NATO أمس"
            assert (one["severity"], part["value"]) == ("minor", 50)


def test_a_whole_hit_with_categories_by_keyboard(opened, campaigns):
    page = opened("vilar")
    for number in range(1, 5):
        title(page, number, 4)
        for place in range(2):
            page.locator(".output .text").nth(place).focus()
            page.keyboard.press("Space")
            page.keyboard.press("1")
            for _ in range(4):
                page.keyboard.press("ArrowDown")
            page.keyboard.press("Enter")
        expect(page.locator(".marks li")).to_have_count(2)
        page.keyboard.press("Enter")
    saved(page)
    found = answers(campaigns["vilar"])
    kinds = {(one["severity"], one["category"]) for parts in found for part in parts
             for one in part["spans"]}  # fmt: skip
    assert kinds == {("minor", "Incorrect words/Sense/Wrong lexical choice")}


def test_no_errors_is_an_answer(opened, campaigns):
    page = opened("own")
    none = page.get_by_label("There are no errors")
    none.first.check()
    expect(page.locator("#submit")).to_be_disabled()
    page.locator("#output-1").focus()
    page.keyboard.press("n")
    expect(page.locator("#submit")).to_be_enabled()
    # With an error it cannot be chosen, and without one it has to be.
    page.locator("#output-1").focus()
    page.keyboard.press("Space")
    page.keyboard.press("2")
    page.keyboard.press("p")
    expect(chip(page, "Fluency: Punctuation")).to_be_focused()
    page.keyboard.press("Enter")
    expect(none.nth(1)).to_be_disabled()
    expect(none.nth(1)).not_to_be_checked()
    page.keyboard.press("Enter")
    saved(page)
    (found,) = answers(campaigns["own"])
    assert found[0] == {"spans": [], "no_errors": True}
    assert found[1]["spans"][0]["category"] == "Fluency/Punctuation"
    page.keyboard.press("u")
    expect(none.first).to_be_checked()
    expect(page.locator("#output-1 .mark")).to_have_count(1)


def test_marked_texts_come_back_as_they_were(opened, campaigns):
    page = opened("letters")
    marked = []
    for number in range(1, len(LETTERS) + 1):
        title(page, number, len(LETTERS))
        outputs = page.locator(".output .text")
        words = []
        for place in range(2):
            outputs.nth(place).focus()
            page.keyboard.press("l")
            for letter in range(3):
                page.keyboard.press("Home")
                for _ in range(letter * 3):
                    page.keyboard.press("ArrowRight")
                page.keyboard.press("Space")
                words.append(page.locator(".selected").inner_text())
                page.keyboard.press("1")
            page.keyboard.press("l")
            page.keyboard.press("Home")
            page.keyboard.press("ArrowRight")
            page.keyboard.press("Shift+ArrowRight")
            words.append("".join(page.locator(".selected").all_inner_texts()))
            page.keyboard.press("2")
            page.keyboard.type("50")
        page.keyboard.press("Enter")
        marked.append(words)
    saved(page)
    campaign = campaigns["letters"]
    found = zip(items(campaign), answers(campaign), marked, strict=True)
    for item, parts, words in found:
        given = [output.text for output in item.outputs]
        assert all(any(text.startswith(line) for line in LETTERS) for text in given)
        spans = [
            text[one["start"] : one["end"]]
            for text, part in zip(given, parts, strict=True)
            for one in part["spans"]
        ]
        assert spans == words


def test_right_to_left_on_a_phone_by_touch(opened, campaigns):
    page = opened("arabic", **PHONE)
    source = page.locator("#source").inner_text()
    page.touchscreen.tap(*middle(page, "إلى"))
    page.touchscreen.tap(*middle(page, "مع"))
    expect(page.locator("#output .selected").first).to_be_in_viewport()
    assert violations(page) == []
    width = page.evaluate("[document.documentElement.scrollWidth, innerWidth]")
    assert width[0] <= width[1]
    buttons = page.locator(".chooser:visible")
    buttons.get_by_role("button", name="جسيم", exact=True).tap()
    buttons.get_by_role("button", name="كلمات خاطئة: الأسلوب").tap()
    expect(page.locator(".marks li")).to_have_count(1)
    assert page.locator("#source").inner_text() == source
    page.locator("#submit").tap()
    expect(page.locator("#saving")).to_have_text("حُفظت جميع الإجابات")
    campaign = campaigns["arabic"]
    ((part,),), (item,) = answers(campaign), items(campaign)
    (one,) = part["spans"]
    assert item.outputs[0].text[one["start"] : one["end"]] == "إلى المَدْرَسَةِ مع"
    assert one["category"] == "Incorrect words/Style"


def test_suggested_errors_are_accepted_changed_and_deleted(opened, campaigns):
    page = opened("prefilled")
    shown = page.locator(".output:has(.badge)")
    expect(shown.locator(".marks li")).to_have_count(3)
    assert violations(page) == []
    sliders = page.get_by_role("slider")
    for place in range(2):
        sliders.nth(place).click()
    expect(page.locator("#submit")).to_be_disabled()
    shown.get_by_role("button", name="Accept").first.click()
    shown.get_by_role("button", name="sentence").click()
    chip(page, "Minor").click()
    shown.get_by_role("button", name="Delete").last.click()
    expect(page.locator(".badge")).to_have_count(0)
    expect(page.locator("#submit")).to_be_enabled()
    # The marks are there after the page was loaded again.
    page.reload()
    page.locator("#begin").click()
    expect(shown.or_(page.locator(".output:has(.marks li)")).locator(".marks li")).to_have_count(2)
    page.locator("#submit").click()
    # An output without a marked error has a low score.
    expect(page.locator("#notice")).to_contain_text("no error is marked")
    page.locator("#submit").click()
    saved(page)
    campaign = campaigns["prefilled"]
    (parts,) = answers(campaign)
    (part,) = [one for one in parts if one["spans"]]
    assert [one["became"] for one in part["suggestions"]] == ["deleted", "kept", "changed"]
    assert sorted(one["suggestion"] for one in part["spans"]) == [2, 3]
    status = campaign.status()
    assert (status.suggestions.kept, status.suggestions.changed) == (1, 1)


def test_the_words_of_an_error_can_be_changed(opened):
    page = opened("prefilled")
    shown = page.locator(".output:has(.badge)")
    shown.get_by_role("button", name="sentence").click()
    page.get_by_role("button", name="Change the words").click()
    output = f"#{shown.locator('.text').get_attribute('id')}"
    page.mouse.click(*middle(page, "of", output))
    page.mouse.click(*middle(page, "text", output))
    expect(page.locator(".chooser:visible .chosen")).to_have_text("of the text")
    page.get_by_role("button", name="Close").click()
    expect(shown.locator(".marks li").nth(1)).to_contain_text("of the text")


def test_doubtful_scores_are_asked_about_once(opened):
    page = opened("documents")
    expect(page.locator("#after .row")).to_have_count(1)
    page.locator("#output").focus()
    page.keyboard.press("Space")
    page.keyboard.press("2")
    page.keyboard.type("100")
    page.keyboard.press("Enter")
    expect(page.locator("#notice")).to_contain_text("a severe error is marked")
    page.keyboard.press("Enter")
    title(page, 2, 14)
    expect(page.locator("#notice")).to_be_hidden()
    page.keyboard.type("90")
    page.locator("#output").focus()
    page.keyboard.press("Space")
    page.get_by_role("button", name="Submit").click()
    expect(page.locator("#notice")).to_contain_text("its error is not chosen")
    page.get_by_role("button", name="Submit").click()
    # The document as a whole has no marked errors: its segments have.
    title(page, 3, 14)
    page.keyboard.type("30")
    page.keyboard.press("Enter")
    title(page, 4, 14)


def test_a_tutorial_teaches_to_mark_errors(device, campaigns, base):
    page = device().new_page()
    page.goto(link_of(campaigns["taught"], base, "ann"))
    page.wait_for_url("**/tutorial")
    page.locator("#begin").click()
    page.mouse.click(*middle(page, "cat"))
    chip(page, "Major").click()
    page.keyboard.type("30")
    page.keyboard.press("Enter")
    expect(page.locator("#feedback-title")).to_have_text("Your answer is not as expected.")
    expect(page.locator("#feedback-repeat")).to_be_visible()
    page.mouse.click(*middle(page, "barks"))
    page.get_by_role("button", name="Missing after").click()
    chip(page, "Minor").click()
    page.locator("#submit").click()
    expect(page.locator("#feedback-title")).to_have_text("Your answer is as expected.")
    # The answer stays as it is while the feedback is read.
    page.mouse.click(*middle(page, "The"))
    expect(page.locator(".chooser:visible")).to_have_count(0)
    expect(page.locator("#output .selected")).to_have_count(0)
    assert violations(page) == []
    page.get_by_role("button", name="Begin the work").click()
    page.wait_for_url("**/annotate")
