"""Post-editing, comprehension questions, and audio or images as the source."""

import json

import pytest
from playwright.sync_api import expect
from tests.browser._annotators import judged, saved, violations
from tests.media_files import png, wav

import tertium

pytestmark = pytest.mark.slow

SEGMENTS = 4
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}

ARABIC = [f"IBM: هذه هي الجملة رقم {number} من النص." for number in range(SEGMENTS)]
TEXTS = [
    "Ann won the race in 1998.",
    "Emoji 😀 and e\u0301 stay.",
    "<b>bold</b> & <script>window.hacked = 1</script>",
    "हिन्दी में एक वाक्य।",
]


def questions(folder, segments):
    lines = []
    for segment in segments:
        lines += [
            {
                "segment": segment,
                "question": f"Who won race {segment}?",
                "choices": ["Ann", "<i>Bob</i>", "Eve"],
                "answer": "Ann",
            },
            {"segment": segment, "question": "In which year?", "answers": ["1998"]},
        ]
    path = folder / "questions.jsonl"
    path.write_text("".join(json.dumps(line) + "\n" for line in lines))
    return path


@pytest.fixture(scope="module")
def campaigns(tmp_path_factory):
    folder = tmp_path_factory.mktemp("campaigns")
    made = {}

    def texts(lines, pair):
        return tertium.testset(
            systems={"one": lines},
            source=[f"Quelle {number}." for number in range(SEGMENTS)],
            language_pair=pair,
        )

    def make(name, testset, people, **settings):
        made[name] = tertium.new_campaign(
            testset,
            folder / name,
            annotators=people,
            judgments=SEGMENTS * len(people),
            **settings,
        )

    editing = ["mouse", "keys", "phone"]
    make("edit", texts(TEXTS, "de-en"), editing, task="post-editing")
    make("arabic", texts(ARABIC, "en-ar"), ["ann"], task="post-editing", interface="ar")
    asked = questions(folder, ["1", "2", "3", "4"])
    comprehension = {"task": "comprehension", "questions": asked}
    make("read", texts(TEXTS, "de-en"), editing, **comprehension)
    make("arabic-read", texts(ARABIC, "en-ar"), ["ann"], interface="ar", **comprehension)
    recordings = folder / "recordings"
    recordings.mkdir()
    for number in range(1, SEGMENTS + 1):
        (recordings / f"{number}.wav").write_bytes(wav(number))
    (recordings / "4.wav").unlink()
    (recordings / "4.png").write_bytes(png())
    silent = tertium.testset(systems={"one": TEXTS, "two": TEXTS[::-1]}, language_pair="de-en")
    media = {"media": recordings, "systems_per_item": 2, "control_share": 0}
    made["media"] = tertium.new_campaign(silent, folder / "media", annotators=["ann"], **media)
    yield made
    for one in made.values():
        one.close()


def answers(campaign, name):
    """Answers to outputs by their segment."""
    return {row.segment: json.loads(row.answer)["outputs"][0] for row in judged(campaign, name)}


def item(page, number):
    expect(page.locator("#item-title")).to_have_text(f"Item {number} of {SEGMENTS}")


def test_post_editing_by_mouse(opened, campaigns):
    page = opened("edit", "mouse")
    area = page.get_by_role("textbox", name="Corrected translation")
    submit = page.locator("#submit")
    shown = []
    for number in range(1, SEGMENTS + 1):
        item(page, number)
        original = page.locator("#output").inner_text()
        expect(area).to_have_value(original)
        expect(submit).to_be_disabled()
        if number % 2:
            page.get_by_text("The translation needs no changes.").click()
            shown.append(original)
        else:
            area.fill(f"{original} More.")
            expect(page.locator(".changes ins")).to_have_text(" More.")
            expect(page.get_by_role("checkbox", name="needs no changes")).to_be_disabled()
            page.get_by_role("button", name="Restore").click()
            expect(area).to_have_value(original)
            expect(submit).to_be_disabled()
            area.fill("Another text.")
            shown.append("Another text.")
            if number == 2:
                assert violations(page) == []
        submit.click()
    expect(page.get_by_role("heading", name="Thank you")).to_be_visible()
    saved(page)
    assert sorted(one["text"] for one in answers(campaigns["edit"], "mouse").values()) == sorted(
        shown
    )
    assert page.evaluate("window.hacked") is None
    # The last answer can be changed again.
    page.get_by_role("button", name="Change last answer").last.click()
    expect(area).to_have_value(shown[-1])


def test_post_editing_by_keyboard(opened, campaigns):
    page = opened("edit", "keys")
    for number in range(1, SEGMENTS + 1):
        item(page, number)
        if number == 1:
            page.keyboard.press("Enter")  # nothing is answered yet
            item(page, 1)
            page.keyboard.press("Escape")
        if number % 2:
            page.keyboard.press("n")
        else:
            page.keyboard.press("e")
            page.keyboard.press("End")
            page.keyboard.type(" npru 1")
            # Esc leaves the text, so that letters are shortcuts again.
            page.keyboard.press("Escape")
            page.keyboard.press("r")
            expect(page.locator("#edit")).to_be_focused()
            page.keyboard.press("Control+a")
            page.keyboard.type("Keys 😀")
        page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Thank you")).to_be_visible()
    saved(page)
    found = [one["text"] for one in answers(campaigns["edit"], "keys").values()]
    assert found.count("Keys 😀") == 2
    assert len(found) == SEGMENTS


def test_an_emptied_text_is_no_answer(opened):
    page = opened("edit", "phone", **PHONE)
    page.locator("#edit").fill("  ")
    expect(page.locator("#submit")).to_be_disabled()
    page.locator("#edit").fill("On a phone.")
    width = page.evaluate("[document.documentElement.scrollWidth, innerWidth]")
    assert width[0] <= width[1]
    assert violations(page) == []
    # A draft outlives the page.
    page.reload()
    expect(page.locator("#edit")).to_have_value("On a phone.")


def test_arabic_is_edited_from_right_to_left(opened, campaigns):
    page = opened("arabic", "ann")
    area = page.locator("#edit")
    expect(area).to_have_attribute("dir", "rtl")
    expect(area).to_have_attribute("lang", "ar")
    area.fill("نص جديد.")
    expect(page.locator(".changes .text")).to_have_attribute("dir", "rtl")
    assert violations(page) == []
    page.keyboard.press("Enter")
    expect(page.locator("#saving")).to_have_text("حُفظت جميع الإجابات")
    assert {"text": "نص جديد."} in answers(campaigns["arabic"], "ann").values()


def test_questions_by_mouse(opened, campaigns):
    page = opened("read", "mouse")
    assert page.locator("#source, #reference").count() == 0
    for number in range(1, SEGMENTS + 1):
        item(page, number)
        first, second = page.get_by_role("group").filter(has=page.locator("legend")).all()[-2:]
        first.get_by_text("<i>Bob</i>").click()
        expect(page.locator("#submit")).to_be_disabled()
        if number % 2:
            second.get_by_role("textbox").fill(" in 1998 ")
        else:
            second.get_by_text("The text does not tell").click()
        if number == 1:
            assert violations(page) == []
        page.locator("#submit").click()
    expect(page.get_by_role("heading", name="Thank you")).to_be_visible()
    saved(page)
    found = answers(campaigns["read"], "mouse")
    assert {tuple(one["answers"].values()) for one in found.values()} == {
        ("<i>Bob</i>", "in 1998"),
        ("<i>Bob</i>", None),
    }
    # The page has no right answers, and does not judge the answers given.
    page.get_by_role("button", name="Change last answer").last.click()
    expect(page.get_by_role("radio", name="<i>Bob</i>")).to_be_checked()
    work = page.evaluate("fetch('/c/read/work').then((found) => found.text())")
    assert "accepted" not in work
    assert "1998." not in work or "Ann won the race in 1998." in work


def test_questions_by_keyboard(opened, campaigns):
    page = opened("read", "keys")
    for number in range(1, SEGMENTS + 1):
        item(page, number)
        page.keyboard.press("1")
        # The focus goes on to the next question, which is answered in words.
        page.keyboard.type("1998")
        page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Thank you")).to_be_visible()
    saved(page)
    found = [tuple(one["answers"].values()) for one in answers(campaigns["read"], "keys").values()]
    assert found == [("Ann", "1998")] * SEGMENTS


def test_questions_on_a_phone_and_from_right_to_left(opened):
    page = opened("read", "phone", **PHONE)
    width = page.evaluate("[document.documentElement.scrollWidth, innerWidth]")
    assert width[0] <= width[1]
    assert violations(page) == []
    page = opened("arabic-read", "ann")
    expect(page.locator("#output")).to_have_attribute("dir", "rtl")
    assert violations(page) == []


def test_a_recording_is_played_by_keyboard(opened, campaigns):
    page = opened("media", "ann")
    expect(page.locator("#source")).to_be_hidden()
    seen = set()
    for number in range(1, SEGMENTS + 1):
        item(page, number)
        media = page.locator("#media > *")
        seen.add(media.evaluate("(one) => one.localName"))
        if media.evaluate("(one) => one.localName") == "audio":
            expect(media).to_have_attribute("aria-label", "Recording of the source")
            page.wait_for_function("document.querySelector('audio').readyState > 0")
            assert media.evaluate("(one) => one.duration") in (1, 2, 3)
            # Moving within the recording asks for a part of the file.
            media.evaluate("(one) => { one.currentTime = 0.5; }")
            page.wait_for_function("document.querySelector('audio').currentTime > 0.4")
            page.keyboard.press("p")
            page.wait_for_function("!document.querySelector('audio').paused")
            page.keyboard.press("p")
            page.wait_for_function("document.querySelector('audio').paused")
            # Keys that the player uses do not move the sliders.
            media.focus()
            page.keyboard.press("ArrowRight")
            expect(page.locator("#submit")).to_be_disabled()
            page.locator("#item-title").focus()
        else:
            assert media.evaluate("(one) => one.complete && one.naturalWidth") == 160
        assert violations(page) == []
        for _ in range(2):
            page.keyboard.type("50")
            page.keyboard.press("Enter")
    assert seen == {"audio", "img"}
    saved(page)
