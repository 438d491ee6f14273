"""HTML entities in a text."""

import pytest
from tests.checks._found import OUTPUT, found, texts

from tertium.api.check import check

NAME = "html-entities"


@pytest.mark.parametrize(
    "entity",
    ["&amp;", "&quot;", "&apos;", "&lt;", "&#39;", "&#x2019;", "&nbsp;", "&eacute;"],
)
def test_every_kind_of_entity(entity):
    assert found(NAME, texts([f"It {entity} is.", *OUTPUT[1:]])) == [
        f"warning: out.txt: HTML entities such as {entity} in line 1. They match only if both the"
        " output and the reference have them."
    ]


@pytest.mark.parametrize(
    "text", ["R&D;", "AT&T", "a & b;", "&nosuch;", "?a=1&copy=2", "&;", "&#;", "&#xyz;", "Q&A"]
)
def test_an_ampersand_is_no_entity(text):
    assert found(NAME, texts([text, *OUTPUT[1:]])) == []


def test_the_effect_is_measured():
    given = texts([line.replace("the", "&#116;he") for line in OUTPUT])
    # sacreBLEU 2.6.0 gives 35.49 and 23.48.
    (finding,) = check(given)
    assert str(finding) == (
        "out.txt: HTML entities such as &#116; in lines 1, 2 and 6. They match only if both the"
        " output and the reference have them. If fixed, BLEU of out would be 35.49 instead of"
        " 23.48."
    )
