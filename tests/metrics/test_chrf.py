import numpy as np
import pytest

import tertium
from tertium.core.errors import ParameterError
from tertium.core.testset import TestSet
from tertium.metrics import metric


def test_precision_and_recall_are_averaged_over_the_orders():
    # "abc" against "abd": 2/3 of the characters, 1/2 of the pairs, 0/1 of the triples, both ways.
    assert tertium.chrf(["abc"], [["abd"]], char_order=1).value == pytest.approx(200 / 3)
    assert tertium.chrf(["abc"], [["abd"]], char_order=2).value == pytest.approx(
        100 * (2 / 3 + 1 / 2) / 2
    )
    assert tertium.chrf(["abc"], [["abd"]], char_order=3).value == pytest.approx(
        100 * (2 / 3 + 1 / 2 + 0) / 3
    )


def test_orders_longer_than_a_text_do_not_count_unless_eps_smoothing_is_on():
    three = tertium.chrf(["abc"], [["abd"]], char_order=3).value
    assert tertium.chrf(["abc"], [["abd"]]).value == pytest.approx(three)
    # The mean of F over all six orders: 2/3, 1/2, 0, 0, 0, 0.
    assert tertium.chrf(["abc"], [["abd"]], eps_smoothing=True).value == pytest.approx(
        100 * (2 / 3 + 1 / 2) / 6
    )


@pytest.mark.parametrize(
    ("beta", "f"),
    [
        # Precision 1, recall 1/2: (1 + b^2) / 2 / (b^2 + 1/2).
        (0, 1),
        (0.5, 1.25 / 2 / 0.75),
        (1, 2 / 3),
        (2, 2.5 / 4.5),
        (3, 5 / 9.5),
    ],
)
def test_beta_weighs_recall(beta, f):
    assert tertium.chrf(["a"], [["ab"]], char_order=1, beta=beta).value == pytest.approx(100 * f)


def test_counts_are_summed_before_they_are_divided():
    # Characters 1/1 and 1/3: 2/4.
    score = tertium.chrf(["a", "axy"], [["a", "abc"]], char_order=1)
    assert score.stats.sum() == [4, 4, 2]
    assert score.value == pytest.approx(50)


def test_orders_for_which_the_reference_is_too_short_do_not_count_against_the_output():
    score = tertium.chrf(["abcd"], [["a"]], char_order=3)
    assert score.stats.sum() == [4, 1, 1, 0, 0, 0, 0, 0, 0]
    # Precision 1/4, recall 1.
    assert score.value == pytest.approx(100 * 5 / 4 / (4 / 4 + 1))


def test_white_space_counts_only_if_wanted():
    assert tertium.chrf(["a b"], [["ab"]]).value == pytest.approx(100)
    # Precision 2/3, recall 1.
    score = tertium.chrf(["a b"], [["ab"]], char_order=1, beta=1, whitespace=True)
    assert score.value == pytest.approx(80)
    assert tertium.chrf(["a\u3000b\xa0"], [["ab"]]).value == pytest.approx(100)


def test_lower_case():
    assert tertium.chrf(["ABC"], [["abc"]]).value == 0
    assert tertium.chrf(["ABC"], [["abc"]], lc=True).value == pytest.approx(100)


def test_words_of_chrf_plus_plus():
    # One of two words, none of the pairs: 1/2 and 0.
    only_words = tertium.chrf(["a b"], [["a c"]], char_order=0, word_order=2)
    assert only_words.value == pytest.approx(25)
    # And 1/2 of the characters, 0 of the pairs: all four averaged.
    both = tertium.chrf(["a b"], [["a c"]], char_order=2, word_order=2)
    assert both.value == pytest.approx(100 * (1 / 2 + 0 + 1 / 2 + 0) / 4)


def test_one_mark_at_the_end_of_a_word_else_at_its_beginning_is_a_word_of_its_own():
    def words(output, reference):
        return tertium.chrf([output], [[reference]], char_order=0, word_order=1).stats.sum()

    assert words("hi!", "hi !") == [2, 2, 2]
    assert words("¡hi", "¡ hi") == [1, 2, 0]  # ASCII marks only
    assert words("(hi", "( hi") == [2, 2, 2]
    assert words("(hi)", "( hi )") == [2, 3, 1]  # "(hi" and ")", as in chrF++.py
    assert words("hi!!", "hi! !") == [2, 3, 1]  # "hi!" "!" against "hi" "!" "!"
    assert words("!", "!") == [1, 1, 1]


def test_of_several_references_the_best_matching_one_counts():
    score = tertium.chrf(["ab", "cd"], [["ax", "cd"], ["ab", "xd"]], char_order=1)
    assert score.stats.rows.tolist() == [[2, 2, 2], [2, 2, 2]]
    assert score.value == pytest.approx(100)


def test_of_references_that_match_equally_the_first_counts():
    # Nothing matches: the counts are those of the first reference.
    one = tertium.chrf(["x"], [["ab"], ["abc"]], char_order=1)
    other = tertium.chrf(["x"], [["abc"], ["ab"]], char_order=1)
    assert one.stats.sum() == [1, 2, 0]
    assert other.stats.sum() == [1, 3, 0]


def test_a_missing_reference_is_never_the_best():
    # Even where nothing matches; "" as reference would leave an empty row.
    score = tertium.chrf(["x", "x"], [[None, "ab"], ["abc", None]], char_order=1)
    assert score.stats.rows.tolist() == [[1, 3, 0], [1, 2, 0]]
    assert tertium.chrf(["x"], [[""], ["abc"]], char_order=1).stats.sum() == [0, 0, 0]
    uneven = tertium.chrf(["x", "x"], [["a", "ab"], ["abc", None]])
    assert uneven.signature.startswith("nrefs:var|")


def test_empty_texts_score_0():
    assert tertium.chrf([""], [["abc"]]).value == 0
    assert tertium.chrf(["abc"], [[""]]).value == 0
    assert tertium.chrf([""], [[""]]).value == 0
    assert tertium.chrf([""], [["abc"]], eps_smoothing=True).value == pytest.approx(0, abs=1e-12)


@pytest.mark.parametrize(
    ("spec", "title"),
    [
        ("chrf", "chrF2"),
        ("chrf(word_order=1)", "chrF2+"),
        ("chrf(word_order=2)", "chrF2++"),
        ("chrf(beta=3)", "chrF3"),
        ("chrf(beta=0.5)", "chrF0.5"),
        ("chrf(beta=2.0)", "chrF2"),
    ],
)
def test_title(spec, title):
    assert metric(spec).title == title


def test_columns():
    assert metric("chrf(char_order=1,word_order=1)").columns == (
        *("output_char_1", "reference_char_1", "matches_char_1"),
        *("output_word_1", "reference_word_1", "matches_word_1"),
    )
    assert len(metric("chrf(word_order=2)").columns) == 24
    assert metric("chrf").higher_is_better


@pytest.mark.parametrize(
    ("spec", "signature"),
    [
        ("chrf", "nrefs:1|case:mixed|eff:yes|nc:6|nw:0|space:no|version:2.6.0"),
        (
            "chrf(lc=true,whitespace=true,eps_smoothing=true,char_order=4,word_order=2)",
            "nrefs:1|case:lc|eff:no|nc:4|nw:2|space:yes|version:2.6.0",
        ),
    ],
)
def test_signature(spec, signature):
    testset = TestSet.of(references=[["a"]], systems={"s": ["a"]})
    assert metric(spec).signature(testset) == signature


def test_segments_are_scored_as_a_corpus_of_one():
    score = tertium.chrf(["abc", "abd"], [["abc", "abc"]])
    assert score.metric.for_segments() == score.metric
    assert score.segments == pytest.approx([100, tertium.chrf(["abd"], [["abc"]]).value])


@pytest.mark.parametrize(
    "spec", ["chrf", "chrf(word_order=2)", "chrf(beta=0)", "chrf(eps_smoothing=true,beta=1)"]
)
def test_scores_of_a_block_are_those_of_its_rows(spec):
    outputs = ["a bc", "", "a", "x y z w", "abc, def.", "ab"]
    references = ["a bc", "a", "", "abcd", "abc def!", "ab"]
    testset = TestSet.of(references=[references], systems={"s": outputs})
    made = metric(spec)
    rows = made.stats(testset, "s").rows
    one_by_one = [made.score([float(number) for number in row]) for row in rows]
    assert made.scores(rows).tolist() == pytest.approx(one_by_one, rel=1e-14)
    assert made.scores(np.stack([rows, rows])).tolist() == [made.scores(rows).tolist()] * 2


@pytest.mark.parametrize(
    ("parameters", "message"),
    [
        ({"char_order": 0}, "chrf needs a char_order or a word_order of at least 1"),
        ({"char_order": -1}, "'char_order' parameter of chrf must be at least 0. Got -1"),
        ({"word_order": 1.5}, "'word_order' parameter of chrf must be a whole number. Got 1.5"),
        ({"beta": -1}, "'beta' parameter of chrf must be at least 0. Got -1"),
        ({"beta": float("inf")}, "'beta' parameter of chrf must be a finite number"),
    ],
)
def test_bad_parameters_are_refused_with_a_message(parameters, message):
    with pytest.raises(ParameterError) as error:
        tertium.chrf(["a"], [["a"]], **parameters)
    assert message in str(error.value)
