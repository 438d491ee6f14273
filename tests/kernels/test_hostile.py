"""Hostile input: odd characters, odd types, lines of ten megabytes."""

import json
import subprocess
import sys
from array import array
from pathlib import Path
from typing import Any

import pytest

import tertium
from tertium.core.errors import AlignmentError, DataError
from tertium.kernels import Encoded, NistInformation, Vocabulary, encode_tokens, wer_statistics
from tertium.kernels.meteor import Lexicon, meteor_statistics
from tests.kernels._large_line import QUADRATIC

METRICS = ("bleu", "chrf", "nist", "ribes", "ter", "wer", "per", "cder", "gleu")
ERROR_RATES = ("ter", "wer", "per", "cder")
CHRFPP: dict[str, Any] = {"word_order": 2}


def test_no_lines_at_all_are_refused():
    for metric in METRICS:
        with pytest.raises(DataError, match="0 segments"):
            getattr(tertium, metric)([], [[]])


@pytest.mark.parametrize(
    "token",
    [
        "\0",
        "\ud800",
        "\udfff\udc00",
        "\U0010ffff",
        "\ufeff",
        "\u200b",
        "\u0301",
        "😀",
        "&amp;",
        "ﬁ",
    ],
)
def test_odd_characters_are_tokens_as_any_other(token):
    same = [f"{token} b {token} d", f"a {token} c {token}"]
    assert tertium.bleu(same, [same]).value == pytest.approx(100)
    assert tertium.chrf(same, [same]).value == pytest.approx(100)
    assert tertium.chrf(same, [same], **CHRFPP).value == pytest.approx(100)
    assert tertium.gleu(same, [same]).value == 1
    for rate in ERROR_RATES:
        assert getattr(tertium, rate)(same, [same]).value == 0
    # The tokens are matched by their neighbours.
    assert tertium.ribes(same, [same]).value == pytest.approx(1)
    # 8 tokens, of which the odd one is 4: 1 bit; all others 3 bits.
    assert tertium.nist(same, [same], order=1).value == pytest.approx((4 * 1 + 4 * 3) / 8)
    other = ["a b c d", "a b c d"]
    assert tertium.bleu(same, [other]).details["precisions"][0] == 50
    for rate in ERROR_RATES:
        assert getattr(tertium, rate)(same, [other]).value == 50


NOTHING = ("", " ", "\n", "\t \r\n", "\u3000\u2003\xa0", "\x1c\x85\u2028\u202f\u205f\u1680")


@pytest.mark.parametrize("nothing", NOTHING)
def test_lines_of_nothing_or_white_space_are_empty(nothing):
    text = "one two three four five"
    assert tertium.bleu([nothing], [[text]]).value == 0
    assert tertium.bleu([nothing], [[text]]).details["output_length"] == 0
    assert tertium.chrf([nothing], [[text]]).value == 0
    assert tertium.chrf([nothing], [[text]], **CHRFPP).value == 0
    assert tertium.bleu([text], [[nothing]]).value == 0
    assert tertium.chrf([text], [[nothing]]).value == 0
    for rate in ERROR_RATES:
        error_rate = getattr(tertium, rate)
        assert error_rate([nothing], [[text]]).value == 100  # five insertions for five words
        assert error_rate([text], [[nothing]]).value == 100  # by definition
        assert error_rate([nothing], [[nothing]]).value == 0
    assert tertium.gleu([nothing], [[text]]).value == 0
    assert tertium.gleu([text], [[nothing]]).value == 0
    assert tertium.gleu([nothing], [[nothing]]).value == 0
    for metric in ("nist", "ribes"):
        for output, reference in ((nothing, text), (text, nothing), (nothing, nothing)):
            assert getattr(tertium, metric)([output], [[reference]]).value == 0
    assert tertium.bleu([nothing], [[nothing]]).value == 0
    assert tertium.chrf([nothing], [[nothing]]).value == 0


def test_empty_lines_among_others_change_nothing():
    lines = ["the cat sat on the mat", "a dog barked at the moon"]
    gaps = ["", lines[0], " ", lines[1], "\u3000"]
    for metric in METRICS:
        score = getattr(tertium, metric)
        alone = score(lines, [lines[::-1]]).value
        among = score(gaps, [["", lines[1], "", lines[0], ""]]).value
        assert among == alone


@pytest.mark.parametrize("metric", METRICS)
@pytest.mark.parametrize(
    ("outputs", "references", "message"),
    [
        (["a", 1], [["a", "b"]], "segment 2: expected a string, found int"),
        (["a", None], [["a", "b"]], r"segment 2: the text is missing \(found None\)"),
        (["a", b"b"], [["a", "b"]], "segment 2: expected a string, found bytes"),
        ([1], [["a"]], "segment 1: expected a string, found int"),
        (["a", "b"], [["a", 2.5]], "reference 1, segment 2: expected a string, found float"),
        ("a b", [["a b"]], "expected a list of strings, found a single string"),
        (["a b"], "a b", "references: expected a list of strings, found a single string"),
        (["a", "b"], [["a", "b", "c"]], "Reference 1 has 3 segments, but the outputs have 2"),
        (None, [["a"]], "expected a list of strings, found NoneType"),
    ],
)
def test_what_is_no_list_of_strings_is_refused_with_a_message(metric, outputs, references, message):
    with pytest.raises(AlignmentError, match=message):
        getattr(tertium, metric)(outputs, references)


# Scores of the pairs in _large_line. "Every second word wrong" is "a a a a" against "a b a b": half
# the words must be substituted; 1/2 of the characters and words match and no longer n-gram does,
# so that chrF averages 1/2 over 6 orders, and chrF++ 1/2 twice over 8; a word tells 1 bit; no
# context tells the places of words.
SAME: dict[str, float] = {
    "bleu": 100,
    "chrf": 100,
    "chrf++": 100,
    "gleu": 1,
    **dict.fromkeys(ERROR_RATES, 0),
}
SCORES: dict[str, dict[str, float]] = {
    "one word": SAME | {"nist": 0, "ribes": 1},
    "many words": SAME | {"ribes": 1},
    "one character": SAME | {"nist": 0, "ribes": 1},
    "dots": SAME | {"ribes": 1},
    "one word repeated": SAME,
    "every second word wrong": {
        "chrf": 100 / 12,
        "chrf++": 100 / 8,
        "nist": 1 / 2,
        "ribes": 0,
        **dict.fromkeys(ERROR_RATES, 50),
    },
}


def scored(kind: str, size: int, gigabytes: float):
    script = Path(__file__).parent / "_large_line.py"
    done = subprocess.run(
        [sys.executable, script, kind, str(size), str(gigabytes)], capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    print(kind, size, found)  # noqa: T201 (seen with -rP)
    return found["scores"]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("size", "gigabytes"),
    [pytest.param(100_000, 0.5, id="100 kB"), pytest.param(2_000_000, 1, id="2 MB")],
)
@pytest.mark.parametrize("kind", SCORES)
def test_a_large_line_is_scored_right_in_bounded_memory(kind, size, gigabytes):
    scores = scored(kind, size, gigabytes)
    for metric, expected in SCORES[kind].items():
        if size > 1_000_000 and (kind, metric) in QUADRATIC:
            continue
        assert scores[metric] == pytest.approx(expected, abs=1e-9)


@pytest.mark.parametrize(
    ("size", "gigabytes"),
    [
        pytest.param(100_000, 0.5, id="100 kB"),
        pytest.param(10_000_000, 3, id="10 MB", marks=pytest.mark.slow),
    ],
)
def test_a_block_moved_in_a_large_line_is_one_edit(size, gigabytes):
    scores = scored("a block of words moved", size, gigabytes)
    assert scores["ter"] == pytest.approx(100 / (size // 6), rel=1e-12)
    assert 99 < scores["bleu"] < 100
    assert 99 < scores["chrf"] < 100
    assert 99 < scores["chrf++"] < 100
    assert scores["per"] == 0
    # Five words left out and put in; or three jumps, there, back and on.
    assert scores["wer"] == pytest.approx(100 * 10 / (size // 6), rel=1e-12)
    assert scores["cder"] == pytest.approx(100 * 3 / (size // 6), rel=1e-12)
    assert 0.99 < scores["ribes"] < 1


def test_of_one_word_repeated_the_first_and_the_last_have_a_place():
    assert scored("one word repeated", 100_000, 0.5)["ribes"] == pytest.approx((2 / 50_000) ** 0.25)


# --- What is asked of the kernels beyond their arrays ---------------------------------------------


@pytest.mark.parametrize("first", [-1, -(2**31)])
def test_a_vocabulary_has_no_tokens_before_the_first(first):
    vocabulary = Vocabulary()
    encode_tokens(["a b"], "words", vocabulary)
    for give in (vocabulary.tokens_from, vocabulary.utf16_from):
        with pytest.raises(ValueError, match="at least 0"):
            give(first)
    assert vocabulary.tokens_from(1) == ["b"]
    assert vocabulary.tokens_from(2) == vocabulary.tokens_from(100) == []


@pytest.mark.parametrize(
    ("ids", "offsets", "missing"),
    [
        ([0, 1], [0, 10**6], b""),
        ([0, 1], [0, 2, 10**6, 2], b""),
        ([0, -5], [0, 2], b""),
        ([0, 7], [0, 2], b""),
        ([0], [0, 0, 1], b"\1"),
    ],
)
def test_texts_made_by_hand_are_checked(ids, offsets, missing):
    vocabulary = Vocabulary()
    good = encode_tokens(["a b", "b a"], "words", vocabulary)
    bad = Encoded(array("i", ids), array("q", offsets), vocabulary, missing)
    segments = array("q", [0] * (len(offsets) - 1))
    with pytest.raises(ValueError, match=r"Encoded needs ids|one byte for every sequence"):
        wer_statistics(bad, segments, good)
    with pytest.raises(ValueError, match=r"Encoded needs ids|one byte for every sequence"):
        wer_statistics(good, array("q", [0, 0]), bad)


def test_information_is_checked_where_it_is_made():
    ids, offsets = array("i", [0, 1]), array("q", [0, 2])
    for segments, alphabet, order, blank in (
        *((10**6, 2, 2, -1), (1, 1, 2, -1), (1, 2, 0, -1), (1, 2, 2, 5), (1, 2, 2, -2)),
    ):
        with pytest.raises(ValueError, match=r"order|reference"):
            NistInformation([(ids, offsets, b"")], segments, alphabet, order, blank)
    assert NistInformation([(ids, offsets, b"")], 1, 2, 2, -1).order == 2


def test_facts_of_meteor_lie_within_their_tables():
    vocabulary = Vocabulary()
    text = encode_tokens(["a b"], "words", vocabulary)
    numbers = array("i", [0, 1])
    facts = Lexicon(numbers, b"\0\0", numbers)
    arguments = text, array("q", [0]), text
    synsets = Encoded(array("i", [9]), array("q", [0, 1, 1]))
    with pytest.raises(ValueError, match="Ids of synsets must lie from 0 to 2"):
        meteor_statistics(*arguments, facts._replace(synsets=synsets, synset_count=3), ["synonym"])
    with pytest.raises(ValueError, match="table of paraphrases"):
        meteor_statistics(*arguments, facts._replace(table_words=numbers), ["paraphrase"])
