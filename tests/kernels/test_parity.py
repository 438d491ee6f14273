"""Every function of the door equals its slow twin in `kernels.reference`."""

import math
import string
from array import array
from collections.abc import Sequence
from itertools import chain
from random import Random
from threading import Thread

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tertium.core import executor
from tertium.core.arrays import Buffer
from tertium.kernels import (
    EditScript,
    Encoded,
    Vocabulary,
    bleu_statistics,
    cder_statistics,
    chrf_statistics,
    encode_characters,
    encode_tokens,
    gleu_statistics,
    nist_information,
    nist_statistics,
    per_statistics,
    reference,
    reference_edits,
    ribes_statistics,
    ter_edit_scripts,
    ter_statistics,
    wer_edit_scripts,
    wer_statistics,
)
from tertium.kernels.concordance import concordance
from tests.kernels._sequences import Ids, Problem, encoded, problems, random_problem
from tests.text._nasty import nasty_text

TWINS = {
    "words": reference.tokenize_words,
    "fields": reference.tokenize_fields,
    "13a": reference.tokenize_13a,
    "intl": reference.tokenize_intl,
    "zh": reference.tokenize_zh,
    "punctuation": reference.tokenize_punctuation,
}


def sequences(made: Encoded) -> list[list[int]]:
    return [list(made[i]) for i in range(len(made))]


def matrix(rows, width: int) -> list[list[float]]:
    numbers = list(rows)
    return [numbers[at : at + width] for at in range(0, len(numbers), width)]


def one_to_one(output: Ids, other: Ids) -> tuple[Encoded, Buffer, Encoded]:
    return encoded([output]), array("q", [0]), encoded([other])


# --- Text to ids ----------------------------------------------------------------------------------


def test_tokens_that_differ_in_one_character_or_in_length_have_ids_of_their_own():
    whole = "\0" * 30
    tokens = [whole[:length] for length in range(1, 31)]
    tokens += [f"{token[:at]}a{token[at + 1 :]}" for token in tokens for at in range(len(token))]
    vocabulary = Vocabulary()
    ids = encode_tokens(tokens, "words", vocabulary).ids
    assert list(ids) == list(range(len(tokens)))
    assert vocabulary.tokens_from(0) == tokens


@pytest.mark.slow
@pytest.mark.parametrize("tokenization", TWINS)
@given(st.lists(nasty_text(), max_size=3))
@settings(max_examples=100)
def test_tokens_are_those_of_the_twin(tokenization, lines):
    tokens = [TWINS[tokenization](line) for line in lines]
    numbers: dict[str, int] = {}
    ids = [[numbers.setdefault(token, len(numbers)) for token in line] for line in tokens]
    vocabulary = Vocabulary()
    assert sequences(encode_tokens(lines, tokenization, vocabulary)) == ids
    # The same strings, not only the same pattern: on its own each token has its id.
    assert sequences(encode_tokens(list(numbers), "fields", vocabulary)) == [
        [number] for number in numbers.values()
    ]
    assert len(vocabulary) == len(numbers)


@pytest.mark.parametrize("tokenization", TWINS)
@given(st.lists(nasty_text() | st.sampled_from(["ABC xyz [@`{Z", "ÄÖ ΣΑΣ İ", "K É"]), max_size=3))
def test_lower_casing_is_that_of_python(tokenization, lines):
    def ids(lines, lowercase):
        found = encode_tokens(lines, tokenization, Vocabulary(), lowercase=lowercase)
        return sequences(found)

    ascii_lower = str.maketrans(string.ascii_uppercase, string.ascii_lowercase)
    assert ids(lines, "all") == ids([line.lower() for line in lines], "none")
    assert ids(lines, "ascii") == ids([line.translate(ascii_lower) for line in lines], "none")


@pytest.mark.slow
def test_every_code_point_is_lower_cased_as_by_python():
    lines = [f"{chr(point)}A" for point in range(0x110000)]
    ours, theirs = (
        encode_tokens(given, "fields", Vocabulary(), lowercase=lowercase).ids
        for given, lowercase in ((lines, "all"), ([line.lower() for line in lines], "none"))
    )
    assert list(ours) == list(theirs)


@pytest.mark.parametrize("whitespace", [False, True])
@given(st.lists(nasty_text(), max_size=3))
def test_characters_are_those_of_the_twin(whitespace, lines):
    expected = [reference.characters(line, whitespace=whitespace) for line in lines]
    assert sequences(encode_characters(lines, whitespace=whitespace)) == expected


EVERY_CODE_POINT = "a".join(map(chr, range(0x110000)))


@pytest.mark.slow
@pytest.mark.parametrize("tokenization", TWINS)
def test_every_code_point_is_tokenized_as_by_the_twin(tokenization):
    numbers: dict[str, int] = {}
    tokens = TWINS[tokenization](EVERY_CODE_POINT)
    ids = [numbers.setdefault(token, len(numbers)) for token in tokens]
    assert list(encode_tokens([EVERY_CODE_POINT], tokenization, Vocabulary()).ids) == ids


def test_every_code_point_is_white_space_or_not_as_in_python():
    ids = encode_characters([EVERY_CODE_POINT]).ids
    assert list(ids) == reference.characters(EVERY_CODE_POINT, whitespace=False)
    assert list(encode_characters([EVERY_CODE_POINT], whitespace=True).ids) == list(
        map(ord, EVERY_CODE_POINT)
    )


def test_ids_are_dense_and_survive_growth_of_the_vocabulary():
    vocabulary = Vocabulary()
    words = [f"word{number}" for number in range(20_000)]
    first = encode_tokens([" ".join(words)], "words", vocabulary)
    again = encode_tokens(words, "words", vocabulary)
    assert list(first.ids) == list(again.ids) == list(range(20_000))
    assert first.alphabet == len(vocabulary) == 20_000


class MadeAnew(Sequence[str]):
    """Lines without other references to them, like lines read from a file on demand."""

    def __len__(self):
        return 3000

    def __getitem__(self, index):
        if not 0 <= index < len(self):
            raise IndexError
        return f"line {index} \udc80 of text" if index % 7 == 0 else f"line {index} of text"


def test_lines_made_anew_at_every_access_are_encoded_right():
    lines = MadeAnew()
    made = encode_tokens(lines, "words", Vocabulary())
    assert sequences(made) == sequences(encode_tokens(list(lines), "words", Vocabulary()))
    assert sequences(encode_characters(lines)) == sequences(encode_characters(list(lines)))


def test_threads_can_share_a_vocabulary():
    vocabulary = Vocabulary()
    lines = [[f"{thread}.{number}" for number in range(30_000)] for thread in range(4)]
    threads = [Thread(target=encode_tokens, args=(one, "words", vocabulary)) for one in lines]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(vocabulary) == 4 * 30_000
    ids = [list(encode_tokens(one, "words", vocabulary).ids) for one in lines]
    assert sorted(chain.from_iterable(ids)) == list(range(4 * 30_000))


# --- Ids to statistics ----------------------------------------------------------------------------


@given(problems(), st.integers(1, 7))
def test_bleu_statistics_are_those_of_the_twin(problem, order):
    outputs, segments, references = problem.arguments
    rows = bleu_statistics(outputs, segments, references, order)
    assert matrix(rows, 2 * order + 2) == [
        reference.bleu_statistics(output, others, order) for output, others in problem.pairs()
    ]


def nist_of_the_twin(problem: Problem, order: int, blank: int | None = None) -> list[list[float]]:
    streams = [[ids or () for ids in stream] for stream in problem.references]
    bits = reference.nist_information(streams, order, blank=blank)
    return [
        reference.nist_statistics(output, others, bits, order) for output, others in problem.pairs()
    ]


@given(problems(), st.integers(1, 7), st.none() | st.integers(0, 3))
def test_nist_statistics_are_those_of_the_twin(problem, order, blank):
    outputs, segments, references = problem.arguments
    weights = nist_information(references, order, blank=blank)
    rows = matrix(nist_statistics(outputs, segments, references, weights), 2 * order + 1)
    assert np.array(rows) == pytest.approx(np.array(nist_of_the_twin(problem, order, blank)))


def test_information_counts_every_reference_of_every_segment():
    # Of 8 words 4 are "0", which "1" follows twice and "2" once.
    references = [encoded([[0, 1, 0], [2]]), encoded([[0, 1], [0, 2]])]
    weights = nist_information(references, 2)
    rows = nist_statistics(encoded([[0, 1], [0, 2]]), array("q", [0, 1]), references, weights)
    words = [math.log2(8 / count) for count in (4, 2, 2)]
    assert matrix(rows, 5) == [
        pytest.approx([words[0] + words[1], math.log2(4 / 2), 2, 1, 2.5]),
        pytest.approx([words[0] + words[2], math.log2(4 / 1), 2, 1, 1.5]),
    ]


def test_words_that_came_after_the_information_tell_nothing():
    vocabulary = Vocabulary()
    other = encode_tokens(["a b a c"], "words", vocabulary)
    weights = nist_information([other], 3)
    outputs = encode_tokens(["a b a c", "new a b", "a new b", "a b new"], "words", vocabulary)
    rows = matrix(nist_statistics(outputs, array("q", [0] * 4), [other], weights), 7)
    assert [row[:3] for row in rows] == [
        [2 * 1 + 2 * 2, 1 + 1, 0],
        [1 + 2, 1, 0],
        [1 + 2, 0, 0],
        [1 + 2, 1, 0],
    ]


@given(
    problems(vocabularies=(1, 2, 4, 9, 30)),
    st.sampled_from([0, 0.25, 1]),
    st.floats(0, 2, width=16),
)
def test_ribes_statistics_are_those_of_the_twin(problem, alpha, beta):
    outputs, segments, references = problem.arguments
    rows = matrix(ribes_statistics(outputs, segments, references, alpha, beta), 2)
    assert rows == [
        pytest.approx(reference.ribes_statistics(output, others, alpha, beta))
        for output, others in problem.pairs()
    ]


# Texts of one or two words repeat themselves at such length that an automaton takes over; of those
# of many words so many correspond that they are counted in a tree.
@pytest.mark.slow
@pytest.mark.parametrize(
    ("vocabulary", "longest"), [(1, 70), (2, 70), (5, 70), (40, 70), (400, 140)]
)
def test_ribes_statistics_of_long_texts_are_those_of_the_twin(vocabulary, longest):
    problem = random_problem(
        vocabulary, outputs=12, segments=4, references=2, vocabulary=vocabulary, longest=longest
    )
    rows = matrix(ribes_statistics(*problem.arguments, 0.25, 0.1), 2)
    assert rows == [
        pytest.approx(reference.ribes_statistics(output, others, 0.25, 0.1))
        for output, others in problem.pairs()
    ]


@given(st.lists(st.tuples(problems(references=1), st.integers(1, 7)), min_size=1, max_size=3))
def test_chrf_statistics_are_those_of_the_twin_side_by_side(parts):
    # All parts describe the same outputs; use as many outputs as every part has.
    count = min(len(problem.outputs) for problem, _ in parts)
    segments = [0] * count
    rows = chrf_statistics(
        array("q", segments),
        [
            (encoded(problem.outputs[:count]), encoded([problem.references[0][0] or ()]), order)
            for problem, order in parts
        ],
    )
    assert matrix(rows, sum(3 * order for _, order in parts)) == [
        [
            number
            for problem, order in parts
            for number in reference.chrf_statistics(
                problem.outputs[i], problem.references[0][0] or (), order
            )
        ]
        for i in range(count)
    ]


@given(problems(references=1), st.integers(1, 7))
def test_chrf_statistics_find_the_segment_of_each_output(problem, order):
    outputs, segments, references = problem.arguments
    rows = chrf_statistics(segments, [(outputs, references[0], order)])
    assert matrix(rows, 3 * order) == [
        reference.chrf_statistics(output, others[0], order) for output, others in problem.pairs()
    ]


@given(problems(references=1), st.integers(1, 7))
def test_gleu_statistics_are_those_of_the_twin(problem, order):
    outputs, segments, references = problem.arguments
    assert matrix(gleu_statistics(outputs, segments, references[0], order), 2) == [
        reference.gleu_statistics(output, other, order) for output, (other,) in problem.pairs()
    ]


AGAINST_ONE = {
    per_statistics: reference.per_statistics,
    wer_statistics: reference_edits.wer_statistics,
    cder_statistics: reference.cder_statistics,
}


@pytest.mark.parametrize("kernel", AGAINST_ONE, ids=lambda kernel: kernel.__name__)
@given(problem=problems(references=1))
def test_statistics_against_one_reference_are_those_of_the_twin(kernel, problem):
    twin = AGAINST_ONE[kernel]
    outputs, segments, references = problem.arguments
    expected = [twin(output, other) for output, (other,) in problem.pairs()]
    assert matrix(kernel(outputs, segments, references[0]), len(twin((), ()))) == expected


@pytest.mark.slow
# Blocks of 64 words, with few different ones: often enough for their places to be kept as bits.
@pytest.mark.parametrize("kernel", AGAINST_ONE, ids=lambda kernel: kernel.__name__)
@pytest.mark.parametrize("length", [63, 64, 65, 127, 128, 129, 190])
@pytest.mark.parametrize("vocabulary", [1, 2, 40])
def test_statistics_at_the_borders_of_blocks_are_those_of_the_twin(kernel, length, vocabulary):
    random = Random(length)
    other = [random.randrange(vocabulary) for _ in range(length)]
    for output in (
        [random.randrange(vocabulary) for _ in range(length)],
        [word for word in other if random.random() < 0.8],
        [*other[length // 3 :], *other[: length // 3], *other[:5]],
    ):
        expected = AGAINST_ONE[kernel](output, other)
        assert list(kernel(*one_to_one(output, other))) == expected


# Shifts are searched for as sacreBLEU or as TERCOM does.
SEARCHES = pytest.mark.parametrize("tercom", [False, True], ids=["sacrebleu", "tercom"])


@SEARCHES
@given(problems(vocabularies=(1, 2, 4, 9), longest=9, references=2))
@settings(max_examples=80)
def test_ter_statistics_are_those_of_the_twin(tercom, problem):
    assert matrix(ter_statistics(*problem.arguments, tercom=tercom), 2) == [
        reference_edits.ter_statistics(output, others, tercom=tercom)
        for output, others in problem.pairs()
    ]


@pytest.mark.slow
# Above 181 different words pairs of words go to a hash table, below to a table of all pairs.
@pytest.mark.parametrize("vocabulary", [1, 100, 181, 182, 5000])
def test_long_sequences_have_the_statistics_of_the_twin(vocabulary):
    problem = random_problem(
        vocabulary, outputs=6, segments=2, references=2, vocabulary=vocabulary, longest=4000
    )
    outputs, segments, references = problem.arguments
    assert matrix(bleu_statistics(outputs, segments, references, 4), 10) == [
        reference.bleu_statistics(output, others, 4) for output, others in problem.pairs()
    ]
    assert matrix(chrf_statistics(segments, [(outputs, references[1], 6)]), 18) == [
        reference.chrf_statistics(output, others[1], 6) for output, others in problem.pairs()
    ]
    rows = matrix(
        nist_statistics(outputs, segments, references, nist_information(references, 5)), 11
    )
    assert np.array(rows) == pytest.approx(np.array(nist_of_the_twin(problem, 5)))


@pytest.mark.slow
def test_statistics_do_not_depend_on_what_was_counted_before():
    # Tables are reused from segment to segment; one output at a time they are fresh.
    problem = random_problem(3, outputs=60, segments=20, references=2, vocabulary=400, longest=300)
    outputs, segments, references = problem.arguments
    together = matrix(bleu_statistics(outputs, segments, references, 5), 12)
    edits = [
        matrix(ter_statistics(outputs, segments, references, tercom=tercom), 2)
        for tercom in (False, True)
    ]
    distances = matrix(wer_statistics(outputs, segments, references[0]), 2)
    covers = matrix(cder_statistics(outputs, segments, references[0]), 2)
    weights = nist_information(references, 5)
    weighted = matrix(nist_statistics(outputs, segments, references, weights), 11)
    ordered = matrix(ribes_statistics(outputs, segments, references, 0.25, 0.1), 2)
    for i, segment in enumerate(problem.segments):
        alone = encoded([problem.outputs[i]]), array("q", [segment]), references
        assert list(bleu_statistics(*alone, 5)) == together[i]
        assert list(ter_statistics(*alone)) == edits[0][i]
        assert list(ter_statistics(*alone, tercom=True)) == edits[1][i]
        assert list(wer_statistics(*alone[:2], references[0])) == distances[i]
        assert list(cder_statistics(*alone[:2], references[0])) == covers[i]
        assert list(nist_statistics(*alone, weights)) == weighted[i]
        assert list(ribes_statistics(*alone, 0.25, 0.1)) == ordered[i]


def test_results_are_the_same_for_any_number_of_threads():
    problem = random_problem(7, outputs=5300, segments=900, references=2, vocabulary=50, longest=12)
    outputs, segments, references = problem.arguments
    weights = nist_information(references, 5)
    found = set()
    for jobs in (1, 2, 5):
        with executor.use(executor.Executor(jobs=jobs)):
            parts = [(outputs, references[0], 6), (outputs, references[1], 2)]
            found.add(
                (
                    bytes(bleu_statistics(outputs, segments, references, 4)),
                    bytes(chrf_statistics(segments, parts)),
                    bytes(ter_statistics(outputs, segments, references)),
                    bytes(wer_statistics(outputs, segments, references[0])),
                    bytes(cder_statistics(outputs, segments, references[0])),
                    bytes(per_statistics(outputs, segments, references[0])),
                    bytes(gleu_statistics(outputs, segments, references[0], 4)),
                    bytes(nist_statistics(outputs, segments, references, weights)),
                    bytes(ribes_statistics(outputs, segments, references, 0.25, 0.1)),
                    bytes(ter_statistics(outputs, segments, references, tercom=True)),
                )
            )
    assert len(found) == 1
    rows = matrix(memoryview(found.pop()[0]).cast("d"), 10)
    assert rows[::500] == [
        reference.bleu_statistics(output, others, 4)
        for output, others in list(problem.pairs())[::500]
    ]


# --- Edits ----------------------------------------------------------------------------------------


def replay(script: EditScript, output: Ids, other: Ids) -> list[int]:
    """Do to the output what the script says; it must be true of the two texts."""
    words = list(output)
    for start, length, target in script.shifts:
        assert 0 < length <= 10
        assert start + length <= len(words)
        block = words[start : start + length]
        del words[start : start + length]
        assert 0 <= target <= len(words)
        words[target:target] = block
    made: list[int] = []
    for operation in script.operations:
        if operation != "i":
            word = words.pop(0)
        if operation != "d":
            wanted = other[len(made)]
            made.append(wanted)
        if operation in "ms":
            assert (word == wanted) == (operation == "m")
    assert not words
    return made


def translation_script(output: Ids, other: Ids, *, tercom: bool = False) -> EditScript:
    """The script of the kernel, which leads to the reference and is that of the twin."""
    script = ter_edit_scripts(*one_to_one(output, other), tercom=tercom)[0]
    operations, shifts = reference_edits.ter_edits(output, other, tercom=tercom)
    assert script == EditScript(operations, tuple(shifts))
    assert replay(script, output, other) == list(other)
    return script


@pytest.mark.slow
@SEARCHES
@given(problems(vocabularies=(2, 4, 9), longest=9, references=1))
@settings(max_examples=80)
def test_ter_edit_scripts_lead_to_the_reference_and_equal_the_twin(tercom, problem):
    outputs, segments, references = problem.arguments
    scripts = ter_edit_scripts(outputs, segments, references[0], tercom=tercom)
    edits = ter_statistics(outputs, segments, references, tercom=tercom)[::2]
    for script, edit, (output, (other,)) in zip(scripts, edits, problem.pairs(), strict=True):
        assert script == translation_script(output, other, tercom=tercom)
        assert script.edits == edit


@given(problems(vocabularies=(1, 3, 20), references=1))
def test_edit_scripts_lead_to_the_reference_and_equal_the_twin(problem):
    outputs, segments, references = problem.arguments
    scripts = wer_edit_scripts(outputs, segments, references[0])
    for script, (output, (other,)) in zip(scripts, problem.pairs(), strict=True):
        assert replay(script, output, other) == list(other)
        assert script == EditScript(reference_edits.wer_operations(output, other))


def shuffled_blocks(seed: int) -> tuple[Ids, Ids]:
    """Blocks of words in two orders, with some noise between them."""
    random = Random(seed)
    new = iter(range(100_000))
    blocks = [[next(new) for _ in range(random.choice((3, 5, 8, 10, 20)))] for _ in range(4)]

    def text() -> list[int]:
        words = []
        for block in random.sample(blocks, len(blocks)):
            words += block
            if random.random() < 0.3:
                words += [next(new) for _ in range(random.randint(5, 25))]
        return words

    return text(), text()


# A shift that brings words back into the beam saves more than twice its length.
@pytest.mark.parametrize(
    "seed", [597, *(pytest.param(n, marks=pytest.mark.slow) for n in (19, 91, 609))]
)
def test_shifts_at_the_edge_of_the_beam_are_those_of_the_twin(seed):
    translation_script(*shuffled_blocks(seed))


# TERCOM's beam leaves out the best path (7, 354), shifts farther than sacreBLEU's distance (21),
# tries more than a thousand (51), moves a block within itself (last but one), stops at more than
# twice the length of a block where a shorter one would save still more (last).
@pytest.mark.parametrize(
    ("output", "other"),
    [
        *(shuffled_blocks(seed) for seed in (21, 354)),
        *(pytest.param(*shuffled_blocks(seed), marks=pytest.mark.slow) for seed in (7, 51)),
        ([1, 1, 0, 0, 1], [0, 1, 1, 1]),
        (
            [26, 23, 39, 3, 18, 36, 11, 9, 24, 20, 9, 14],
            [
                *(34, 10, 9, 30, 16, 21, 11, 3, 14, 2, 0, 10, 39, 27, 24, 24, 27, 3, 35, 37),
                *(28, 32, 7, 21, 19, 2, 38, 18, 5, 38, 24, 22, 19, 5, 14, 13, 33, 18, 33, 22),
            ],
        ),
    ],
)
def test_shifts_where_tercom_differs_are_those_of_the_twin(output, other):
    searches = (translation_script(output, other, tercom=tercom) for tercom in (False, True))
    assert next(searches) != next(searches)


def test_no_shift_is_made_once_a_thousand_have_been_tried():
    # Two words in any order: so many shifts to try that not even the first round ends.
    random = Random(3)
    output, other = ([random.randrange(2) for _ in range(30)] for _ in range(2))
    script = ter_edit_scripts(*one_to_one(output, other))[0]
    assert script == EditScript(reference_edits.wer_operations(output, other))
    # Of the first half alone fewer are tried, and some help.
    assert ter_edit_scripts(*one_to_one(output[:15], other[:15]))[0].shifts


@SEARCHES
def test_very_different_lengths_are_edited_as_in_the_twin(tercom):
    random = Random(6)
    for rows, columns in ((1, 60), (3, 180), (60, 1), (180, 3), (2, 101), (4, 200)):
        output = [random.randrange(300) for _ in range(rows)]
        other = [random.randrange(300) for _ in range(columns)]
        translation_script(output, other, tercom=tercom)


# Up to 8,000 words in both texts the table has cells of two bytes, above of four.
@pytest.mark.parametrize("length", [3990, 4100, 20_000])
def test_edits_of_long_texts_are_those_that_were_made(length):
    other = list(range(length))
    output = list(other)
    for at in range(100, length, 500):
        output[at] = length + at  # a substitution
    block = output[1000:1007]
    del output[1000:1007]
    output[1040:1040] = block  # a shift
    del output[2000:2003]  # three insertions are needed
    output[3000:3000] = [2 * length + 1, 2 * length + 2]  # two deletions are needed
    script = ter_edit_scripts(*one_to_one(output, other))[0]
    assert replay(script, output, other) == other
    assert len(script.shifts) == 1
    assert script.edits == len(range(100, length, 500)) + 1 + 3 + 2
    assert ter_statistics(*one_to_one(output, other)[:2], [encoded([other])])[0] == (script.edits)


def test_a_few_words_of_a_long_text_are_edited_as_in_the_twin():
    # Cells of four bytes within what TERCOM's table may have.
    assert translation_script([8999, 17, 5], range(9000), tercom=True).shifts == ((2, 1, 0),)


def test_time_for_one_repeated_word_does_not_grow_with_the_square():
    # "x a a ... a" against "a a ... a x": 200,000 words would take minutes.
    output, other = [1] + [0] * 200_000, [0] * 200_000 + [1]
    assert list(ter_statistics(*one_to_one(output, other)[:2], [encoded([other])])) == [
        2.0,
        200_001.0,
    ]


def test_time_for_words_in_context_does_not_grow_with_the_square():
    # 200,000 times the same word: only the first and the last are weights by their context.
    same = [0] * 200_000
    rows = list(ribes_statistics(*one_to_one(same, same)[:2], [encoded([same])], 0.25, 0.1))
    assert rows == pytest.approx([(2 / 200_000) ** 0.25, 1])


def test_texts_too_long_for_the_table_of_tercom_are_refused():
    # 4,096 words in both texts are the most.
    other = list(range(4097))
    longest = one_to_one(other[:-1], other[1:])
    assert ter_edit_scripts(*longest, tercom=True)[0].edits == 2
    with pytest.raises(MemoryError):
        ter_edit_scripts(*one_to_one(other, other[1:]), tercom=True)
    with pytest.raises(MemoryError):
        ter_statistics(*one_to_one(other, other[1:])[:2], [encoded([other])], tercom=True)


# --- Arguments ------------------------------------------------------------------------------------


def test_numbers_of_outputs_and_segments_must_agree():
    outputs, others = encoded([[1], [2]]), encoded([[1]])
    segments = array("q", [0])
    with pytest.raises(ValueError, match="one number for every output"):
        bleu_statistics(outputs, segments, [others], 4)
    with pytest.raises(ValueError, match="one number for every output"):
        chrf_statistics(segments, [(outputs, others, 4)])
    with pytest.raises(ValueError, match="one number for every output"):
        gleu_statistics(outputs, segments, others, 4)
    for kernel in AGAINST_ONE:
        with pytest.raises(ValueError, match="one number for every output"):
            kernel(outputs, segments, others)
    with pytest.raises(ValueError, match="one number for every output"):
        ter_statistics(outputs, segments, [others])
    with pytest.raises(ValueError, match="one number for every output"):
        nist_statistics(outputs, segments, [others], nist_information([others], 5))
    with pytest.raises(ValueError, match="one number for every output"):
        ribes_statistics(outputs, segments, [others], 0.25, 0.1)
    with pytest.raises(ValueError, match="one number for every output"):
        ter_edit_scripts(outputs, segments, others)
    with pytest.raises(ValueError, match="one number for every output"):
        wer_edit_scripts(outputs, segments, others)


@pytest.mark.parametrize("segment", [-1, 2, 2**62])
def test_segments_must_exist_in_every_reference(segment):
    outputs, short, long = encoded([[1]]), encoded([[1], [2]]), encoded([[1]] * 9)
    where = array("q", [segment])
    with pytest.raises(ValueError, match="must lie from 0 to 1"):
        bleu_statistics(outputs, where, [short], 4)
    if segment == 2:
        with pytest.raises(ValueError, match="must lie from 0 to 1"):
            ter_statistics(outputs, where, [long, short])


def test_vocabularies_must_be_the_same():
    outputs = encode_tokens(["a b"], "words", Vocabulary())
    others = encode_tokens(["a b"], "words", Vocabulary())
    with pytest.raises(ValueError, match="share one vocabulary"):
        ter_statistics(outputs, array("q", [0]), [others])
    with pytest.raises(ValueError, match="share one vocabulary"):
        bleu_statistics(outputs, array("q", [0]), [encode_characters(["a b"])], 4)
    with pytest.raises(ValueError, match="share one vocabulary"):
        nist_information([outputs, others], 4)


def test_there_must_be_a_reference():
    with pytest.raises(ValueError, match="At least one reference"):
        bleu_statistics(encoded([[1]]), array("q", [0]), [], 4)
    with pytest.raises(ValueError, match="At least one reference"):
        ter_statistics(encoded([[1]]), array("q", [0]), [])
    with pytest.raises(ValueError, match="At least one reference"):
        nist_information([], 4)


def test_information_takes_references_of_the_same_segments():
    with pytest.raises(ValueError, match="All references must have the same number of segments"):
        nist_information([encoded([[1]]), encoded([[1], [2]])], 4)


@pytest.mark.parametrize("order", [0, -1])
def test_order_must_be_positive(order):
    outputs, segments, other = one_to_one([1, 2], [1, 2])
    with pytest.raises(ValueError, match="at least 1"):
        bleu_statistics(outputs, segments, [other], order)
    with pytest.raises(ValueError, match="at least 1"):
        chrf_statistics(segments, [(outputs, other, order)])
    with pytest.raises(ValueError, match="at least 1"):
        gleu_statistics(outputs, segments, other, order)
    with pytest.raises(ValueError, match="at least 1"):
        nist_information([other], order)


@pytest.mark.parametrize("blank", [-1, 0x110000])
def test_the_blank_must_be_a_token(blank):
    with pytest.raises(ValueError, match=r"`blank` must lie from 0 to 1114111\."):
        nist_information([encoded([[1]])], 2, blank=blank)


def test_segments_must_be_64_bit_integers():
    with pytest.raises(ValueError, match="Buffer dtype mismatch"):
        bleu_statistics(encoded([[1]]), array("i", [0]), [encoded([[1]])], 4)


@pytest.mark.parametrize("lines", [[1], [None], [b"bytes"], ["good", 1.5]])
def test_lines_must_be_strings(lines):
    with pytest.raises(TypeError):
        encode_tokens(lines, "words", Vocabulary())
    with pytest.raises(TypeError):
        encode_characters(lines)


def test_tokenization_must_be_known():
    with pytest.raises(KeyError, match="14b"):
        encode_tokens(["a"], "14b", Vocabulary())


@pytest.mark.parametrize(
    ("ids", "offsets"),
    [
        ([0, 1], []),
        ([0, 1], [0]),
        ([0, 1], [1, 2]),
        ([0, 1], [0, 3]),
        ([0, 1], [0, 2, 1, 2]),
        ([0, -1], [0, 2]),
        ([0, 0x110000], [0, 2]),
    ],
)
def test_check_finds_bad_ids_and_offsets(ids, offsets):
    with pytest.raises(ValueError, match="from 0 to 1114111"):
        Encoded(array("i", ids), array("q", offsets)).check()


def test_check_finds_ids_beyond_the_vocabulary():
    vocabulary = Vocabulary()
    encode_tokens(["a b"], "words", vocabulary)
    Encoded(array("i", [0, 1]), array("q", [0, 2]), vocabulary).check()
    with pytest.raises(ValueError, match="from 0 to 1 "):
        Encoded(array("i", [0, 2]), array("q", [0, 2]), vocabulary).check()


def test_check_finds_a_wrong_number_of_missing():
    with pytest.raises(ValueError, match="one byte for every sequence"):
        Encoded(array("i", [0]), array("q", [0, 1]), missing=b"\0\1").check()


# --- Scores beside scores ------------------------------------------------------------------------


def concordance_of(first, second, epsilon, ranks, masks):
    """Both ways, as lists of rows."""
    both = np.array([*first, *second], float)
    order = np.argsort(both, kind="stable")
    cells, sides = (order % len(ranks)).astype(np.int32), (order >= len(ranks)).astype(np.uint8)
    rows = concordance(
        cells,
        sides,
        both[order],
        epsilon,
        np.array(ranks, np.int32),
        max(ranks) + 1,
        np.array(masks, np.uint8).ravel(),
    )
    slow = reference.concordance(list(cells), list(sides), list(both[order]), epsilon, ranks, masks)
    return matrix(rows, 6), slow


@given(
    st.integers(1, 12).flatmap(
        lambda size: st.tuples(
            *(st.lists(st.integers(0, 6), min_size=size, max_size=size) for _ in range(3)),
            st.lists(
                st.lists(st.integers(0, 1), min_size=size, max_size=size), min_size=1, max_size=3
            ),
        )
    ),
    st.sampled_from([0, 1, 2.5, 7]),
)
def test_concordance(problem, epsilon):
    first, second, ranks, masks = problem
    fast, slow = concordance_of(first, second, epsilon, ranks, masks)
    assert fast == slow


@pytest.mark.parametrize("classes", [16, 17, 256, 257, 4096, 4097, 65536, 65537, 2**20])
def test_concordance_counts_any_number_of_ranks(classes):
    random = np.random.default_rng(classes)
    first, second = random.integers(0, 50, (2, 60))
    ranks = [*map(int, random.integers(0, classes, 59)), classes - 1]
    masks = random.integers(0, 2, (2, 60)).tolist()
    fast, slow = concordance_of(first, second, 3, ranks, masks)
    assert fast == slow


@pytest.mark.slow
def test_concordance_of_more_scores_than_16_bits_count():
    cells = 2**16 + 1
    ascending = np.arange(cells, dtype=np.int32)
    rows = concordance(
        ascending, bytes(cells), ascending.astype(float), 0, ascending, cells, bytes(cells)
    )
    assert list(rows) == [cells * (cells - 1) / 2] * 2 + [0] * 4


def test_concordance_refuses_what_does_not_fit():
    one = np.zeros(1, np.int32)
    for arguments in (
        (one, b"", np.zeros(1), 0, one, 1, bytes(1)),
        (one + 1, bytes(1), np.zeros(1), 0, one, 1, bytes(1)),
        (one, bytes(1), np.zeros(1), 0, one + 1, 1, bytes(1)),
        (one, bytes(1), np.zeros(1), -1, one, 1, bytes(1)),
        (one, bytes(1), np.zeros(1), float("nan"), one, 1, bytes(1)),
    ):
        with pytest.raises(ValueError, match="must"):
            concordance(*arguments)
    assert not len(concordance(one, bytes(1), np.zeros(1), 0, one, 1, b""))
