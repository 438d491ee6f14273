"""Text in another script than expected."""

import pytest
from tests.checks._found import ENGLISH, GERMAN, OUTPUT, found, texts

NAME = "wrong-script"

RUSSIAN = [
    "В понедельник утром мэр открыла новый мост.",
    "Несмотря на дождь, пришло около двухсот человек.",
    "Играл духовой оркестр, дети махали флажками.",
    "Старый мост 1911 года много лет был закрыт.",
    "Машинам приходилось делать крюк в двенадцать километров.",
    "Со следующей недели по мосту пойдут и автобусы.",
]


def test_an_output_in_the_wrong_language():
    given = texts(RUSSIAN, source=GERMAN, source_language="de", target_language="en")
    assert found(NAME, given) == [
        "warning: out.txt: 100 % of the letters are Cyrillic; expected Latin for en. It may be"
        " another language, or the wrong file."
    ]


def test_without_languages_the_reference_tells():
    assert found(NAME, texts(RUSSIAN)) == [
        "warning: out.txt: 100 % of the letters are Cyrillic; expected Latin for the reference. It"
        " may be another language, or the wrong file."
    ]


def test_source_and_reference_in_each_others_place():
    given = texts(reference=RUSSIAN, source=ENGLISH, source_language="ru", target_language="en")
    assert found(NAME, given) == [
        "warning: src.txt: 100 % of the letters are Latin; expected Cyrillic for ru. It may be"
        " another language, or the wrong file.",
        "warning: ref.txt: 100 % of the letters are Cyrillic; expected Latin for en. It may be"
        " another language, or the wrong file.",
    ]


@pytest.mark.parametrize("language", ["en", "en-US", "en_GB", "srp_Latn", "EN", "sr", "xx", ""])
def test_codes_of_languages_written_in_latin_letters(language):
    assert found(NAME, texts(target_language=language)) == []


@pytest.mark.parametrize("language", ["ru", "uk", "sr", "srp_Cyrl", "kaz-Cyrl"])
def test_codes_of_languages_written_in_cyrillic_letters(language):
    assert found(NAME, texts(RUSSIAN, RUSSIAN[1:] + RUSSIAN[:1], target_language=language)) == []


def test_japanese_has_two_scripts_in_any_mixture():
    kanji = ["新橋開通式典、雨天決行、約二百人来場、吹奏楽団演奏"] * 6
    kana = ["あたらしいはしが開通し、あめのなか、おおくのひとがきました"] * 6
    assert found(NAME, texts(kanji, kana, target_language="ja")) == []
    mixed = ["新しい橋が開通し、雨の中、約二百人が来た。子供たちは旗を振った。"] * 6
    assert found(NAME, texts(kanji, mixed)) == []


def test_names_in_other_letters_are_fine():
    assert found(NAME, texts([f"{line} (Москва)" for line in OUTPUT], target_language="en")) == []


def test_a_handful_of_letters_tells_nothing():
    assert found(NAME, texts(["Да."] * 6, target_language="en")) == []
