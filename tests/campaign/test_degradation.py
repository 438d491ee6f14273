"""Degraded outputs: the numbers of words of both rules, and the words that stay."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tertium.campaign.degradation import Degrader, deleted_words, replaced_words
from tertium.core.testset import TestSet

REFERENCES = [f"The {'inner ' * 12}words of reference {n} end here" for n in range(5)]


def degrader(rule, **rest):
    return Degrader(TestSet.of(systems={"a": ["x"] * 5}, references=[REFERENCES], **rest), rule)


@pytest.mark.parametrize(
    ("lengths", "number"),
    [((2, 3), 1), ((4, 5), 2), ((6, 8), 3), ((9, 15), 4), ((16, 20), 5), ((21, 25), 5)],
)
def test_number_of_deleted_words(lengths, number):
    assert {deleted_words(length) for length in lengths} == {number}
    assert deleted_words(26) == 6


@pytest.mark.parametrize(
    ("lengths", "number"),
    [((2, 3), 1), ((4, 5), 2), ((6, 7), 3), ((8, 14), 4), ((15, 19), 5), ((20, 23), 5)],
)
def test_number_of_replaced_words(lengths, number):
    assert {replaced_words(length) for length in lengths} == {number}
    assert replaced_words(24) == 6


@given(st.integers(2, 60), st.integers(0, 10**6))
def test_deleting_keeps_both_ends(length, seed):
    words = [f"w{n}" for n in range(length)]
    found = degrader("delete")(" ".join(words), Random(seed)).split()
    assert len(found) == length - deleted_words(length)
    assert found[0] == words[0]
    if length > 2:
        assert found[-1] == words[-1]
    kept = [n for n, word in enumerate(words) if word in found]
    removed = sorted(set(range(length)) - set(kept))
    assert removed == list(range(removed[0], removed[-1] + 1))


@given(st.integers(5, 60), st.integers(0, 10**6))
def test_replacing_keeps_the_first_and_the_last_two_words(length, seed):
    words = [f"w{n}" for n in range(length)]
    found = degrader("replace")(" ".join(words), Random(seed)).split()
    number = replaced_words(length)
    assert len(found) == length - number + min(number, 6)
    assert found[0] == words[0]
    assert found[-2:] == words[-2:]
    inserted = [word for word in found if word not in words]
    assert len(inserted) == min(number, 6)
    assert inserted[0] == inserted[0].lower()
    # Words from inside of a reference: neither its first nor its last one.
    assert not {"The", "here"} & set(inserted[1:])


def test_every_start_is_drawn():
    words = [f"w{n}" for n in range(10)]
    starts = {degrader("delete")(" ".join(words), Random(seed)).split().index("w9") for seed in [1]}
    assert starts == {5}
    found = {
        next(n for n, word in enumerate(words) if word not in degraded.split())
        for seed in range(200)
        for degraded in [degrader("delete")(" ".join(words), Random(seed))]
    }
    assert found == {1, 2, 3, 4, 5}  # 1 to length - 4 - 1


def test_single_words():
    assert degrader("delete")("House", Random(1)) == "The"
    assert (
        degrader("delete", source_language="en", target_language="de")("Haus", Random(1)) == "Die"
    )
    assert degrader("replace")("House", Random(1)) in {
        "Inner",
        "Words",
        "Of",
        "Reference",
        "End",
    } | {str(n) for n in range(5)}
    assert degrader("delete")("", Random(1)) == ""


def test_text_without_spaces_is_degraded_by_characters():
    text = "这是一个关于机器翻译评估的很长的句子没有空格"
    testset = TestSet.of(systems={"a": [text] * 5}, references=[[text] * 5])
    for rule in ("delete", "replace"):
        found = Degrader(testset, rule)(text, Random(3))
        assert found[0] == text[0]
        assert found[-1] == text[-1]
        assert len(found) > 10
        assert " " not in found
