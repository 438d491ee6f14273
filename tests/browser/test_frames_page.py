"""Semantic frames in the browser: marked, matched and judged by mouse, by keyboard and by touch."""

import json
import warnings

import pytest
from playwright.sync_api import expect
from tests.api.test_campaign_frames import CREDITS_A, f1
from tests.browser._annotators import judged, saved, violations
from tests.campaign.tasks.test_frames import OUTPUT, REFERENCE, answer, filler, span

import tertium
from tertium.core.errors import DataWarning
from tertium.core.frames import Owner

pytestmark = pytest.mark.slow

ARABIC = "قال الوزير أمس إن الشركة تبيع أسهمها 👩‍🚀."
ARABIC_OUTPUT = "الوزير قال: الشركة باعت re\u0301sume\u0301."

# The middle of a span of a text on the page.
MIDDLE = """async (text, [start, end]) => {
  const { rangeOf } = await import("/static/text_places.js");
  const { CodePoints } = await import("/static/code_points.js");
  const points = new CodePoints(text.textContent);
  const [unit, next] = [points.toUnits(start), points.toUnits(end)];
  text.scrollIntoView({ block: "center" });
  const { left, top, width, height } = rangeOf(text, unit, next).getClientRects()[0];
  return [left + width / 2, top + height / 2];
}"""


@pytest.fixture(scope="module")
def campaigns(tmp_path_factory):
    folder = tmp_path_factory.mktemp("campaigns")
    news = tertium.testset(
        systems={"a": [OUTPUT], "b": ["Shares fell."]},
        references={"ref": [REFERENCE]},
        source=["Gestern sagte der Minister, die Firma würde ihre Aktien verkaufen, die fielen."],
        language_pair="de-en",
    )
    with warnings.catch_warnings():
        # One output is empty.
        warnings.simplefilter("ignore", DataWarning)
        arabic = tertium.testset(
            systems={"a": [ARABIC_OUTPUT], "b": [" "]},
            references={"ref": [ARABIC]},
            language_pair="en-ar",
        )
    made = {
        name: tertium.new_campaign(texts, folder / name, task="frames", hit_size=5, **options)
        for name, texts, options in (
            ("mouse", news, {"annotators": ["ann"]}),
            ("keys", news, {"annotators": ["ann"], "show": "both"}),
            ("drafts", news, {"annotators": ["ann"]}),
            ("arabic", arabic, {"annotators": ["ann"], "interface": "ar"}),
        )
    }
    yield made
    for one in made.values():
        one.close()


def side(page, name):
    return page.locator(f".frames-of-{name}")


def content(page, name):
    return side(page, name).locator(".text").evaluate("text => text.textContent")


def mark(page, name, role, words, *, touch=False):
    """Click or tap on the first and on the last word, and then on a button."""
    text = content(page, name)
    found = span(text, words)
    first, last = words.split()[0], words.split()[-1]
    places = [
        (found["start"], found["start"] + len(first)),
        (found["end"] - len(last), found["end"]),
    ]
    for place in places[: 1 if first == last else 2]:
        at = side(page, name).locator(".text").evaluate(MIDDLE, list(place))
        if touch:
            page.touchscreen.tap(*at)
        else:
            page.mouse.click(*at)
    button = side(page, name).locator(f"[data-role={role}]")
    button.tap() if touch else button.click()


def mark_reference(page):
    for frame in answer()["reference"]:
        one = frame["predicate"]
        mark(page, "reference", "predicate", REFERENCE[one["start"] : one["end"]])
        for one in frame["fillers"]:
            mark(page, "reference", one["role"], REFERENCE[one["start"] : one["end"]])


def mark_output(page):
    for frame in answer()["output"]:
        one = frame["predicate"]
        mark(page, "output", "predicate", OUTPUT[one["start"] : one["end"]])
        for one in frame["fillers"]:
            mark(page, "output", one["role"], OUTPUT[one["start"] : one["end"]])


def choose(page, label, option):
    page.get_by_label(label, exact=True).select_option(label=option)


def in_text(frames):
    """Frames with their fillers in the order of the text, as the page gives them."""
    return [
        {**frame, "fillers": sorted(frame["fillers"], key=lambda one: one["start"])}
        for frame in frames
    ]


def stored(campaign):
    """Answers without the texts of spans, by the number of frames of the output."""
    found = [json.loads(row.answer) for row in judged(campaign, "ann")]

    def plain(one):
        return {key: value for key, value in one.items() if key != "text"}

    return [
        {
            name: [
                {
                    **frame,
                    "predicate": plain(frame["predicate"]),
                    "fillers": [plain(one) for one in frame["fillers"]],
                }
                for frame in answered[name]
            ]
            for name in ("reference", "output")
        }
        for answered in found
    ]


def expected():
    """The example, whose numbers of fillers follow the order of the text."""
    given = answer()
    reference = in_text(given["reference"])
    output = in_text(given["output"])
    for frame in output:
        theirs = given["reference"][frame["match"] - 1]["fillers"]
        ordered = reference[frame["match"] - 1]["fillers"]
        for one in frame["fillers"]:
            if one["match"]:
                one["match"] = ordered.index(theirs[one["match"] - 1]) + 1
    return {"reference": reference, "output": output}


def is_first(page):
    """Whether the output of system a is shown; the order of outputs is random."""
    return content(page, "output") == OUTPUT


def judge_first(page):
    """Match and judge the marked frames of system a."""
    expect(page.locator(".todo")).to_have_text("Next: choose what “said” corresponds to.")
    choose(page, "“said” corresponds to", "said")
    choose(page, "Judgment of “The minister”", "Correct")
    choose(page, "Judgment of “yesterday”", "Correct")
    choose(page, "“sells” corresponds to", "sell")
    # The only filler of the role is proposed.
    proposed = page.get_by_label("“quickly” corresponds to", exact=True).locator("option:checked")
    expect(proposed).to_have_text("How: would")
    choose(page, "“quickly” corresponds to", "nothing in the reference")
    choose(page, "Judgment of “the company”", "Correct")
    expect(page.locator("#submit")).to_be_disabled()
    expect(page.locator(".todo")).to_have_text("Next: judge “shares”.")
    choose(page, "Judgment of “shares”", "Partly correct")


def test_a_whole_hit_by_mouse(opened, campaigns):
    page = opened("mouse", viewport={"width": 1280, "height": 900})
    for number in (1, 2):
        expect(page.locator("#item-title")).to_have_text(f"Item {number} of 2")
        expect(page.locator("#submit")).to_be_disabled()
        offered = side(page, "reference").locator(".offered")
        if number == 1:
            expect(page.locator(".todo")).to_contain_text("predicates of the reference translation")
            expect(offered).to_be_hidden()
            mark_reference(page)
        else:
            expect(offered).to_be_visible()
            expect(side(page, "reference").locator(".frame")).to_have_count(3)
        expect(page.locator(".todo")).to_contain_text("mark the predicates of the translation")
        if is_first(page):
            mark_output(page)
            judge_first(page)
        else:
            mark(page, "output", "predicate", "fell")
            mark(page, "output", "what", "Shares")
            choose(page, "“fell” corresponds to", "nothing in the reference")
        expect(page.locator(".todo")).to_contain_text("Everything is marked and judged")
        assert violations(page) == []
        page.get_by_text("Add a comment").click()
        page.get_by_role("textbox", name="Your comment").fill("Hard")
        page.locator("#submit").click()
    expect(page.get_by_role("heading", name="Thank you")).to_be_visible()
    first, second = sorted(stored(campaigns["mouse"]), key=lambda one: -len(one["output"]))
    assert first == expected()
    assert second == {
        "reference": expected()["reference"],
        "output": [
            {
                "predicate": span("Shares fell.", "fell"),
                "match": 0,
                "fillers": [filler("Shares fell.", "what", "Shares")],
            }
        ],
    }
    # The export of what was clicked has the value that was computed by hand.
    frames = campaigns["mouse"].frames()
    together = tertium.testset(
        systems={"a": [OUTPUT]}, references={"ref": [REFERENCE]}, layers={"frames": frames}
    )
    (score,) = tertium.score(together, "meant")
    without_rain = CREDITS_A - 1
    assert score.value == pytest.approx(f1(without_rain / 2, without_rain / 3), abs=1e-12)
    assert campaigns["mouse"].ratings().comment.names == ("Hard",)


def select_words(page, name, words):
    """Move to words of a text by keyboard, and select them."""
    text = content(page, name)
    before = text[: text.index(words)].replace(",", " ,").split()
    side(page, name).locator(".text").focus()
    page.keyboard.press("Home")
    for _ in before:
        page.keyboard.press("ArrowRight")
    count = len(words.split())
    if count == 1:
        page.keyboard.press("Shift+ArrowRight")
        page.keyboard.press("Shift+ArrowLeft")
    for _ in range(count - 1):
        page.keyboard.press("Shift+ArrowRight")


ROLE_KEYS = {"who": "1", "what": "2", "whom": "3", "when": "4", "how": "7"}


def test_a_whole_hit_by_keyboard(opened, campaigns):
    page = opened("keys", viewport={"width": 1280, "height": 900})

    def type_frames(name, frames):
        text = content(page, name)
        for frame in frames:
            one = frame["predicate"]
            select_words(page, name, text[one["start"] : one["end"]])
            page.keyboard.press("p")
            for one in frame["fillers"]:
                select_words(page, name, text[one["start"] : one["end"]])
                page.keyboard.press(ROLE_KEYS[one["role"]])

    def pick(label, option):
        field = page.get_by_label(label, exact=True)
        field.focus()
        page.keyboard.type(option)
        page.keyboard.press("Tab")

    type_frames("reference", answer()["reference"])
    for number in (1, 2):
        expect(page.locator("#item-title")).to_have_text(f"Item {number} of 2")
        if is_first(page):
            type_frames("output", answer()["output"])
            # Enter goes to what is still to be done.
            page.keyboard.press("Enter")
            expect(page.get_by_label("“said” corresponds to", exact=True)).to_be_focused()
            pick("“said” corresponds to", "said")
            pick("Judgment of “The minister”", "Cor")
            pick("Judgment of “yesterday”", "Cor")
            pick("“sells” corresponds to", "sell")
            pick("Judgment of “the company”", "Cor")
            pick("Judgment of “shares”", "Par")
            pick("“quickly” corresponds to", "nothing")
        else:
            box = side(page, "output").locator(".none input")
            box.focus()
            page.keyboard.press("Space")
        expect(page.locator("#submit")).to_be_enabled()
        side(page, "output").locator(".text").focus()
        page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Thank you")).to_be_visible()
    found = sorted(stored(campaigns["keys"]), key=lambda one: -len(one["output"]))
    assert found == [expected(), {"reference": expected()["reference"], "output": []}]


def test_work_that_is_not_finished_is_kept(opened, campaigns):
    page = opened("drafts")
    if not is_first(page):
        side(page, "reference").get_by_text("This text has no predicate.").click()
        side(page, "output").get_by_text("This text has no predicate.").click()
        page.locator("#submit").click()
        expect(page.locator("#item-title")).to_have_text("Item 2 of 2")
    mark(page, "reference", "predicate", "said")
    mark(page, "reference", "who", "the minister")
    mark(page, "output", "predicate", "said")
    mark(page, "output", "who", "The minister")
    choose(page, "“said” corresponds to", "said")
    # Fillers belong to the predicate that was chosen last.
    mark(page, "reference", "predicate", "sell")
    side(page, "reference").get_by_role("button", name="said", exact=True).click()
    mark(page, "reference", "when", "Yesterday")
    page.reload()
    expect(page.get_by_label("“said” corresponds to", exact=True)).to_be_visible()
    expect(page.locator(".todo")).to_have_text("Next: judge “The minister”.")
    expect(page.locator("#submit")).to_be_disabled()
    # Words of a predicate or filler cannot be marked again.
    said = (
        side(page, "output")
        .locator(".text")
        .evaluate(MIDDLE, [OUTPUT.index("said"), OUTPUT.index("said") + 4])
    )
    page.mouse.click(*said)
    for role in ("predicate", "who"):
        expect(side(page, "output").locator(f"[data-role={role}]")).to_be_disabled()
    expect(side(page, "output").locator(".problem")).to_have_text(
        "These words overlap the predicate or another filler."
    )
    page.keyboard.press("Escape")
    expect(side(page, "output").locator(".problem")).to_have_text("")
    # What corresponded to a filler that is removed has to be chosen again.
    side(page, "reference").get_by_label("Remove “the minister”").click()
    expect(page.locator(".todo")).to_have_text("Next: choose what “The minister” corresponds to.")
    choose(page, "“The minister” corresponds to", "nothing in the reference")
    expect(page.get_by_label("Judgment of “The minister”")).to_have_count(0)
    choose(page, "Role of “The minister”", "Other")
    page.locator("#submit").click()
    saved(page)
    (found,) = [one for one in stored(campaigns["drafts"]) if one["output"]]
    assert found["reference"] == [
        {
            "predicate": span(REFERENCE, "said"),
            "fillers": [filler(REFERENCE, "when", "Yesterday")],
        },
        {"predicate": span(REFERENCE, "sell"), "fillers": []},
    ]
    assert found["output"][0]["fillers"] == [
        filler(OUTPUT, "other", "The minister", match=0, mark="incorrect")
    ]
    page.locator("[data-action=undo]:visible, #undo:visible").first.click()
    if not is_first(page):
        return
    expect(page.get_by_label("Role of “The minister”")).to_have_value("other")


def test_arabic_on_a_phone_by_touch(opened, campaigns):
    page = opened("arabic", viewport={"width": 390, "height": 800}, has_touch=True, is_mobile=True)
    mark(page, "reference", "predicate", "تبيع", touch=True)
    mark(page, "reference", "what", "أسهمها 👩‍🚀", touch=True)
    for number in range(2):
        expect(page.locator("#bar")).to_have_js_property("value", number)
        if content(page, "output") == ARABIC_OUTPUT:
            mark(page, "output", "predicate", "باعت", touch=True)
            mark(page, "output", "what", "re\u0301sume\u0301", touch=True)
            page.locator(".frames-of-output .head select").select_option(index=1)
            page.locator(".frames-of-output select.open").select_option(value="partial")
            assert violations(page) == []
        width = page.evaluate("[document.documentElement.scrollWidth, innerWidth]")
        assert width[0] <= width[1]
        expect(page.locator("#submit")).to_be_enabled()
        page.locator("#submit").tap()
    expect(page.locator("#done-title")).to_be_visible()
    frames = campaigns["arabic"].frames()
    (reference,) = frames.values[Owner("ref")]
    assert reference is not None
    assert [one.predicate for one in reference] == ["تبيع"]
    assert reference[0].fillers[0].text == "أسهمها 👩‍🚀"
    (ours,) = frames.values[Owner("a")]
    assert ours is not None
    assert [(one.role, one.text, one.mark) for one in ours[0].fillers] == [
        ("what", "re\u0301sume\u0301", "partial")
    ]
    # The empty output has no predicate.
    assert frames.values[Owner("b")] == ((),)
