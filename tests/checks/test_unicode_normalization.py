"""The same letter in different Unicode forms."""

from dataclasses import replace
from unicodedata import normalize

from tests.checks._found import GERMAN, found, texts

from tertium.api.check import check
from tertium.core.streams import Stream

NAME = "unicode-normalization"

NFD = [normalize("NFD", line) for line in GERMAN]
OTHER = [f"{line} Größer!" for line in GERMAN]


def test_a_decomposed_output():
    assert found(NAME, texts(NFD, GERMAN)) == [
        "warning: out.txt: ö is U+006F U+0308 here, but U+00F6 in ref.txt: not in Unicode form NFC"
        " in lines 1, 3, 4 and 2 more. They look alike and do not match."
    ]


def test_a_decomposed_reference():
    assert found(NAME, texts(OTHER, NFD)) == [
        "warning: ref.txt: ö is U+006F U+0308 here, but U+00F6 in out.txt: not in Unicode form NFC"
        " in lines 1, 3, 4 and 2 more. They look alike and do not match."
    ]


def test_both_forms_in_one_text():
    given = texts([*OTHER[:5], NFD[5]], GERMAN)
    alone = replace(given, references={})
    assert found(NAME, alone) == [
        "warning: out.txt: ä is U+0061 U+0308 here, but U+00E4 elsewhere: not in Unicode form NFC"
        " in line 6. They look alike and do not match."
    ]


def test_letters_that_nfc_takes_apart():
    # Bengali YYA is two characters in NFC.
    assert found(NAME, texts(["সময\u09bc"] * 6, ["সম\u09df ভাল"] * 6)) == [
        "warning: ref.txt: \u09af\u09bc is U+09DF here, but U+09AF U+09BC in out.txt: not in"
        " Unicode form NFC in lines 1, 2, 3 and 3 more. They look alike and do not match."
    ]


def test_half_composed_letters():
    assert found(NAME, texts(["v\u00e4\u0304"] * 6, ["l\u01df"] * 6)) == [
        "warning: out.txt: \u01df is U+00E4 U+0304 here, but U+01DF in ref.txt: not in Unicode"
        " form NFC in lines 1, 2, 3 and 3 more. They look alike and do not match."
    ]


def test_the_effect_is_measured():
    # sacreBLEU 2.6.0 gives 82.49 and 54.16.
    (finding,) = check(texts([*NFD[:5], "Ganz anders."], GERMAN), allow=["output-is-reference"])
    assert finding.effect == (
        "They look alike and do not match. If fixed, BLEU of out would be 82.49 instead of 54.16."
    )


def test_both_sides_decomposed_is_fine():
    assert found(NAME, texts(NFD, [normalize("NFD", line) for line in OTHER])) == []


def test_letters_the_other_side_does_not_have_are_fine():
    assert found(NAME, texts(["e\u0301"] * 6, ["ü"] * 6)) == []


def test_the_source_is_in_another_language():
    given = replace(texts(OTHER, GERMAN), source=Stream(NFD, "src.txt"))
    assert found(NAME, given) == []
