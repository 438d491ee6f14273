import unicodedata

import pytest

from tertium.text.scripts import SCRIPTS, script_of


@pytest.mark.parametrize(
    ("letters", "script"),
    [
        ("azAZßéłŞªºＡｚⁿʰﬁ", "Latin"),
        ("яЖђ", "Cyrillic"),
        ("αΩµ", "Greek"),
        ("ا", "Arabic"),
        ("א", "Hebrew"),
        ("中語𠀀豈々〆", "Han"),
        ("ひカーｶ", "Kana"),
        ("한ㄱﾡ", "Hangul"),
        ("अ", "Devanagari"),
        ("ไ", "Thai"),
        ("ᐁ", "Canadian"),
    ],
)
def test_script_of_letters(letters, script):
    assert {letter: script_of(letter) for letter in letters} == dict.fromkeys(letters, script)


def test_what_has_no_name_has_no_script():
    assert script_of("\ue000") == "Unknown"


def test_a_language_is_listed_once_with_scripts_that_letters_have():
    known = {
        script_of(chr(point))
        for point in range(0x30000)
        if unicodedata.category(chr(point)).startswith("L")
    }
    for language, scripts in SCRIPTS.items():
        assert set(scripts) <= known, language


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("de", "Grüße aus Köln"),
        ("ru", "Привет, мир"),
        ("ja", "私たちは時々コーヒーを飲む"),
        ("ko", "한국어와 漢字"),
        ("zh", "我们喜欢喝咖啡"),
        ("el", "Καλημέρα"),
        ("hi", "नमस्ते"),
        ("he", "שלום"),
        ("am", "ሰላም"),
    ],
)
def test_text_of_a_language_is_in_its_scripts(language, text):
    letters = [c for c in text if unicodedata.category(c).startswith("L")]
    assert {script_of(letter) for letter in letters} <= set(SCRIPTS[language])
