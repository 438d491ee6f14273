"""Texts of the pages: every language has the texts of English, and pages use texts that exist."""

import itertools
import json
import re
from pathlib import Path

import pytest

from tertium.campaign.settings import ANSWERS
from tertium.campaign.tasks import load_task
from tertium.core import plugins
from tertium.core.errors import FormatError, UnknownMember
from tertium.web import messages

WEB = Path(messages.__file__).parent
ENGLISH = messages.load("en").texts


def written(path):
    """Pairs of keys and texts, in the order of the file."""
    return json.loads(path.read_text(encoding="utf-8"), object_pairs_hook=list)


def test_the_languages_of_the_interface():
    assert messages.languages() == ("ar", "cs", "de", "en", "es", "zh")
    assert [messages.load(one).direction for one in messages.languages()] == ["rtl"] + ["ltr"] * 5


@pytest.mark.parametrize("language", messages.languages())
def test_a_language_has_the_texts_of_english_in_the_same_order(language):
    found = written(WEB / "messages" / f"{language}.json")
    assert [key for key, _ in found] == list(ENGLISH)
    for key, text in found:
        assert messages.placeholders(text) == messages.placeholders(ENGLISH[key]), key
        assert text == text.strip() != "", key
        assert not re.search(r"[<>]", text), key


@pytest.mark.parametrize("language", sorted({*messages.languages()} - {"en"}))
def test_a_language_is_translated(language):
    same = [
        key
        for key, text in messages.load(language).texts.items()
        if text == ENGLISH[key]
        and len(text.split()) > 2
        and not key.startswith(("help.", "annotate.hit"))
    ]
    assert same == []


@pytest.mark.parametrize("task", plugins.names("campaign.tasks"))
def test_every_task_has_a_question_for_every_context_and_answer(task):
    made = load_task(task)
    for context, answer in itertools.product(made.contexts, made.answers):
        assert f"question.{task}.{context}.{answer}" in ENGLISH


def test_every_answer_form_has_its_files():
    for answer in ANSWERS:
        assert (WEB / "templates" / "answers" / f"{answer}.html").is_file()
        assert (WEB / "static" / "answers" / f"{answer}.js").is_file()
        assert (WEB / "static" / "answers" / f"{answer}.css").is_file()


def test_texts_that_pages_and_scripts_name_exist():
    found = set()
    for path in [*WEB.glob("templates/**/*.html"), *WEB.glob("static/**/*.js")]:
        content = path.read_text(encoding="utf-8")
        found |= set(re.findall(r"""\b(?:t|text)\(["']([a-z0-9.-]+)["'][,)]""", content))
    assert len(found) > 50
    assert found - ENGLISH.keys() == set()


def test_no_page_has_an_inline_script_or_style():
    for path in WEB.glob("templates/**/*.html"):
        content = re.sub(r"\{#.*?#\}", "", path.read_text(encoding="utf-8"), flags=re.DOTALL)
        assert not re.search(r"<style|\sstyle=|\son[a-z]+=|javascript:", content), path.name
        for tag in re.findall(r"<script[^>]*>", content):
            assert "src=" in tag or 'type="application/json"' in tag, path.name


def test_scripts_write_no_html():
    for path in WEB.glob("static/**/*.js"):
        if path.name == "dashboard.js":  # shows panels that the server has escaped
            continue
        content = path.read_text(encoding="utf-8")
        assert not re.search(
            r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|eval\(", content
        )


@pytest.mark.parametrize(
    ("wanted", "language"),
    [
        ((), "en"),
        ((None, "", "xx"), "en"),
        (("de", "ar"), "de"),
        ((None, "ar"), "ar"),
        (("fr;q=0.9, zh-CN;q=0.8, en;q=0.1",), "zh"),
        (("en;q=0, cs",), "cs"),
        (("en;q=x, cs;q=0.5",), "en"),
        (("../../etc/passwd",), "en"),
        ((",;q=,;" * 10_000, "es"), "es"),
    ],
)
def test_the_first_known_language_is_chosen(wanted, language):
    assert messages.choose(*wanted).language == language


def test_placeholders_are_replaced_once():
    text = messages.load("en").text("annotate.item", number="{total}", total=3)
    assert text == "Item {total} of 3"


def test_an_unknown_language_is_refused():
    with pytest.raises(UnknownMember, match="interface language"):
        messages.load("fr")


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"page.skip": None}, "Texts are missing: page.skip"),
        ({"page.more": "x"}, "English has no such texts: page.more"),
        ({"page.skip": " "}, "'page.skip' is empty"),
        ({"annotate.item": "Item {number}"}, "must be: number, total"),
        ({"language.direction": "up"}, "ltr or rtl"),
        ({"page.skip": 1}, "from keys to texts"),
    ],
)
def test_a_file_with_mistakes_is_refused(change, message, tmp_path, monkeypatch):
    texts = {**ENGLISH, **change}
    content = {key: text for key, text in texts.items() if text is not None}
    for name, one in (("en", dict(ENGLISH)), ("xx", content)):
        (tmp_path / f"{name}.json").write_text(json.dumps(one), encoding="utf-8")
    monkeypatch.setattr(messages, "_FOLDER", tmp_path)
    clear()
    try:
        with pytest.raises(FormatError, match=re.escape(message)):
            messages.load("xx")
    finally:
        clear()


def test_a_file_that_is_not_json_is_refused(tmp_path, monkeypatch):
    (tmp_path / "xx.json").write_text("{", encoding="utf-8")
    monkeypatch.setattr(messages, "_FOLDER", tmp_path)
    clear()
    try:
        with pytest.raises(FormatError, match="not a JSON file"):
            messages.load("xx")
    finally:
        clear()


def clear():
    messages.load.cache_clear()
    messages.languages.cache_clear()
    messages.names.cache_clear()
