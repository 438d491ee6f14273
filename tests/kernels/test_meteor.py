"""METEOR's kernels equal their slow twins."""

from array import array
from itertools import accumulate, chain
from random import Random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tertium.kernels import Encoded, Vocabulary, encode_tokens, reference_meteor
from tertium.kernels.meteor import (
    METEOR_MODULES,
    Lexicon,
    ParaphraseBuilder,
    Paraphrases,
    meteor_statistics,
    normalize_meteor,
)
from tertium.kernels.reference import tokenize_fields
from tests.kernels._sequences import encoded

LETTERS = "abcdefgh"


def built(pairs):
    """The table of pairs of phrases, and the id of each word in it."""
    builder = ParaphraseBuilder()
    text = "".join(f"0.5\n{' '.join(one)}\n{' '.join(other)}\n" for one, other in pairs)
    half = len(text) // 2
    assert builder.add(text[:half].encode())
    assert builder.add(text[half:].encode())
    arrays = builder.finish()
    assert arrays is not None
    words, *rest = arrays
    ids, offsets, para_ids, para_offsets, first = (memoryview(part) for part in rest)
    table = Paraphrases(
        Encoded(ids.cast("i"), offsets.cast("q")),
        Encoded(para_ids.cast("i"), para_offsets.cast("q")),
        first.cast("i"),
    )
    assert table.fits()
    return table, {word: id for id, word in enumerate(words.decode().split("\n")[:-1])}


class Problem:
    """An output and a reference of letters, and what is known of those."""

    def __init__(self, output, other, stems, synsets, pairs, function, lengths):
        self.output, self.reference = output, other
        self.words = reference_meteor.MeteorWords(
            keys={letter: letter.lower() for letter in LETTERS + LETTERS.upper()},
            stems=stems,
            synsets=synsets,
            paraphrases=pairs,
            function=function,
            lengths=lengths,
        )

    def twin(self, modules, **options):
        made = reference_meteor.meteor_statistics(
            self.output, self.reference, self.words, modules, **options
        )
        return [float(number) for number in made]

    def kernel(self, modules, **options):
        vocabulary = Vocabulary()
        every = LETTERS + LETTERS.upper()
        encode_tokens([" ".join(every)], "words", vocabulary)
        output, other = (
            encode_tokens([" ".join(text)], "words", vocabulary)
            for text in (self.output, self.reference)
        )
        table, ids = built(self.words.paraphrases)
        synsets = [sorted(self.words.synsets[letter]) for letter in every]
        lexicon = Lexicon(
            keys=array("i", [ord(str(self.words.keys[letter])) for letter in every]),
            function=bytes(letter in self.words.function for letter in every),
            lengths=array("i", [self.words.lengths[letter] for letter in every]),
            stems=array("i", [self.words.stems[letter] for letter in every]),
            synsets=Encoded(
                array("i", chain.from_iterable(synsets)),
                array("q", accumulate(map(len, synsets), initial=0)),
            ),
            synset_count=7,
            table_words=array("i", [ids.get(letter, -1) for letter in every]),
        )
        segments = array("q", [0])
        rows = meteor_statistics(output, segments, other, lexicon, modules, table, **options)
        return list(rows)


@st.composite
def problems(draw):
    letters = st.sampled_from((LETTERS + "AB")[: draw(st.sampled_from([2, 4, 10]))])
    text = st.lists(letters, max_size=9)
    every = LETTERS + LETTERS.upper()
    phrase = st.lists(letters, min_size=1, max_size=3)
    return Problem(
        draw(text),
        draw(text),
        {letter: draw(st.integers(0, 5)) for letter in every},
        {letter: draw(st.sets(st.integers(0, 6), max_size=2)) for letter in every},
        draw(st.lists(st.tuples(phrase, phrase), max_size=8)),
        draw(st.sets(letters)),
        {letter: draw(st.integers(1, 3)) for letter in every},
    )


@pytest.mark.slow
@given(
    problems(),
    st.permutations(METEOR_MODULES).flatmap(
        lambda order: st.integers(1, 4).map(lambda count: order[:count])
    ),
    st.sampled_from([1, 2, 3, 40]),
    st.booleans(),
)
@settings(max_examples=150)
def test_statistics_are_those_of_the_twin(problem, modules, beam, corrected):
    options = {"beam": beam, "corrected": corrected}
    assert problem.kernel(modules, **options) == problem.twin(modules, **options)


@given(st.lists(st.tuples(*[st.lists(st.sampled_from("abc"), min_size=1, max_size=3)] * 2)))
def test_a_table_holds_the_pairs_in_the_order_of_the_file(pairs):
    table, ids = built(pairs)
    words = {id: word for word, id in ids.items()}
    phrases = [tuple(words[id] for id in table.phrases[i]) for i in range(len(table.phrases))]
    assert set(phrases) == {tuple(phrase) for pair in pairs for phrase in pair}
    for i, phrase in enumerate(phrases):
        expected = [tuple(other) for one, other in pairs if tuple(one) == phrase]
        assert [phrases[p] for p in table.of_phrase[i]] == expected


@pytest.mark.parametrize("text", ["0.5\n\nb\n", "0.5\na\n \t\n"])
def test_a_phrase_needs_words(text):
    assert not ParaphraseBuilder().add(text.encode())


@pytest.mark.parametrize("text", ["0.5\n", "0.5\na\n", "0.5\na\nb\n0.5"])
def test_a_table_that_is_cut_short_is_refused(text):
    builder = ParaphraseBuilder()
    assert builder.add(text.encode())
    assert builder.finish() is None


def test_the_last_line_of_a_table_need_not_end():
    builder = ParaphraseBuilder()
    assert builder.add(b"0.5\na\nb")
    assert builder.finish() is not None


@pytest.mark.parametrize("part", range(3))
def test_arrays_that_do_not_fit_are_found(part):
    table, _ = built([("a", "b"), ("b", "c")])
    wrong = [
        table._replace(phrases=encoded([[0], [1], [9]])),
        table._replace(of_phrase=encoded([[5], [], []])),
        table._replace(first=array("i", [0, 2, 1, 3])),
    ]
    assert not wrong[part].fits()


def lexicon_of(count):
    ones = array("i", [1]) * count
    return Lexicon(keys=array("i", range(count)), function=bytes(count), lengths=ones)


@pytest.mark.parametrize("words", [300, 2000])
def test_a_word_repeated_for_ever_is_aligned_in_order(words):
    text = encoded([[0] * words])
    text.vocabulary = other_vocabulary = Vocabulary()
    encode_tokens(["a"], "words", other_vocabulary)
    rows = meteor_statistics(text, array("q", [0]), text, lexicon_of(1), ["exact"])
    if words == 300:
        assert list(rows)[-4:] == [1, words, words, 1]
    else:  # four million pairs are more than a search can mean
        assert np.isnan(np.asarray(rows)).all()


def test_a_lexicon_must_know_every_token():
    text = encoded([[0, 1]])
    with pytest.raises(ValueError, match=r"^The lexicon must contain every token\.$"):
        meteor_statistics(text, array("q", [0]), text, lexicon_of(1), ["exact"])


@pytest.mark.parametrize(("beam", "modules"), [(0, ["exact"]), (1, []), (1, ["exact"] * 5)])
def test_there_must_be_a_path_and_a_module(beam, modules):
    vocabulary = Vocabulary()
    text = encode_tokens(["a"], "words", vocabulary)
    with pytest.raises(ValueError, match="The beam must be at least 1"):
        meteor_statistics(text, array("q", [0]), text, lexicon_of(1), modules, beam=beam)


def test_rows_are_the_same_for_any_number_of_threads():
    from tertium.core import executor

    random = Random(7)
    lines = [" ".join(random.choices("abcdefghij", k=random.randint(0, 12))) for _ in range(2000)]
    vocabulary = Vocabulary()
    outputs = encode_tokens(lines, "words", vocabulary)
    other = encode_tokens(lines[::-1], "words", vocabulary)
    results = []
    for jobs in (1, 5):
        with executor.use(executor.Executor(jobs)):
            rows = meteor_statistics(
                outputs, array("q", range(2000)), other, lexicon_of(10), ["exact"]
            )
        results.append(bytes(rows))
    assert results[0] == results[1]


PIECES = st.sampled_from(
    [
        *"abZéж5.,'`‘’“”-– \t(!s中\x0b\u00a0\u3000😀\ud800\0",
        *("...", "''", "--", "U.S.", "Mr.", "No.", "DOT", "MULTI", "1990's", "don't"),
    ]
)


@pytest.mark.slow
@pytest.mark.parametrize("language", ["en", "fr", "de"])
@given(st.lists(st.lists(PIECES, max_size=20).map("".join) | st.text(max_size=9), max_size=3))
@settings(max_examples=200)
def test_normalization_is_that_of_the_twin(language, lines):
    abbreviations = {"Mr": False, "No": True, "ж": False}
    for punctuation in (True, False):
        made = normalize_meteor(lines, language, abbreviations, punctuation=punctuation)
        expected = [
            reference_meteor.normalize_meteor(line, language, abbreviations, punctuation)
            for line in lines
        ]
        # How many spaces separate two tokens does not matter.
        assert [tokenize_fields(line) for line in made] == [
            tokenize_fields(line) for line in expected
        ]


@pytest.mark.slow
def test_every_code_point_is_normalized_as_by_the_twin():
    line = "a".join(map(chr, range(0x110000)))
    (made,) = normalize_meteor([line], "en", {}, punctuation=True)
    expected = reference_meteor.normalize_meteor(line, "en", {}, True)
    assert tokenize_fields(made) == tokenize_fields(expected)


def test_long_lines_of_dots_take_no_longer_than_others():
    line = ".. " * 400_000
    (made,) = normalize_meteor([line], "en", {}, punctuation=True)
    assert len(made.split()) == 400_000
