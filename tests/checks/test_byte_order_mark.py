"""A byte order mark in a text."""

from tests.checks._found import ENGLISH, OUTPUT, found, texts

NAME = "byte-order-mark"


def test_at_the_beginning_of_a_file():
    assert found(NAME, texts(["\ufeff" + OUTPUT[0], *OUTPUT[1:]])) == [
        "warning: out.txt: Byte order mark (U+FEFF) in line 1. The word after it cannot match."
    ]


def test_in_several_lines_and_texts():
    marked = [line.replace("bridge", "\ufeffbridge") for line in ENGLISH]
    assert found(NAME, texts(reference=marked, source=["\ufeff"] * 6)) == [
        "warning: ref.txt: Byte order mark (U+FEFF) in lines 1, 4 and 6. The word after it cannot"
        " match.",
        "warning: src.txt: Byte order mark (U+FEFF) in lines 1, 2, 3 and 3 more. The word after it"
        " cannot match.",
    ]


def test_other_invisible_characters_are_no_mark():
    assert found(NAME, texts(["\u200b" + OUTPUT[0], *OUTPUT[1:]])) == []
