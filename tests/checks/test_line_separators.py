"""Characters that other programs treat as the end of a line."""

import pytest
from tests.checks._found import OUTPUT, found, texts

NAME = "line-separators"


@pytest.mark.parametrize(
    ("character", "word"),
    [
        ("\f", "Form feed"),
        ("\v", "Vertical tab"),
        ("\x1c", "File separator (U+001C)"),
        ("\x1d", "Group separator (U+001D)"),
        ("\x1e", "Record separator (U+001E)"),
        ("\x85", "Next line (U+0085)"),
        ("\u2028", "Line separator (U+2028)"),
        ("\u2029", "Paragraph separator (U+2029)"),
    ],
)
def test_every_one_of_them(character, word):
    assert len(f"a{character}b".splitlines()) == 2  # what this is about
    assert found(NAME, texts([f"It{character}rains.", *OUTPUT[1:]])) == [
        f"warning: out.txt: {word} within line 1. It counts as white space; other programs may"
        " count more lines."
    ]


def test_several_at_once():
    assert found(NAME, texts(["It\frains.", "So\u2028what.", *OUTPUT[2:]])) == [
        "warning: out.txt: Form feed, Line separator (U+2028) within lines 1 and 2. It counts as"
        " white space; other programs may count more lines."
    ]


def test_tabs_and_other_spaces_end_no_line():
    assert found(NAME, texts(["It\trains\xa0\u2003\u3000.", *OUTPUT[1:]])) == []
