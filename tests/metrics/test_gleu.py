import pytest

import tertium
from tertium.core.errors import ParameterError
from tertium.core.testset import TestSet
from tertium.core.version import VERSION
from tertium.metrics import metric


@pytest.mark.parametrize(
    ("output", "reference", "row"),
    [
        # "a b c d" and "a b x d": words a, b, d and the pair a b, of 4 + 3 + 2 + 1.
        ("a b c d", "a b x d", [4, 10]),
        ("a b", "a b c d", [3, 10]),  # recall is the smaller one
        ("a b c d", "a b", [3, 10]),  # precision is
        ("a a a", "a", [1, 6]),
        ("a b c d e", "a b c d e", [14, 14]),
        ("", "a b", [0, 3]),
        ("a b", "", [0, 3]),
        ("", "", [0, 0]),
    ],
)
def test_matches_and_ngrams_of_the_longer_one(output, reference, row):
    score = tertium.gleu([output], [[reference]], tok="none")
    assert score.stats.sum() == row
    assert score.value == pytest.approx(row[0] / row[1] if row[1] else 0)


def test_sums_over_segments_are_divided_at_the_end():
    # 1/1 and 0/6.
    score = tertium.gleu(["a", "x y z"], [["a", "b c d"]])
    assert score.value == pytest.approx(1 / 7)
    assert score.segments == pytest.approx([1, 0])


def test_of_several_references_the_one_with_the_highest_ratio_counts():
    # 3 of 10 n-grams against 1 of 1; then, of equals, the first.
    assert tertium.gleu(["a"], [["a b"], ["a"]]).stats.sum() == [1, 1]
    assert tertium.gleu(["a"], [["x"], ["x y"]]).stats.sum() == [0, 1]
    assert tertium.gleu(["a"], [["x y"], ["x"]]).stats.sum() == [0, 3]


def test_an_empty_reference_of_an_empty_output_is_the_last_choice():
    assert tertium.gleu([""], [[""], ["a b"]]).stats.sum() == [0, 3]


def test_a_missing_reference_does_not_count():
    score = tertium.gleu(["a", "b"], [["x", "b c"], [None, "b"]])
    assert score.stats.rows.tolist() == [[0, 1], [1, 1]]


def test_order_case_and_tokenizer():
    assert tertium.gleu(["a b"], [["a b"]], order=1).stats.sum() == [2, 2]
    assert tertium.gleu(["A!"], [["a !"]]).stats.sum() == [1, 3]
    assert tertium.gleu(["A!"], [["a !"]], lc=True).stats.sum() == [3, 3]
    assert tertium.gleu(["a!"], [["a !"]], tok="none").stats.sum() == [0, 3]


def test_title_columns_and_direction():
    gleu = metric("gleu")
    assert gleu.title == "GLEU"
    assert gleu.columns == ("matches", "ngrams")
    assert gleu.higher_is_better
    assert str(tertium.gleu(["a"], [["a b"]])).startswith("GLEU = 0.3333  ")


@pytest.mark.parametrize(("language", "tokenizer"), [("", "13a"), ("zh", "zh")])
def test_signature(language, tokenizer):
    testset = TestSet.of(references=[["a"]], systems={"s": ["a"]}, target_language=language)
    assert metric("gleu(order=2)").signature(testset) == (
        f"gleu(order=2)|nrefs:1|tok:{tokenizer}|version:tertium-{VERSION}"
    )


def test_bad_parameters_are_refused_with_a_message():
    with pytest.raises(ParameterError) as error:
        tertium.gleu(["a"], [["a"]], order=0)
    assert str(error.value) == ("The 'order' parameter of gleu must be at least 1. Got 0 instead.")
