"""Windows and old Mac line ends."""

from tests.checks._found import OUTPUT, found, texts

NAME = "carriage-returns"


def test_windows_line_ends():
    assert found(NAME, texts([f"{line}\r" for line in OUTPUT])) == [
        "warning: out.txt: Carriage return at the end of lines 1, 2, 3 and 3 more: Windows line"
        " ends. It counts as white space and changes no score."
    ]


def test_a_single_one():
    assert found(NAME, texts([f"{OUTPUT[0]}\r", *OUTPUT[1:]])) == [
        "warning: out.txt: Carriage return at the end of line 1: Windows line ends. It counts as"
        " white space and changes no score."
    ]


def test_within_a_line():
    assert found(NAME, texts([OUTPUT[0].replace(" ", "\r", 1), f"{OUTPUT[1]}\r", *OUTPUT[2:]])) == [
        "warning: out.txt: Carriage return within line 1. Only line feeds end lines; a carriage"
        " return counts as white space."
    ]


def test_a_backslash_and_an_r_are_no_carriage_return():
    assert found(NAME, texts([f"{line}\\r" for line in OUTPUT])) == []
