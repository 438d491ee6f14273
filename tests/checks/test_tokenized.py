"""One side tokenized."""

import re
from dataclasses import replace

from tests.checks._found import ENGLISH, OUTPUT, found, texts

from tertium.core.streams import Stream

NAME = "tokenized"


def tokenized(lines: list[str]) -> list[str]:
    return [re.sub(r"([.,!?])", r" \1", line) for line in lines]


def test_an_output():
    assert found(NAME, texts(tokenized(OUTPUT))) == [
        "warning: out.txt: Looks tokenized: punctuation stands apart from its word, as in 'bridge"
        " .', but not in ref.txt. Detokenize it: words that tokenization changed cannot match."
    ]


def test_a_reference_is_reported_once():
    given = texts(reference=tokenized(ENGLISH))
    given = replace(
        given, outputs={**given.outputs, "b": (Stream([f"{o} Yes." for o in OUTPUT], "b.txt"),)}
    )
    assert found(NAME, given) == [
        "warning: ref.txt: Looks tokenized: punctuation stands apart from its word, as in 'morning"
        " .', but not in out.txt. Detokenize it: words that tokenization changed cannot match."
    ]


def test_chinese_words_set_apart():
    plain = ["市长为新桥揭幕，约两百人冒雨前来。", "孩子们挥舞着小旗，乐队演奏。"] * 3
    apart = [
        "市长 为 新 桥 揭幕 ， 约 两百 人 冒雨 前来 。",
        "孩子们 挥舞 着 小 旗 ， 乐队 演奏 。",
    ] * 3
    assert found(NAME, texts(apart, plain)) == [
        "warning: out.txt: Looks tokenized: words are set apart by spaces, but not in ref.txt."
        " Detokenize it: words that tokenization changed cannot match."
    ]


def test_both_sides_tokenized_is_fine():
    assert found(NAME, texts(tokenized(OUTPUT), tokenized(ENGLISH))) == []


def test_french_spaces_before_some_marks_are_fine():
    french = ["Vraiment ? Oui ; c'est vrai !", "Il a dit : « bien ! »"] * 3
    assert found(NAME, texts(french, ["Vraiment? Oui; c'est vrai!", "Il a dit: bien!"] * 3)) == []


def test_dots_for_something_left_out_are_fine():
    assert found(NAME, texts([line.replace(" the ", " ... the ") for line in OUTPUT])) == []


def test_two_marks_tell_nothing():
    assert found(NAME, texts([*OUTPUT[:4], "It rains .", "So ."][4:], ["It rains.", "So."])) == []
