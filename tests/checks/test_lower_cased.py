"""One side lower-cased."""

from dataclasses import replace

from tests.checks._found import ENGLISH, OUTPUT, found, texts

from tertium.api.check import check
from tertium.core.streams import Stream

NAME = "lower-cased"

LOWER = [line.lower() for line in OUTPUT]


def test_an_output():
    assert found(NAME, texts(LOWER)) == [
        "warning: out.txt: The text has no capital letters, but ref.txt has. Case-sensitive"
        " metrics count every capital letter as an error."
    ]


def test_a_reference():
    assert found(NAME, texts(reference=[line.lower() for line in ENGLISH])) == [
        "warning: ref.txt: The text has no capital letters, but out.txt has. Case-sensitive"
        " metrics count every capital letter as an error."
    ]


def test_capitals_that_escaped_lower_casing():
    many = texts(LOWER * 20, ENGLISH * 20)
    some = ["Überall regnet es.", *(LOWER * 20)[1:]]
    given = replace(many, outputs={"out": (Stream(some, "out.txt"),)})
    assert found(NAME, given) == [
        "warning: out.txt: The text has hardly any capital letters, but ref.txt has."
        " Case-sensitive metrics count every capital letter as an error."
    ]


def test_one_of_two_references():
    given = texts()
    lower = Stream([line.lower() for line in ENGLISH], "b.txt")
    assert found(NAME, replace(given, references={**given.references, "b": lower})) == [
        "warning: b.txt: The text has no capital letters, but ref.txt has. Case-sensitive metrics"
        " count every capital letter as an error."
    ]


def test_the_effect_is_measured():
    # sacreBLEU 2.6.0 gives 39.06 and 32.12.
    (finding,) = check(texts(LOWER))
    assert finding.effect == (
        "Case-sensitive metrics count every capital letter as an error. If fixed, BLEU of out"
        " would be 39.06 instead of 32.12."
    )


def test_both_sides_lower_cased_is_fine():
    assert found(NAME, texts(LOWER, [line.lower() for line in ENGLISH])) == []


def test_a_few_lines_without_capitals_are_fine():
    assert found(NAME, texts([*LOWER[:5], OUTPUT[5]])) == []


def test_scripts_without_case_are_fine():
    chinese = ["今天下雨了。", "iphone 很贵。", "孩子们挥舞着小旗。"] * 2
    assert (
        found(NAME, texts(chinese, ["今天下雨了。", "IPhone 很贵。", "孩子们挥舞着小旗。"] * 2))
        == []
    )
