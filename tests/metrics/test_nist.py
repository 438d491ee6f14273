import math
from typing import Any

import pytest

import tertium
from tertium.core.errors import ParameterError
from tertium.core.testset import TestSet
from tertium.metrics import metric
from tertium.metrics.nist import Nist

# Of 4 words "a" occurs twice, "b" and "c" once: 1, 2 and 2 bits. After "a" comes "b" or "c": 1 bit;
# after "b" only "a": 0 bits. All longer n-grams occur once and have 0 bits.
TEXT = "a b a c"


def sums(output: str, *references: str, **options: Any) -> list[float]:
    found: list[float] = tertium.nist(
        [output], [[one] for one in references], **options
    ).stats.sum()
    return found


def test_rare_words_tell_more_than_frequent_ones():
    score = tertium.nist([TEXT], [[TEXT]])
    assert score.stats.sum() == [6, 2, 0, 0, 0, 4, 3, 2, 1, 0, 4]
    assert score.value == pytest.approx(6 / 4 + 2 / 3)


@pytest.mark.parametrize(
    ("output", "information"),
    [
        ("a", [1, 0]),
        ("b", [2, 0]),
        ("c b", [4, 0]),  # the words, not the bigram
        ("a c", [3, 1]),
        ("a a a", [2, 0]),  # no more often than in the reference
        ("a b a b", [4, 1]),
        ("x", [0, 0]),
        ("", [0, 0]),
    ],
)
def test_information_of_what_matches(output, information):
    assert sums(output, TEXT, order=2)[:2] == information


def test_information_is_that_of_the_whole_test_set_also_for_a_segment():
    # 8 words: "a" 4 times, "b" 3 times, "c" once; "a b" 3 times.
    score = tertium.nist(["a b", "c"], [["a b", "a b c a a b"]], order=2)
    words = [math.log2(8 / count) for count in (4, 3, 1)]
    assert score.stats.rows.tolist() == [
        pytest.approx([words[0] + words[1], math.log2(4 / 3), 2, 1, 2]),
        pytest.approx([words[2], 0, 1, 0, 6]),
    ]
    assert score.segments[0] == pytest.approx((words[0] + words[1]) / 2 + math.log2(4 / 3))
    assert not score.metric.separable


def test_information_counts_all_references_and_each_can_lend_n_grams():
    # 6 words: "a" and "b" twice, "c" and "d" once. 1 bit for "a c" of one reference and for "b d"
    # of the other; "c b" has 0 bits, because "c" occurs once.
    found = sums("a c b d", "a b d", "a c b", order=2)
    assert found == pytest.approx([2 * math.log2(3) + 2 * math.log2(6), 2, 4, 3, 3])


@pytest.mark.parametrize(
    ("output", "reference", "penalty"),
    [
        ("a b", "a b c", 0.5),  # two thirds of the length, half the score
        ("a b c", "a b c", 1),
        ("a b c d", "a b c", 1),
        ("a", "a b", 2 ** -((math.log(2) / math.log(1.5)) ** 2)),
        ("", "a b c", 0),
        ("a", "", 1),
        ("", "", 1),
    ],
)
def test_length_penalty(output, reference, penalty):
    score = tertium.nist([output], [[reference]])
    assert score.details["length_penalty"] == pytest.approx(penalty)


def test_the_length_is_compared_with_the_mean_of_the_references():
    assert sums("a b", "a b c", "a b c d e f")[-1] == 4.5
    # A missing one does not count, an empty one does.
    score = tertium.nist(["a", "b c"], [["a b", "b"], [None, "b c d"], ["", "c"]])
    assert score.stats.rows[:, -1].tolist() == [1, 5 / 3]


def test_the_word_0_is_no_history_unless_asked_for():
    # After "0", which occurs twice, "x" and "y" come once: 1 bit. mteval-v13a says 2, of 4 words.
    assert sums("0 x", "0 x 0 y", order=2)[:2] == [1 + 2, 2]
    assert sums("0 x", "0 x 0 y", order=2, zero_history=True)[:2] == [1 + 2, 1]
    # As the only word before, not as one of several, and only the very word.
    assert sums("0 0 x", "0 0 x 0 0 y", order=3)[2] == 1
    assert sums("00 x", "00 x 00 y", order=2)[1] == 1
    assert sums("0x", "0x0y", order=2, tok="char")[1] == 2


def test_lower_case_is_that_of_mteval():
    assert sums("ÄB c", "äb c", order=1)[0] == 1  # "c"; 13a lower-cases A to Z only
    assert sums("äB c", "äb C", order=1)[0] == 2
    assert sums("äB c", "äb C", order=1, case_sensitive=True)[0] == 0
    assert sums("ÄB c", "äb C", order=1, tok="intl")[0] == 2


def test_tokenizer():
    assert sums("a, b", "a , b")[5] == 3
    assert sums("a“b”", "a", tok="intl")[5] == 4
    assert sums("a, b", "a , b", tok="none")[5] == 2
    assert metric("nist", tok="intl") == metric("nist(tok=intl)")
    assert metric("nist", lc=True) == metric("nist")


def test_title_columns_details_and_description():
    nist = metric("nist(order=2)")
    assert nist.title == "NIST"
    assert nist.best is None
    assert nist.for_segments() == nist
    assert nist.columns == (
        *("information_1", "information_2", "total_1", "total_2", "reference_length"),
    )
    score = tertium.nist(["a b"], [["a b a"]], order=2)
    word = math.log2(3 / 2) + math.log2(3)
    assert score.details == {
        "individual": pytest.approx([0.5 * word / 2, 0.5 * 1]),
        "cumulative": pytest.approx([0.5 * word / 2, 0.5 * word / 2 + 0.5]),
        "length_penalty": pytest.approx(0.5),
        "length_ratio": pytest.approx(2 / 3),
        "output_length": 2,
        "reference_length": 3,
    }
    assert score.value == pytest.approx(score.details["cumulative"][-1])
    assert score.metric.description(score.details) == (
        "0.54/0.50 (penalty = 0.500 ratio = 0.667 hyp_len = 2 ref_len = 3)"
    )


@pytest.mark.parametrize(
    ("spec", "start"),
    [
        ("nist", "nist|nrefs:1|tok:13a|version:tertium-"),
        ("nist(order=4,tok=intl)", "nist(order=4,tok=intl)|nrefs:1|tok:intl|version:tertium-"),
        ("nist(tok=ja-mecab)", "nist(tok=ja-mecab)|nrefs:1|tok:ja-mecab-0.996-IPA|version:"),
    ],
)
def test_signature(spec, start):
    testset = TestSet.of(references=[["a"]], systems={"s": ["a"]})
    assert metric(spec).signature(testset).startswith(start)


def test_information_is_made_once_for_all_systems(monkeypatch):
    made = []
    original = Nist._information

    def spy(self, references):
        made.append(self.order)
        return original(self, references)

    monkeypatch.setattr(Nist, "_information", spy)
    testset = TestSet.of(references=[["a b"]], systems={"s": ["a"], "t": ["b"]})
    tertium.score(testset, "nist,nist(order=4)")
    assert made == [5, 4]


def test_scores_of_a_block_are_those_of_its_rows():
    outputs = ["a b c", "", "x", "", "a b"]
    testset = TestSet.of(references=[["a b c", "a", "", "", "b a c"]], systems={"s": outputs})
    nist = metric("nist")
    rows = nist.stats(testset, "s").rows
    one_by_one = [nist.score([float(number) for number in row]) for row in rows]
    assert nist.scores(rows).tolist() == pytest.approx(one_by_one, rel=1e-14)
    assert one_by_one[1:4] == [0, 0, 0]


@pytest.mark.parametrize(
    ("parameters", "message"),
    [
        ({"order": 0}, "The 'order' parameter of nist must be at least 1. Got 0 instead."),
        (
            {"case_sensitive": 2},
            "The 'case_sensitive' parameter of nist must be true or false. Got 2 instead.",
        ),
        ({"tok": "14a"}, "The 'tok' parameter of nist must be one of 13a, char,"),
        ({"lc": True}, "nist has no parameter 'lc'."),
    ],
)
def test_bad_parameters_are_refused_with_a_message(parameters, message):
    with pytest.raises(ParameterError) as error:
        tertium.nist(["a"], [["a"]], **parameters)
    assert message in str(error.value)
