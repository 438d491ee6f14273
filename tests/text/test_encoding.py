from array import array

import pytest

from tertium.core.testset import TestSet
from tertium.kernels import Vocabulary
from tertium.metrics import metric
from tertium.text import encoding
from tertium.text.encoding import Tokenizer, encoded_output, encoded_references
from tertium.text.words import Characters, Words

LINES = ["The cat sat.", "A Dog barked!"]


@pytest.fixture
def testset():
    return TestSet.of(
        references=[["The cat sat down.", "A dog."], ["Cats!", None]], systems={"a": LINES}
    )


@pytest.fixture
def encoded_texts(monkeypatch):
    """Texts that were encoded, one by one."""
    seen: list[list[str]] = []
    original = Tokenizer.encode

    def spy(self, lines, vocabulary):
        seen.append(list(lines))
        return original(self, lines, vocabulary)

    monkeypatch.setattr(Tokenizer, "encode", spy)
    return seen


def test_equal_tokenizations_share_a_vocabulary_and_the_references(testset):
    first, second = encoded_references(testset, Tokenizer(name="13a"))
    assert encoded_references(testset, Tokenizer(name="13a")) == [first, second]
    output = encoded_output(testset, LINES, Tokenizer(name="13a"))
    assert first.vocabulary is second.vocabulary is output.vocabulary
    # The, cat, sat, down, ., A, dog; Cats, !; Dog, barked
    assert output.alphabet == 11
    assert list(output[0]) == [*first[0][:3], first[0][4]]


@pytest.mark.parametrize(
    "other", [Tokenizer(name="none"), Tokenizer(True, "13a"), Words(), Words(punctuation=True)]
)
def test_other_tokenizations_have_a_vocabulary_of_their_own(testset, other):
    one = encoded_references(testset, Tokenizer(name="13a"))[0]
    assert encoded_references(testset, other)[0].vocabulary is not one.vocabulary


def test_test_sets_do_not_share_a_vocabulary(testset):
    again = TestSet.of(references=[LINES], systems={"a": LINES})
    one, other = (encoded_references(each, Words())[0] for each in (testset, again))
    assert one.vocabulary is not other.vocabulary


def test_a_reference_that_is_missing_is_marked_and_empty(testset):
    first, second = encoded_references(testset, Words())
    assert first.missing == b""
    assert second.missing == b"\0\1"
    assert list(second.offsets) == [0, 1, 1]


@pytest.mark.parametrize(
    ("tokenization", "lengths"),
    [
        (Tokenizer(name="13a"), [4, 4]),  # The cat sat . | A Dog barked !
        (Tokenizer(name="char"), [10, 11]),
        (Tokenizer(name="intl"), [4, 4]),
        (Words(), [3, 3]),
        (Words(punctuation=True), [4, 4]),
        (Characters(), [10, 11]),
        (Characters(whitespace=True), [12, 13]),
    ],
)
def test_lengths(tokenization, lengths):
    encoded = tokenization.encode(LINES, Vocabulary())
    assert [len(encoded[i]) for i in range(2)] == lengths


def test_lower_case_comes_first():
    vocabulary = Vocabulary()
    Tokenizer(lowercase=True).encode(["The THE the Σ σ"], vocabulary)
    assert len(vocabulary) == 2
    assert list(Characters(lowercase=True).encode(["aA"], vocabulary).ids) == [97, 97]


def test_lower_case_of_ascii_letters_alone():
    vocabulary = Vocabulary()
    words = Words(lowercase=True, ascii_only=True)
    lines = ["THE the", "ÄB Äb äb", "Ä\udc80X Ä\udc80x", "Σ σ"]
    ids = [list(made) for made in map(words.encode(lines, vocabulary).__getitem__, range(4))]
    assert ids == [[0, 0], [1, 1, 2], [3, 3], [4, 5]]
    assert words != Words(lowercase=True)


def test_metrics_of_different_kinds_share_an_encoded_output(testset, encoded_texts):
    for spec in ("bleu", "nist(case_sensitive=true)"):
        metric(spec).stats(testset, "a")
    assert encoded_texts.count(LINES) == 1


def test_an_output_is_encoded_once_for_several_metrics(testset, encoded_texts):
    for spec in ("bleu", "bleu(smooth=floor)", "bleu(order=2)", "bleu(eff=true)"):
        metric(spec).stats(testset, "a")
    assert encoded_texts.count(LINES) == 1
    assert len(encoded_texts) == 3  # the output and two references
    metric("bleu(lc=true)").stats(testset, "a")
    assert len(encoded_texts) == 6


def test_two_metrics_with_two_tokenizations_keep_both(testset, encoded_texts):
    for _ in range(2):
        for spec in ("bleu", "chrf", "bleu(tok=none)"):
            metric(spec).stats(testset, "a")
    assert encoded_texts.count(LINES) == 2  # 13a and none


def test_only_the_last_output_is_kept(testset, encoded_texts):
    one, other = ["output 1", "text"], ["output 2", "text"]
    for output in (one, one, other, other, one):
        encoded_output(testset, output, Tokenizer())
    assert encoded_texts[2:] == [one, other, one]  # behind the references


def test_a_list_that_was_changed_is_encoded_anew(testset):
    lines = ["The cat sat down.", "A dog."]
    bleu, segments = metric("bleu(order=1)"), array("q", [0, 1])
    assert bleu.rows(lines, segments, testset)[0] == 5
    lines[0] = "Nothing"
    assert bleu.rows(lines, segments, testset)[0] == 0


def test_equal_lines_in_another_list_are_not_encoded_again(testset, encoded_texts):
    encoded_output(testset, LINES, Tokenizer())
    encoded_output(testset, list(LINES), Tokenizer())
    assert encoded_texts.count(LINES) == 1


def test_outputs_of_any_order_and_number_find_their_segments(testset):
    outputs = ["A dog.", "The cat sat down.", "A dog."]
    rows = metric("bleu").rows(outputs, array("q", [1, 0, 0]), testset)
    # Unigram matches: A dog . | The cat sat down . | only the full stop
    assert [rows[at] for at in (0, 10, 20)] == [3, 5, 1]


def test_every_tokenization_is_hashable_and_equal_by_value():
    assert len({Words(), Words(), Words(True), Characters(), Tokenizer(), Tokenizer()}) == 4
    assert encoding.Tokenizer(name="13a") == Tokenizer()
