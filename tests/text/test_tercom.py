"""Preparation of lines for TER: words that TERCOM 0.7.25 and 0.10.0 print for these lines."""

import pytest

from tertium.kernels import Vocabulary, encode_tokens
from tertium.text.tercom import Tercom


def count(line: str, **options) -> int:
    return len(Tercom(**options).encode([line], Vocabulary()).ids)


def same(line: str, words: str, **options) -> bool:
    """Whether a line has these words; an underscore stands for an empty word."""
    vocabulary = Vocabulary()
    found = Tercom(**options).encode([line], vocabulary)
    wanted = encode_tokens([words.replace("_", "\ufdd0")], "words", vocabulary)
    return list(found.ids) == list(wanted.ids)


@pytest.mark.parametrize("variant", ["tercom", "tercom-0.10"])
@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("a b", 2),
        (" a \t b\n", 2),
        ("a\u3000b\xa0c\u2003d\x85e", 1),  # Java's \s is ASCII
        ("a\x1cb", 1),
        ("\x1ca\x01", 1),  # control characters at the ends go, as with trim()
        ("\x01 \x1c", 0),
        ("", 0),
        ("\u3000", 1),
        ("\u3000 \u3000", 2),
    ],
)
def test_words_are_what_ascii_white_space_separates(variant, line, words):
    assert count(line, variant=variant) == words


def test_spaces_that_separate_no_words_still_tell_words_apart():
    vocabulary = Vocabulary()
    found = Tercom(variant="tercom").encode(["a\u3000b a\xa0b a\u3000b"], vocabulary)
    assert list(found.ids) == [0, 1, 0]
    assert same("a\u3000b", "a b")  # sacreBLEU's white space is Unicode's


@pytest.mark.parametrize(
    ("line", "tercom", "newer", "sacrebleu"),
    [
        ("Hello world.", "Hello world .", "Hello world .", "Hello world ."),
        # 0.7.25 takes the final one of a word that has no other.
        ("In the U.S. and...", "In the U.S. and...", *["In the U . S . and . . ."] * 2),
        ("3.5 1,000, 5.", "3.5 1,000, 5 .", "3.5 1,000 , 5 .", "3.5 1,000 , 5 ."),
        # And of two in a row the first alone, whose match takes the space between them.
        ("a, b, c, d.", "a , b, c , d.", *["a , b , c , d ."] * 2),
        ("it's 5-6%", "it 's 5 - 6 %", "it 's 5 - 6 %", "it 's 5 - 6 %"),
        ("&quot;A&amp;B&quot;", '" A & B "', '" A & B "', '" A & B "'),
        ("a <skipped> b", "a b", "a b", "a < skipped > b"),
        ("a-\nb\nc", "ab c", "ab c", "a- b c"),
        ("a\n-b", "a -b", "a -b", "ab"),
        ("<skipped>", "_", "_", "< skipped >"),  # nothing is left, which is one empty word
    ],
)
def test_normalized(line, tercom, newer, sacrebleu):
    assert same(line, tercom, variant="tercom", normalized=True)
    assert same(line, newer, variant="tercom-0.10", normalized=True)
    assert same(line, sacrebleu, variant="sacrebleu", normalized=True)


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ('Hello, "world" (really)!?', "Hello world really"),
        ("- a . b", "- a b"),
        (". a", "_ a"),  # Java's split leaves an empty word before a space
        ("... ?", ""),
        ("...", "_"),
        (". a .", "_ a"),
    ],
)
def test_no_punct_can_leave_an_empty_first_word(line, words):
    assert same(line, words, variant="tercom", no_punct=True)
    assert same(line, words, variant="tercom-0.10", no_punct=True)
    assert same(line, words.replace("_", ""), variant="sacrebleu", no_punct=True)


def test_marks_set_apart_and_removed_leave_an_empty_first_word():
    both = {"normalized": True, "no_punct": True}
    assert same('"Hello," he said.', "_ Hello he said", variant="tercom", **both)
    assert same('"Hello," he said.', "Hello he said", variant="sacrebleu", **both)


def test_asian_support_sets_runs_of_kana_apart_in_tercom_alone():
    options = {"normalized": True, "asian_support": True}
    line = "これはテストabcです"
    assert same(line, "これは テスト abc です", variant="tercom-0.10", **options)
    assert same(line, line, variant="sacrebleu", **options)
    for variant in ("tercom-0.10", "sacrebleu"):
        assert same("我爱你。", "我 爱 你 。", variant=variant, **options)
        assert same("㈱漢", "㈱ 漢", variant=variant, **options)
    assert same("ア\u31f0ア", "ア \u31f0 ア", variant="tercom-0.10", **options)
    assert same("３。５、", "３５", variant="tercom-0.10", no_punct=True, asian_support=True)


@pytest.mark.slow
def test_time_for_a_long_line_does_not_grow_with_the_square():
    # A run of spaces, words without points and points without words: each would take hours.
    for piece in (" ", "a ", ". ", "a. ", "'s ", "\v"):
        line = f"x{piece * 100_000}x"
        for variant in ("tercom", "tercom-0.10", "sacrebleu"):
            assert count(line, variant=variant, normalized=True, no_punct=True) > 0
