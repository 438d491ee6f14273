"""NUL characters."""

from tests.checks._found import OUTPUT, found, texts

NAME = "nul-characters"


def test_a_nul():
    assert found(NAME, texts([f"{OUTPUT[0]}\0", *OUTPUT[1:]])) == [
        "warning: out.txt: NUL character in line 1. The word that contains it cannot match."
    ]


def test_a_zero_is_no_nul():
    assert found(NAME, texts([f"{OUTPUT[0]} 0 \\0", *OUTPUT[1:]])) == []
