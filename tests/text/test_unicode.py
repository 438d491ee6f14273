"""The table of general categories is that of the `regex` package, which sacreBLEU uses."""

import re

import pytest
import regex

from tertium.kernels import _unicode


@pytest.mark.slow
@pytest.mark.parametrize(
    ("inside", "category"),
    [(_unicode.PUNCTUATION, "P"), (_unicode.NUMBERS, "N"), (_unicode.SYMBOLS, "S")],
)
def test_every_code_point_is_in_the_categories_of_regex(inside, category):
    everything = "".join(map(chr, range(0x110000)))
    ours = re.findall(f"[{inside}]", everything)
    assert ours == regex.findall(rf"\p{{{category}}}", everything)
