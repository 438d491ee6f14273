"""Numbers as files and options write them."""

import math

import pytest

from tertium.core.numbers import number_from, whole_number_from


@pytest.mark.parametrize(
    ("text", "number"),
    [
        *(("1", 1), ("-0.5", -0.5), ("+.5", 0.5), ("5.", 5), ("1e-3", 0.001), (" 2E2 ", 200)),
        *(("inf", math.inf), ("-Infinity", -math.inf), ("1e999", math.inf), ("9" * 400, math.inf)),
    ],
)
def test_a_number(text, number):
    assert number_from(text) == number


@pytest.mark.parametrize(
    "text",
    [
        *("", " ", ".", "e5", "1e", "1_000", "1 000", "1,5", "nan", "NaN", "-nan", "0x10", "1j"),
        "١٢",
    ],
)
def test_what_is_no_number(text):
    with pytest.raises(ValueError, match="is not a number"):
        number_from(text)


def test_a_whole_number():
    assert [whole_number_from(text) for text in ("0", "-12", "+3", " 007 ")] == [0, -12, 3, 7]
    assert whole_number_from(str(2**63 - 1)) == 2**63 - 1


@pytest.mark.parametrize("text", ["", "1.0", "1_000", "²", "٣", "+-1", "- 1", "1e3", "9" * 5_000])
def test_what_is_no_whole_number(text):
    with pytest.raises(ValueError, match="is not a whole number"):
        whole_number_from(text)
