"""Spans marked in a text, by mouse, touch and keyboard: the text stays exactly as it was."""

import pytest
from tests.browser._annotators import sentences, texts_of

import tertium

pytestmark = pytest.mark.slow

# Emoji of several code points, combining marks, Devanagari, Arabic, and letters beyond the first
# plane: JavaScript counts two units for those, and readers see one letter.
TEXTS = {
    "emoji": ("en", "A family 👨‍👩‍👧‍👦 and a flag 🇩🇪 wave 👋🏽 here."),
    "combining": ("fr", "Un cafe\u0301 tre\u0300s a\u0323\u0308 noir, un x\u0302\u0303."),
    "devanagari": ("hi", "मैं हिन्दी में क्षत्रिय लिखता हूँ।"),
    "arabic": ("ar", "ذهبتُ إلى المَدْرَسَةِ مع NATO أمس."),
    "planes": ("zh", "𠮷野家 eats 𝒳𝒴 today"),
    "plain": ("en", "two\n lines   and\ttabs"),
}

MOUNT = """async ([text, language, marks]) => {
  const { Marking } = await import("/static/marking.js");
  const { showText } = await import("/static/direction.js");
  document.querySelector("main").innerHTML =
    '<h2 id="label">Text</h2><p class="text" id="text"></p>';
  const element = document.getElementById("text");
  showText(element, text, language);
  window.log = [];
  window.marking = new Marking(element, {
    label: "label", language,
    onselect: (span) => log.push(span && [span.start, span.end]),
    onopen: () => log.push("open"),
    onpick: (ids) => log.push(["pick", ...ids]),
  });
  marking.show(marks);
}"""


@pytest.fixture(scope="module")
def campaigns(tmp_path_factory):
    folder = tmp_path_factory.mktemp("campaigns")
    with tertium.new_campaign(texts_of(sentences(20)), folder / "any", hit_size=20) as made:
        yield {"any": made}


@pytest.fixture
def mounted(device, base):
    """Show a text that can be marked; returns the page."""

    def mount(text, language, marks=(), **settings):
        page = device(**settings).new_page()
        page.goto(f"{base}/enter")
        for name in ("annotate", "marking"):
            page.add_style_tag(url=f"/static/{name}.css")
        page.evaluate(MOUNT, [text, language, list(marks)])
        return page

    return mount


def shown(page):
    return page.evaluate("document.getElementById('text').textContent")


def selected(page):
    return page.evaluate("marking.span && [marking.span.start, marking.span.end]")


def middle(page, start, end):
    """The middle of the span of a text on the page."""
    return page.evaluate(
        """async ([start, end]) => {
          const { rangeOf } = await import("/static/text_places.js");
          const { CodePoints } = await import("/static/code_points.js");
          const text = document.getElementById("text");
          const points = new CodePoints(text.textContent);
          const box = rangeOf(text, points.toUnits(start), points.toUnits(end))
            .getBoundingClientRect();
          return [box.left + box.width / 2, box.top + box.height / 2];
        }""",
        [start, end],
    )


def span(text, part):
    start = text.index(part)
    return start, start + len(part)


@pytest.mark.parametrize("name", TEXTS)
@pytest.mark.parametrize("granularity", ["word", "grapheme"])
def test_every_unit_is_a_span_of_code_points_of_the_same_text(mounted, name, granularity):
    language, text = TEXTS[name]
    page = mounted(text, language)
    page.evaluate(f"marking.granularity = '{granularity}'")
    page.locator("#text").focus()
    page.keyboard.press("Home")
    forwards = "ArrowLeft" if language == "ar" else "ArrowRight"
    found, last = [], None
    while True:
        page.keyboard.press(" ")
        start, end = selected(page)
        assert shown(page) == text
        assert (
            page.evaluate("([start, end]) => marking.quote({start, end})", [start, end])
            == (text[start:end])
        )
        if (start, end) == last:
            break
        found.append(text[start:end])
        last = (start, end)
        page.keyboard.press("Escape")
        page.keyboard.press(forwards)
    if granularity == "grapheme":
        assert "".join(found) == text
        assert "👨‍👩‍👧‍👦" in found or name != "emoji"
        assert "e\u0301" in found or name != "combining"
    else:
        assert "".join(found) == "".join(text.split())
    # No unit begins with a mark that belongs to the letter before it.
    assert not any(one[0] in "\u0301\u0300\u0323\u0308\u200d\u094d\u064f" for one in found)


@pytest.mark.parametrize("name", TEXTS)
def test_any_span_is_shown_and_leaves_the_text_as_it_is(mounted, name):
    language, text = TEXTS[name]
    marks = [
        {"id": f"{start}-{end}", "start": start, "end": end, "tone": "1"}
        for start in range(0, len(text), 3)
        for end in (start, start + 1, start + 5)
        if end <= len(text)
    ]
    page = mounted(text, language, marks)
    assert shown(page) == text
    assert page.evaluate("document.querySelectorAll('#text .mark').length") > 5
    page.evaluate("marking.release()")
    assert page.evaluate("document.getElementById('text').innerHTML") == (
        page.evaluate("text => new Option(text).innerHTML", text)
    )


def test_words_are_selected_by_dragging_and_by_two_clicks(mounted):
    text = "The quick brown fox jumps."
    page = mounted(text, "en")
    quick, fox = span(text, "quick"), span(text, "fox")
    page.mouse.move(*middle(page, *quick))
    page.mouse.down()
    page.mouse.move(*middle(page, *fox), steps=4)
    page.mouse.up()
    assert selected(page) == [quick[0], fox[1]]
    # Backwards.
    page.evaluate("marking.select(null)")
    page.mouse.move(*middle(page, *fox))
    page.mouse.down()
    page.mouse.move(*middle(page, *quick), steps=4)
    page.mouse.up()
    assert selected(page) == [quick[0], fox[1]]
    page.evaluate("marking.select(null)")
    page.mouse.click(*middle(page, *fox))
    assert selected(page) == list(fox)
    page.mouse.click(*middle(page, *quick))
    assert selected(page) == [quick[0], fox[1]]
    assert shown(page) == text
    # The browser has selected nothing itself.
    assert page.evaluate("String(getSelection())") == ""


def test_words_are_selected_by_two_taps(mounted):
    text = TEXTS["arabic"][1]
    page = mounted(text, "ar", viewport={"width": 390, "height": 800}, has_touch=True)
    first, last = span(text, "إلى"), span(text, "مع")
    page.touchscreen.tap(*middle(page, *first))
    assert selected(page) == list(first)
    page.touchscreen.tap(*middle(page, *last))
    assert selected(page) == [first[0], last[1]]
    assert shown(page) == text


def test_a_click_between_two_words_selects_the_gap(mounted):
    text = "The quick brown fox"
    page = mounted(text, "en")
    page.mouse.click(*middle(page, 9, 10))
    assert selected(page) in ([9, 9], [10, 10])
    assert page.locator("#text .gap.selected").count() == 1
    assert shown(page) == text
    page.mouse.click(*middle(page, *span(text, "fox")))
    assert selected(page) == list(span(text, "fox"))


def test_keys_extend_the_selection_from_word_to_word(mounted):
    text = TEXTS["arabic"][1]
    page = mounted(text, "ar")
    page.locator("#text").focus()
    page.keyboard.press("Home")
    for _ in range(3):
        page.keyboard.press("Shift+ArrowLeft")
    page.keyboard.press("Shift+ArrowRight")
    page.keyboard.press("Enter")
    assert selected(page) == [0, span(text, "المَدْرَسَةِ")[1]]
    assert page.evaluate("log.at(-1)") == "open"
    page.keyboard.press("Escape")
    assert page.evaluate("log.at(-1)") is None
    page.keyboard.press("End")
    page.keyboard.press("g")
    assert selected(page) == [len(text) - 1] * 2


def test_keys_move_from_line_to_line(mounted):
    page = mounted("one two three\none two three\none two three", "en")
    page.locator("#text").focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowUp")
    page.keyboard.press(" ")
    assert selected(page) == [18, 21]


def test_a_click_on_marks_picks_them_and_overlapping_marks_can_be_added(mounted):
    text = "The quick brown fox jumps."
    quick, fox = span(text, "quick"), span(text, "fox")
    marks = [
        {"id": "wide", "start": quick[0], "end": fox[1], "tone": "1"},
        {"id": "narrow", "start": fox[0], "end": fox[1], "tone": "2"},
        {"id": "gap", "start": 0, "end": 0, "tone": "2"},
    ]
    page = mounted(text, "en", marks)
    page.mouse.click(*middle(page, *fox))
    assert page.evaluate("log.at(-1)") == ["pick", "narrow", "wide"]
    # The sign of a gap has no width, so that the text does not move.
    place = page.evaluate("document.querySelector('#text .gap').getBoundingClientRect().toJSON()")
    assert place["width"] == 0
    page.mouse.click(place["x"], place["y"] + place["height"] / 2)
    assert page.evaluate("log.at(-1)") == ["pick", "gap"]
    page.mouse.click(*middle(page, *span(text, "jumps")))
    page.mouse.click(*middle(page, *fox))
    assert selected(page) == [fox[0], span(text, "jumps")[1]]


def test_a_selection_is_widened_to_whole_units(mounted):
    language, text = TEXTS["emoji"]
    page = mounted(text, language)
    flag = span(text, "🇩🇪")
    page.evaluate("start => marking.select({start, end: start + 1})", flag[0])
    assert selected(page) == list(flag)
    assert page.evaluate("marking.length") == len(text)
